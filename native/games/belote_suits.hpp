// The symmetry of suits in Belote: the twin of kibitz/games/belote/suits.py. A renaming gives each suit its
// new name; the canonical order lists the suits by role, trump first.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "core/flat.hpp"
#include "core/small.hpp"
#include "games/belote.hpp"

namespace kibitz {

struct BeloteSuits {
  using Order = std::array<std::int8_t, 4>;  // a permutation of 0..3
  using Set = Belote::Set;

  // The renaming that takes back this one.
  static constexpr Order inverse(const Order& perm) {
    Order back{};
    for (int suit = 0; suit < 4; ++suit) at(back, at(perm, suit)) = small(suit);
    return back;
  }

  static constexpr int permute_card(int card, const Order& perm) {
    return 8 * at(perm, card / 8) + card % 8;
  }

  static constexpr Set permute_set(Set cards, const Order& perm) {
    Set renamed = 0;
    for (int suit = 0; suit < 4; ++suit) {
      renamed |= (cards >> (8 * suit) & 0xFF) << (8 * at(perm, suit));
    }
    return renamed;
  }

  // One of the 75 actions: a card, or a call whose suit is renamed.
  static constexpr int permute_action(int action, const Order& perm) {
    if (action < Belote::kBid) return permute_card(action, perm);
    const int bid = action - Belote::kBid;
    if (bid == Belote::kPass || bid >= Belote::kCoinche) return action;
    return Belote::kBid + 4 * ((bid - 1) / 4) + at(perm, (bid - 1) % 4) + 1;
  }

  // The suits by their place; without a trump (-1) all four are sorted by the hand: the longest first, then
  // the one with the higher ranks, then the lower suit.
  static constexpr Order canonical_order(int trump, Set dealt) {
    Order order = {0, 1, 2, 3};
    const auto key = [&](int suit) {
      const Set ranks = dealt >> (8 * suit) & 0xFF;
      const int length = std::popcount(ranks);
      return (suit == trump ? 1 << 20 : 0) + (length << 12) + static_cast<int>(ranks << 3) - suit;
    };
    std::sort(order.begin(), order.end(), [&](int a, int b) { return key(a) > key(b); });
    return order;
  }

  // An observation in any layout but canonical, renamed; `out` is another array.
  static void permute(std::string_view layout, const float* x, const Order& perm, float* out) {
    if (layout == "bid") {
      std::memcpy(out, x, 108 * sizeof(float));
      permute_bid(x, perm, out);
    } else if (layout == "bid114") {
      std::memcpy(out, x, 114 * sizeof(float));
      permute_bid(x, perm, out);
      suits(x + 109, perm, out + 109);
    } else if (layout == "bid_match") {
      std::memcpy(out, x, 118 * sizeof(float));
      permute_bid(x, perm, out);
      suits(x + 109, perm, out + 109);
    } else if (layout == "play") {
      std::memcpy(out, x, 415 * sizeof(float));
      permute_play(x, perm, out);
    } else if (layout == "box") {
      std::memcpy(out, x, 525 * sizeof(float));
      permute_bid(x + 2, perm, out + 2);
      permute_play(x + 110, perm, out + 110);
    } else if (layout == "v2") {
      std::memcpy(out, x, 752 * sizeof(float));
      permute_2(x, perm, out);
    } else {
      throw Malformed("no layout of that name with suits");
    }
  }

 private:
  static void permute_bid(const float* x, const Order& perm, float* out) {
    cards(x, perm, out);
    history(x + 32, perm, out + 32);
  }

  static void permute_play(const float* x, const Order& perm, float* out) {
    for (int start = 0; start < 256; start += 32) cards(x + start, perm, out + start);
    for (const int start : {256, 263, 267, 271}) suits(x + start, perm, out + start);
    history(x + 279, perm, out + 279);
    cards(x + 351, perm, out + 351);
    cards(x + 383, perm, out + 383);
  }

  static void permute_2(const float* x, const Order& perm, float* out) {
    cards(x, perm, out);
    cards(x + 32, perm, out + 32);
    for (int start = 107; start < 491; start += 32) cards(x + start, perm, out + start);
    for (int start = 65; start < 105; start += 4) suits(x + start, perm, out + start);
    for (int start = 512; start < 672; start += 4) suits(x + start, perm, out + start);
    for (const int start : {491, 710}) suits(x + start, perm, out + start);
  }

  static void history(const float* x, const Order& perm, float* out) {
    for (int row = 0; row < 12; ++row) suits(x + 6 * row + 2, perm, out + 6 * row + 2);
  }

  static void cards(const float* x, const Order& perm, float* out) {
    for (int suit = 0; suit < 4; ++suit) {
      std::memcpy(out + 8 * at(perm, suit), x + 8 * suit, 8 * sizeof(float));
    }
  }

  static void suits(const float* x, const Order& perm, float* out) {
    for (int suit = 0; suit < 4; ++suit) out[at(perm, suit)] = x[suit];
  }
};

}  // namespace kibitz
