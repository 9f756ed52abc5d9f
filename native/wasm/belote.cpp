// Belote for the browser.
#include "games/belote_encoders.hpp"
#include "players/belote_bid_worths.hpp"
#include "players/belote_player_list.hpp"
#include "search/belote_playouts.hpp"
#include "wasm/browser_search.hpp"

namespace kibitz {

using Browser = BrowserGame<BeloteEncoders, BelotePlayers>;
// The policies of rollouts, in the order of bindings/belote.cpp.
using BrowserSearching = BrowserSearch<Browser, BeloteRule>;

}  // namespace kibitz

#include "wasm/solver_export.hpp"

namespace {

std::pair<kibitz::BeloteWeights, kibitz::BeloteWeights> models(std::span<const double> numbers) {
  if (numbers.size() != 2 * kibitz::kBeloteWeights)
    throw kibitz::Malformed("weights of two bidders");
  return {kibitz::BeloteWeights::read(numbers.first(kibitz::kBeloteWeights)),
          kibitz::BeloteWeights::read(numbers.subspan(kibitz::kBeloteWeights))};
}

// The auction after these calls, as the seat with this hand sees it.
kibitz::BeloteAuction after(std::uint32_t hand, int dealer, std::span<const std::int32_t> calls) {
  if (dealer < 0 || dealer > 3) throw kibitz::Malformed("no such dealer");
  std::array<std::uint32_t, 4> hands{};
  kibitz::at(hands, (dealer + 1 + static_cast<int>(calls.size())) % 4) = hand;
  kibitz::BeloteAuction auction(hands, dealer);
  for (const int call : calls) auction.make(call);
  return auction;
}

}  // namespace

// What calls are worth in worlds first .. first + count - 1; the values are a row for each. With `chances`, who
// plays the contract and the chance to make it, two values a call. Outside a match that counts, the list of it is
// empty.
KIBITZ_EXPORT("kibitz_bid_worths")
int kibitz_bid_worths(std::uint32_t hand, std::uint32_t hidden, int seat, int dealer, int exact,
                      const std::int32_t* calls, std::size_t calls_size,
                      const std::int32_t* candidates, std::size_t candidates_size,
                      const double* weights, std::size_t weights_size, const double* match,
                      std::size_t match_size, std::uint64_t seed, int first, int count,
                      int chances) {
  if (first < 0 || count < 1) throw kibitz::Malformed("worlds of a bidder");
  const auto [own, other] = models(list(weights, weights_size));
  const kibitz::BeloteBidWorths worths(
      {hand,
       hidden,
       seat,
       dealer,
       {calls, calls + calls_size},
       exact != 0,
       match_size == 0 ? nullptr : kibitz::MatchGoal::read(list(match, match_size))},
      own, other, seed);
  const auto wanted = list(candidates, candidates_size);
  const auto from = static_cast<std::size_t>(first);
  const auto worlds = static_cast<std::size_t>(count);
  Browser::values =
      chances != 0 ? worths.chances(wanted, from, worlds) : worths.rows(wanted, from, worlds);
  return static_cast<int>(Browser::values.size());
}

// The values: what a network says about where each card is, three logits a card, for the seats after the one to
// act in turn. What that seat may not know is not asked for.
KIBITZ_EXPORT("kibitz_locations")
int kibitz_locations(const State* state, int number) {
  using Encoder = kibitz::BeloteEncodeBeliefPlay;
  const kibitz::Net& net = *Browser::nets.at(static_cast<std::size_t>(number));
  constexpr std::size_t kCards = 32;
  constexpr std::size_t kPlaces = 3;
  if (!net.has_locations() || net.shape().encoding != Encoder::kName ||
      net.inputs() != Encoder::kSize || net.shape().cards != kCards ||
      net.shape().places != kPlaces) {
    throw kibitz::Malformed("a network that does not say where cards are");
  }
  const Encoder::Track track = Browser::tracked<Encoder::Track>(*state);
  const kibitz::Belote::Position& p = state->position();
  std::array<float, static_cast<std::size_t>(Encoder::kSize)> observation{};
  std::array<float, kCards * kPlaces> logits{};
  Encoder::encode(state->options(), p, track, state->player(), observation.data());
  kibitz::Net::Scratch scratch;
  net.forward(observation.data(), 1, scratch, {.locations = logits.data()});
  const auto names = kibitz::BeloteBeliefBlocks::names(p, track, state->player());
  Browser::values.resize(logits.size());
  for (std::size_t card = 0; card < kCards; ++card) {
    const auto row =
        static_cast<std::size_t>(kibitz::BeloteSuits::permute_card(static_cast<int>(card), names));
    for (std::size_t place = 0; place < kPlaces; ++place) {
      Browser::values[kPlaces * card + place] = static_cast<double>(logits[kPlaces * row + place]);
    }
  }
  return static_cast<int>(logits.size());
}

// The values: what a network thinks each action is worth, legal or not, in its own unit.
KIBITZ_EXPORT("kibitz_worths_of")
int kibitz_worths_of(const State* state, int number) {
  const std::vector<float> worths =
      Browser::worths_of(*state, *Browser::nets.at(static_cast<std::size_t>(number)));
  Browser::values.assign(worths.begin(), worths.end());
  return static_cast<int>(worths.size());
}

// The call by rule of a hand, after these calls; the integers: whether it takes all tricks with some trump.
KIBITZ_EXPORT("kibitz_bid_base")
int kibitz_bid_base(std::uint32_t hand, int dealer, const std::int32_t* calls,
                    std::size_t calls_size, const double* weights, std::size_t weights_size) {
  const kibitz::BeloteAuction auction = after(hand, dealer, list(calls, calls_size));
  int sure = 0;
  for (int trump = 0; trump < 4; ++trump) sure |= kibitz::BeloteBid::takes_all(hand, trump) ? 1 : 0;
  Browser::give({sure});
  return auction.call(kibitz::BeloteWeights::read(list(weights, weights_size)));
}

// The values: the points that the side of a hand may expect with each trump, after these calls.
KIBITZ_EXPORT("kibitz_bid_estimates")
int kibitz_bid_estimates(std::uint32_t hand, int dealer, const std::int32_t* calls,
                         std::size_t calls_size, const double* weights, std::size_t weights_size) {
  const kibitz::BeloteAuction auction = after(hand, dealer, list(calls, calls_size));
  const auto w = kibitz::BeloteWeights::read(list(weights, weights_size));
  Browser::values.clear();
  for (int trump = 0; trump < 4; ++trump) {
    Browser::values.push_back(
        kibitz::BeloteBid::estimate(auction.position, auction.memory, trump, w));
  }
  return 4;
}
