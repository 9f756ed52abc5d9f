// How a block of Belote deals is played at random, written once for every width of register.
//
// `Cards` is a register that holds one 32-bit number for each of Cards::kGames games; what it can do is
// in belote_batch_{portable,avx2,avx512}.cpp. There are no branches: all games do the same work. The
// ideas, each measured in benchmarks/notes/belote_rollouts.md:
//
// 1. Legality (rule 5) in four steps, trump in the top byte:
//      x     = hand & led, or the hand if that is empty         (follow, else anything)
//      y     = x & -max(best card so far, lowest trump)         (trumps that beat the table)
//      legal = y if it is not empty and (the partner is not winning, or trump was led), else x
//    Trump led: x are the trumps, y the higher ones. Suit held: x has no trumps, so y is empty. Void: x
//    is the hand, y are all trumps while nobody has cut (a plain best card is below the lowest trump),
//    then only the higher ones; none of these and any card goes, so nobody need undertrump.
// 2. The winner (rule 6) is an unsigned maximum of `card & (led | trump)`.
// 3. Hands stay relative to the leader: after a trick they rotate by one, two or three places.
// 4. Only the set of cards won by the leader's side is kept; points are counted once, at the end.
// 5. The k-th legal card: drop the lowest card k times, `x &= x - 1` in the games where that is still
//    wanted. With 8 - t cards in hand it takes 7 - t steps: 28 in a game, none in the last trick.
// 6. One 32-bit random number a trick and game serves its four decisions: as a fraction f of 2^28,
//    f * count has the index above bit 28 and a fresh fraction below. The index is never shifted down:
//    step k compares f * count with k * 2^28. Bias: after three choices of at most 8 cards the fraction
//    still has 2^19 values, so a card's chance is wrong by less than 2^-19.
// 7. Deals by sequential sampling: card c of the c + 1 that are left goes to a hand with probability
//    (places left in it) / (c + 1), decided by one 16-bit number. In 16-bit lanes; bias below 2^-16.
// 8. Two registers of games, or four, are played in step (belote_batch_pair.hpp): a trick is one long
//    chain of dependent operations, and other chains fill its waits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/compiler.hpp"
#include "search/belote_batch.hpp"
#include "search/belote_batch_paths.hpp"

