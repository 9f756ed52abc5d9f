// Belote contracts played to the end by one native player on every seat, over many deals at once: for the
// played layers of deal pools (kibitz/arena/pool_layer.py).
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "arena/match.hpp"
#include "bindings/bind_net.hpp"
#include "games/belote.hpp"
#include "games/belote_encoders.hpp"
#include "players/belote_player_list.hpp"
#include "players/net.hpp"
#include "search/deal_pool.hpp"

namespace kibitz {

namespace nb = nanobind;

namespace {

template <class T, int Dimensions>
using Array = nb::ndarray<T, nb::numpy, nb::ndim<Dimensions>, nb::c_contig, nb::device::cpu>;
using BelotePlayer = Player<Belote>;

using Table = PlayersAndNets<BeloteEncoders, BelotePlayers>;

// A deal whose bidder makes its bid in the first round, and whom the others let play.
struct Contract {
  const std::uint32_t* hands;
  int dealer, bid, bidder;
};

void flat_deal(const Contract& contract, Ints& out) {
  out.assign(1, 4);
  for (int seat = 0; seat < 4; ++seat) {
    out.push_back(Belote::kHandSize);
    for_each(contract.hands[seat], [&](int card) { out.push_back(card); });
  }
  out.push_back(contract.dealer);
}

std::uint8_t play_contract(const Contract& contract, std::span<BelotePlayer* const> seats,
                           Ints& scratch) {
  constexpr Belote::Options kOptions{};
  ListenersLog<Belote> log(seats);
  Belote::Position p;
  Belote::start(kOptions, p);
  for (std::size_t s = 0; s < 4; ++s) seats[s]->begin(kOptions, static_cast<int>(s), s);
  flat_deal(contract, scratch);
  Belote::deal_out(kOptions, p, std::span<const std::int32_t>(scratch), log);
  for (BelotePlayer* seat : seats) seat->dealt(kOptions, p);
  while (p.phase != Belote::kEnd) {
    const int player = p.player;
    int action;
    if (p.phase == Belote::kBidding) {
      const bool opens = player == contract.bidder && p.bid == Belote::kPass;
      action = Belote::kBid + (opens ? contract.bid : Belote::kPass);
    } else {
      action = at(seats, player)->choose(kOptions, p);
      if (!Belote::is_legal(kOptions, p, action)) throw Malformed("a card that is not legal");
    }
    for (BelotePlayer* seat : seats) seat->note(kOptions, p, action);
    log.event(Kind::action, player, {action});
    Belote::apply(kOptions, p, action, log);
  }
  if (p.won[1] == 0) return kCapotNs;
  if (p.won[0] == 0) return kCapotEw;
  const int last = Belote::side_of(p.leader) == 0 ? 10 : 0;
  return static_cast<std::uint8_t>(Belote::card_points(p.won[0], Belote::trump_of(p)) + last);
}

void play_contracts(const Array<const std::uint32_t, 2>& hands,
                    const Array<const std::uint8_t, 1>& dealer,
                    const Array<const std::uint8_t, 1>& bid,
                    const Array<const std::uint8_t, 1>& bidder, const std::string& player,
                    const std::vector<double>& numbers, const std::optional<NetHandle>& net,
                    const Array<std::uint8_t, 1>& out) {
  const std::size_t n = out.shape(0);
  if (hands.shape(0) != n || hands.shape(1) != 4 || dealer.shape(0) != n || bid.shape(0) != n ||
      bidder.shape(0) != n) {
    throw Malformed("a row for each contract");
  }
  for (std::size_t i = 0; i < n; ++i) {
    const bool called = bid.data()[i] >= 1 && bid.data()[i] < Belote::kCoinche;
    if (!called || dealer.data()[i] > 3 || bidder.data()[i] > 3)
      throw Malformed("no such contract");
    Belote::Set all = 0;
    for (std::size_t s = 0; s < 4; ++s) {
      const Belote::Set hand = hands.data()[4 * i + s];
      if (std::popcount(hand) != Belote::kHandSize) throw Malformed("a hand has eight cards");
      all |= hand;
    }
    if (all != ~Belote::Set{0}) throw Malformed("a card that is nowhere");
  }
  std::array<std::unique_ptr<BelotePlayer>, 4> held;
  std::array<BelotePlayer*, 4> seats{};
  for (std::size_t s = 0; s < 4; ++s) {
    held[s] = Table::make({.name = player, .numbers = numbers, .net = net.value_or(nullptr)});
    seats[s] = held[s].get();
  }
  Ints scratch;
  nb::gil_scoped_release release;
  for (std::size_t i = 0; i < n; ++i) {
    out.data()[i] = play_contract(
        {hands.data() + 4 * i, dealer.data()[i], bid.data()[i], bidder.data()[i]}, seats, scratch);
  }
}

}  // namespace

void bind_belote_contracts(nb::module_& m) {
  m.def(
      "belote_contracts", &play_contracts, nb::arg("hands").noconvert(),
      nb::arg("dealer").noconvert(), nb::arg("bid").noconvert(), nb::arg("bidder").noconvert(),
      nb::arg("player"), nb::arg("numbers"), nb::arg("net").none(), nb::arg("out").noconvert(),
      "Plays each contract by one player on every seat; `out` gets the points of NS as a pool has "
      "them.");
}

}  // namespace kibitz
