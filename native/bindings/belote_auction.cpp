// Belote auctions of the bidder by weights, over many deals at once: for the solver-backed bidder, which
// asks how an auction would go on in each world, and for tuning weights.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <span>
#include <vector>

#include "games/belote.hpp"
#include "players/belote_auction.hpp"

namespace kibitz {

namespace nb = nanobind;

namespace {

template <class T, int Dimensions>
using Array = nb::ndarray<T, nb::numpy, nb::ndim<Dimensions>, nb::c_contig, nb::device::cpu>;
using Numbers = std::vector<double>;

constexpr int kCallsMax = BeloteAuction::kCallsMax;

std::span<const std::uint32_t, 4> deal(const Array<const std::uint32_t, 2>& hands, std::size_t i) {
  return std::span<const std::uint32_t, 4>(hands.data() + 4 * i, 4);
}

void check(const Array<const std::uint32_t, 2>& hands, int dealer, const Ints& calls) {
  if (hands.shape(1) != 4) throw Malformed("a deal has four hands");
  if (dealer < 0 || dealer > 3) throw Malformed("no such dealer");
  if (calls.size() > kCallsMax) throw Malformed("an auction that is too long");
}

// Row i: all calls of the auction of deal i, the given ones first, then -1.
void play_auctions(const Array<const std::uint32_t, 2>& hands, int dealer, const Ints& calls,
                   const std::vector<Numbers>& weights, const Array<std::int8_t, 2>& out) {
  check(hands, dealer, calls);
  if (weights.size() != 2) throw Malformed("weights for NS and for EW");
  if (out.shape(0) != hands.shape(0) || out.shape(1) != kCallsMax) {
    throw Malformed("a row of 37 calls for each deal");
  }
  const std::array<BeloteWeights, 2> sides{BeloteWeights::read(weights[0]),
                                           BeloteWeights::read(weights[1])};
  nb::gil_scoped_release release;
  for (std::size_t i = 0; i < hands.shape(0); ++i) {
    std::int8_t* row = out.data() + i * kCallsMax;
    std::fill_n(row, kCallsMax, std::int8_t{-1});
    BeloteAuction auction(deal(hands, i), dealer);
    for (const int bid : calls) {
      auction.make(bid);
      *row++ = small(bid);
    }
    while (!auction.over()) {
      const BeloteWeights& w = at(sides, auction.position.player % 2);
      const int bid = auction.call(w);
      auction.make(bid);
      *row++ = small(bid);
    }
  }
}

// out[i][k]: what the bidder would have called in the place of call k, had the hands been those of deal i.
void answer_calls(const Array<const std::uint32_t, 2>& hands, int dealer, const Ints& calls,
                  const Numbers& weights, const Array<std::int8_t, 2>& out) {
  check(hands, dealer, calls);
  if (out.shape(0) != hands.shape(0) || out.shape(1) != calls.size()) {
    throw Malformed("a place for each deal and call");
  }
  const BeloteWeights w = BeloteWeights::read(weights);
  nb::gil_scoped_release release;
  std::int8_t* next = out.data();
  for (std::size_t i = 0; i < hands.shape(0); ++i) {
    BeloteAuction auction(deal(hands, i), dealer);
    for (const int bid : calls) {
      if (auction.over()) throw Malformed("a call after the end of the auction");
      *next++ = small(auction.call(w));
      auction.make(bid);
    }
  }
}

}  // namespace

void bind_belote_auction(nb::module_& m) {
  m.def("belote_auctions", &play_auctions, nb::arg("hands").noconvert(), nb::arg("dealer"),
        nb::arg("calls"), nb::arg("weights"), nb::arg("out").noconvert(),
        "Ends the auction of each deal by weights of NS and EW, after these calls.");
  m.def(
      "belote_answers", &answer_calls, nb::arg("hands").noconvert(), nb::arg("dealer"),
      nb::arg("calls"), nb::arg("weights"), nb::arg("out").noconvert(),
      "What the bidder would have called in the place of each call, with the hands of each deal.");
}

}  // namespace kibitz
