// Playouts of Belote: auctions one by one, cards in batches.
//
// One deal at a time the generic loop spends most of its time on the 32 cards. Here the auctions of a
// block of games are called first, and then all cards are played by the batch kernel. Auctions and deals
// draw from Stream(mix(seed, i)) as everywhere; the cards draw from the kernel's own generator, so the
// games are others than those of the generic loop, of the same distribution. Sums are equal for every
// number of threads and every CPU path, because blocks are cut at the same games.
#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "games/belote.hpp"
#include "search/belote_batch.hpp"
#include "search/playouts.hpp"

namespace kibitz {

template <>
struct BatchPlayouts<Belote> {
  static_assert(kPlayoutBlock % belote_batch::kChunk == 0);

  // Single deals of whole hands, before the first card.
  static bool fits(const Belote::Options& o, const Belote::Position& p) {
    if (o.match) return false;
    if (p.phase == Belote::kDeal) return true;
    const bool fresh = p.trick_size == 0 && p.won[0] == 0 && p.won[1] == 0;
    return fresh && std::popcount(p.hands[0]) == Belote::kHandSize;
  }

  static void run(const Belote::Options& o, const Belote::Position& from, std::uint64_t seed,
                  std::uint64_t first, std::uint64_t last, bool portable, PlayoutSums& sums) {
    const CpuPath path = portable ? CpuPath::portable : belote_batch::best_path();
    if (from.phase == Belote::kPlay) {
      play_one_deal(o, from, seed, first, last - first, path, sums);
    } else {
      play_auctions(o, from, seed, first, last, path, sums);
    }
    sums.games += last - first;
  }

 private:
  // What a contract needs for its marks: the rest of a position is in the kernel.
  using Contract = Belote::Position;

  static void play_one_deal(const Belote::Options& o, const Belote::Position& from,
                            std::uint64_t seed, std::uint64_t first, std::uint64_t games,
                            CpuPath path, PlayoutSums& sums) {
    belote_batch::Histogram histogram{};
    belote_batch::play_fixed(path, relative_hands(from), seed, first, games, histogram);
    for (int belote = 0; belote < 3; ++belote) {
      for (int result = 0; result < belote_batch::kResults; ++result) {
        const std::uint64_t count = at(at(histogram, belote), result);
        if (count > 0) add(o, from, result, belote, count, sums);
      }
    }
    sums.actions += 32 * games;
  }

  static void play_auctions(const Belote::Options& o, const Belote::Position& from,
                            std::uint64_t seed, std::uint64_t first, std::uint64_t last,
                            CpuPath path, PlayoutSums& sums) {
    constexpr int kLanes = belote_batch::kBlock;
    std::vector<Contract> contracts;
    std::vector<belote_batch::Block> blocks(kPlayoutBlock / kLanes);
    contracts.reserve(last - first);
    for (std::uint64_t i = first; i < last; ++i) {
      Stream rng(mix(seed, i));
      Belote::Position p = from;
      auction(o, p, rng, sums);
      if (p.phase == Belote::kEnd) {
        for (std::size_t seat = 0; seat < 4; ++seat) sums.outcome[seat] += 0.25;  // a void deal
        continue;
      }
      const auto lane = contracts.size();
      const belote_batch::Hands hands = relative_hands(p);
      for (std::size_t place = 0; place < 4; ++place) {
        blocks[lane / kLanes].hand[place][lane % kLanes] = hands[place];
      }
      contracts.push_back(p);
    }
    if (contracts.empty()) return;
    // The last block is filled up with its first game, which then counts once only.
    std::size_t lanes = contracts.size();
    for (; lanes % kLanes != 0; ++lanes) {
      belote_batch::Block& block = blocks[lanes / kLanes];
      for (auto& hand : block.hand) hand[lanes % kLanes] = hand[0];
    }
    std::vector<belote_batch::Outcome> outcomes(lanes);
    belote_batch::play(path, seed, first, std::span(blocks).first(lanes / kLanes), outcomes);
    for (std::size_t lane = 0; lane < contracts.size(); ++lane) {
      add(o, contracts[lane], belote_batch::result(outcomes[lane]),
          belote_batch::belote(outcomes[lane]), 1, sums);
    }
    sums.actions += 32 * contracts.size();
  }

  static void auction(const Belote::Options& o, Belote::Position& p, Stream& rng,
                      PlayoutSums& sums) {
    NoLog log;
    if (p.phase == Belote::kDeal) Belote::deal_random(o, p, rng);
    while (p.phase == Belote::kBidding) {
      Belote::call(o, p, random_bid(p, rng), log);
      ++sums.actions;
    }
  }

  // The legal bids above pass are one run of ids, so the k-th needs no search.
  static int random_bid(const Belote::Position& p, Stream& rng) {
    const Cards above = Belote::legal_bids(p) & ~bit(Belote::kPass);
    if (above == 0) return rng.below(1);
    const int lowest = std::countr_zero(above);
    const int k = rng.below(64 - std::countl_zero(above) - lowest + 1);
    return k == 0 ? Belote::kPass : lowest + k - 1;
  }

  static belote_batch::Hands relative_hands(const Belote::Position& p) {
    belote_batch::Hands hands{};
    for (int place = 0; place < 4; ++place) {
      at(hands, place) =
          belote_batch::to_kernel(at(p.hands, (p.leader + place) % 4), Belote::trump_of(p));
    }
    return hands;
  }

  // Rules 8 and 9 for one result of the kernel, which speaks of the first leader's side.
  static void add(const Belote::Options& o, const Contract& contract, int result, int belote,
                  std::uint64_t count, PlayoutSums& sums) {
    Belote::Position p = contract;
    const int side = Belote::side_of(p.leader);
    p.belote = small(belote == 0 ? kNobody : belote == 1 ? side : 1 - side);  // any seat of it
    at(p.won, side) = result == belote_batch::kCapotAgainst ? 0 : 1;
    at(p.won, 1 - side) = result == belote_batch::kCapotFor ? 0 : 1;
    Belote::Sides points{};
    at(points, side) = belote_batch::points(result);
    at(points, 1 - side) = result == belote_batch::kCapotAgainst ? 252
                           : result == belote_batch::kCapotFor   ? 0
                                                                 : 162 - result;
    const Belote::Sides marks = Belote::mark(o, p, points);
    const auto n = static_cast<double>(count);
    for (int seat = 0; seat < 4; ++seat) {
      const int own = at(marks, Belote::side_of(seat));
      const int other = at(marks, 1 - Belote::side_of(seat));
      at(sums.returns, seat) += n * (at(contract.totals, Belote::side_of(seat)) + own);
      at(sums.outcome, seat) += n * (own > other ? 0.5 : own == other ? 0.25 : 0.0);
    }
  }
};

}  // namespace kibitz