namespace kibitz::belote_batch {

inline constexpr std::uint32_t kTrumps = 0xFF000000U;
inline constexpr std::uint32_t kLowestTrump = 0x01000000U;
inline constexpr std::uint32_t kTrumpQueen = 0x04000000U;  // the king is the next bit up
inline constexpr int kFractionBits = 28;
inline constexpr std::uint32_t kFraction = (1U << kFractionBits) - 1;

// Card points by half byte, for look-up by 16 shuffled bytes.
inline constexpr std::uint8_t kPlainLow[16] = {0, 0, 0, 0, 0, 0, 0, 0, 2, 2, 2, 2, 2, 2, 2, 2};
inline constexpr std::uint8_t kPlainHigh[16] = {0,  3,  4,  7,  10, 13, 14, 17,
                                                11, 14, 15, 18, 21, 24, 25, 28};
inline constexpr std::uint8_t kTrumpLow[16] = {0, 0, 0, 0, 3, 3, 3, 3, 4, 4, 4, 4, 7, 7, 7, 7};
inline constexpr std::uint8_t kTrumpHigh[16] = {0,  10, 11, 21, 14, 24, 25, 35,
                                                20, 30, 31, 41, 34, 44, 45, 55};

// Everything below is compiled once for each CPU path: a file switches its target on, then includes this
// header. The unnamed namespace keeps the copies apart.
namespace {

// Cards::kGames games under way.
template <class Cards>
struct Table {
  Cards hand[4];              // hand[0] leads the coming trick
  Cards won;                  // what the side of the first leader has taken
  typename Cards::Mask ours;  // where that side leads
  typename Cards::Word a, b;  // the generators
};

// Idea 5: of `cards`, at most kMost, the one whose number is product >> kFractionBits.
template <int kMost, class Cards>
inline Cards numbered(Cards cards, Cards product) {
  if constexpr (kMost > 1) cards = drop_lowest(cards, product, 1U << kFractionBits);
  if constexpr (kMost > 2) cards = drop_lowest(cards, product, 2U << kFractionBits);
  if constexpr (kMost > 3) cards = drop_lowest(cards, product, 3U << kFractionBits);
  if constexpr (kMost > 4) cards = drop_lowest(cards, product, 4U << kFractionBits);
  if constexpr (kMost > 5) cards = drop_lowest(cards, product, 5U << kFractionBits);
  if constexpr (kMost > 6) cards = drop_lowest(cards, product, 6U << kFractionBits);
  if constexpr (kMost > 7) cards = drop_lowest(cards, product, 7U << kFractionBits);
  return lowest(cards);
}

// Idea 6: one of the legal cards; the fraction that is left over serves the next player.
template <int kMost, class Cards>
inline Cards random_card(Cards legal, Cards& fraction) {
  const Cards product = times_count(fraction, legal);
  fraction = product & Cards::all(kFraction);
  return numbered<kMost>(legal, product);
}

// Plays the four cards of a trick; returns the best of them.
template <int kTrick, class Cards>
inline Cards play_cards(Table<Cards>& table, Cards (&card)[4]) {
  constexpr int kSize = 8 - kTrick;
  const Cards trumps = Cards::all(kTrumps);
  auto& hand = table.hand;
  if constexpr (kSize == 1) {  // the last cards leave no choice
    for (int place = 0; place < 4; ++place) card[place] = hand[place];
    const Cards counts = suit_of(card[0]) | trumps;
    return highest(highest(card[0], card[1] & counts), highest(card[2] & counts, card[3] & counts));
  } else {
    const Cards lowest_trump = Cards::all(kLowestTrump);
    Cards fraction = Cards::halves(next(table.a, table.b)) >> (32 - kFractionBits);

    // The leader plays any card.
    const Cards product = times(fraction, kSize);
    fraction = product & Cards::all(kFraction);
    card[0] = numbered<kSize>(hand[0], product);
    const Cards led = suit_of(card[0]);
    const Cards counts = led | trumps;
    const Cards led_trumps = led & trumps;
    Cards best = card[0];

    // The second has no partner on the table.
    Cards legal = narrowed(hand[1], led);
    legal = narrowed(legal, -highest(best, lowest_trump));
    card[1] = random_card<kSize>(legal, fraction);
    best = highest(best, card[1] & counts);

    // The third and the fourth are free of the duty to trump where the partner's card is the best,
    // unless trump was led: taking led trumps out of that card makes it differ from the best.
    for (int place = 2; place < 4; ++place) {
      const auto duty = differ(best, without(card[place - 2], led_trumps));
      legal = narrowed(hand[place], led);
      legal = narrowed(duty, legal, -highest(best, lowest_trump));
      card[place] = random_card<kSize>(legal, fraction);
      best = highest(best, card[place] & counts);
    }
    for (int place = 0; place < 4; ++place) hand[place] = without(hand[place], card[place]);
    return best;
  }
}

template <int kTrick, class Cards>
inline void play_trick(Table<Cards>& table, Record* record, int lane) {
  Cards card[4];
  const Cards best = play_cards<kTrick>(table, card);
  if (record != nullptr) {
    for (int place = 0; place < 4; ++place) card[place].store(&record->card[kTrick][place][lane]);
  }

  // Idea 4: the trick goes to the heap of the winner's side.
  const Cards odd_cards = card[1] | card[3];
  const auto odd = inside(best, odd_cards);
  table.ours = table.ours ^ odd;
  table.won = where(table.ours, table.won | card[0] | card[2] | odd_cards, table.won);

  // Idea 3: the winner's hand comes first: rotate by one, then by two.
  if constexpr (kTrick < 7) {
    auto& hand = table.hand;
    const auto far = inside(best, card[2] | card[3]);
    const Cards h0 = where(odd, hand[1], hand[0]);
    const Cards h1 = where(odd, hand[2], hand[1]);
    const Cards h2 = where(odd, hand[3], hand[2]);
    const Cards h3 = where(odd, hand[0], hand[3]);
    hand[0] = where(far, h2, h0);
    hand[1] = where(far, h3, h1);
    hand[2] = where(far, h0, h2);
    hand[3] = where(far, h1, h3);
  }
}

// Belote in byte 1 of the outcome: 1 the leader's side, 2 the other, 0 nobody.
template <class Cards>
inline Cards belote_byte(const Cards (&hand)[4]) {
  const Cards queen = Cards::all(kTrumpQueen);
  const Cards ours = ((hand[0] & (hand[0] >> 1)) | (hand[2] & (hand[2] >> 1))) & queen;
  const Cards theirs = ((hand[1] & (hand[1] >> 1)) | (hand[3] & (hand[3] >> 1))) & queen;
  return (ours >> 18) | (theirs >> 17);
}

template <class Cards>
inline void play_games(Generator& random, const Block& block, int lane, Outcome* outcomes,
                       Record* record) {
  static_assert(Cards::Word::kWords * 2 == Cards::kGames && kBlock % Cards::kGames == 0);
  Table<Cards> table;
  for (int place = 0; place < 4; ++place) table.hand[place] = Cards::load(&block.hand[place][lane]);
  const Cards belote = belote_byte(table.hand);
  table.won = Cards::all(0);
  table.ours = Cards::everywhere();
  table.a = Cards::Word::load(&random.a[lane / 2]);
  table.b = Cards::Word::load(&random.b[lane / 2]);
  play_trick<0>(table, record, lane);
  play_trick<1>(table, record, lane);
  play_trick<2>(table, record, lane);
  play_trick<3>(table, record, lane);
  play_trick<4>(table, record, lane);
  play_trick<5>(table, record, lane);
  play_trick<6>(table, record, lane);
  play_trick<7>(table, record, lane);
  table.a.store(&random.a[lane / 2]);
  table.b.store(&random.b[lane / 2]);

  // Rule 7: der, or capot where one side has every card.
  Cards result = card_points(table.won);
  result = where(table.ours, result + Cards::all(10), result);
  result = where(differ(table.won, Cards::all(0)), result, Cards::all(kCapotAgainst));
  result = where(differ(table.won, Cards::all(~0U)), result, Cards::all(kCapotFor));
  (result | belote).store_outcomes(outcomes + lane);
}

template <class Cards>
KIBITZ_FLATTEN void play_blocks(Generator& random, const Block* blocks, std::size_t stride,
                                std::span<Outcome> outcomes) {
  for (std::size_t i = 0; i < outcomes.size() / kBlock; ++i) {
    for (int lane = 0; lane < kBlock; lane += Cards::kGames) {
      play_games<Cards>(random, blocks[i * stride], lane, &outcomes[i * kBlock], nullptr);
    }
  }
}

template <class Cards>
KIBITZ_FLATTEN void play_recorded_blocks(Generator& random, const Block* blocks,
                                         std::span<Outcome> outcomes, Record* records) {
  for (std::size_t i = 0; i < outcomes.size() / kBlock; ++i) {
    for (int lane = 0; lane < kBlock; lane += Cards::kGames) {
      play_games<Cards>(random, blocks[i], lane, &outcomes[i * kBlock], &records[i]);
    }
  }
}

// Idea 7. `Places` is a register of 16-bit numbers, one for each of Places::kGames games. Limit h is
// the number of free places in the hands up to h, and set h the half of the deck that went there.
template <class Places>
inline void deal_games(Generator& random, Block& block, int lane) {
  using Word = typename Places::Word;
  Word a = Word::load(&random.a[lane / 4]);
  Word b = Word::load(&random.b[lane / 4]);
  Places limit[3] = {Places::all(8), Places::all(16), Places::all(24)};
  Places set[2][3];
  for (int half = 1; half >= 0; --half) {
    Places cards[3] = {Places::all(0), Places::all(0), Places::all(0)};
    for (int bit = 15; bit >= 0; --bit) {
      const Places number = Places::below(next(a, b), half * 16 + bit + 1);
      for (int h = 0; h < 3; ++h) take(number, limit[h], cards[h], 1 << bit);
    }
    for (int h = 0; h < 3; ++h) set[half][h] = cards[h];
  }
  a.store(&random.a[lane / 4]);
  b.store(&random.b[lane / 4]);
  Places below[2] = {Places::all(0), Places::all(0)};
  for (int h = 0; h < 4; ++h) {
    const Places low = h < 3 ? set[0][h] : Places::all(0xFFFF);
    const Places high = h < 3 ? set[1][h] : Places::all(0xFFFF);
    store_joined(&block.hand[h][lane], low ^ below[0], high ^ below[1]);
    below[0] = low;
    below[1] = high;
  }
}

template <class Places>
KIBITZ_FLATTEN void deal_blocks(Generator& random, std::span<Block> blocks) {
  for (Block& block : blocks) {
    for (int lane = 0; lane < kBlock; lane += Places::kGames) {
      deal_games<Places>(random, block, lane);
    }
  }
}

}  // namespace

}  // namespace kibitz::belote_batch
