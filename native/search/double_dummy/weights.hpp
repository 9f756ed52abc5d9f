// The weights of order.hpp, for play that counts points and for play that counts tricks.
//
// Found by hill climbing on the number of positions visited (Belote: 8 cards; Codepiece: 10 and 11), from
// a start by hand, and checked on other deals. They change how long a search takes, never its answer.
#pragma once

#include <array>

#include "search/double_dummy/bits.hpp"

namespace kibitz::double_dummy {
inline namespace KIBITZ_CPU {

struct LeadWeights {
  int own_length;  // for each card of the suit in the own hand
  int partner_length;
  int left_length;
  int right_length;
  int left_ruffs;  // the next seat is out of it and has trumps
  int right_ruffs;
  int partner_ruffs;
  int left_master;  // the next seat has its best card
  int right_master;
  int partner_master;
  int trump;
  int trump_alone;  // no opponent has trumps
  int singleton;    // the only card of the suit beside trumps
  int wins;         // no opponent can beat the card
  int wins_rank;    // for each lower card left
  int wins_points;
  int draws_trumps;  // a trump that wins while opponents have some
  int partner_wins;  // the partner can, and no opponent can beat that
  int partner_rank;
  int partner_points;
  int lost_rank;  // otherwise
  int lost_points;
  int left_beats;  // the next seat can beat it
  int right_beats;
};

struct FollowWeights {
  int ours;        // the own side wins the trick, as far as can be seen
  int by_partner;  // the partner wins it, who plays last
  int ours_rank;   // for each lower card left
  int ours_points;
  int over_partner;  // beats the partner's card
  int takes;         // beats an opponent's card
  int ours_trump;
  int lost_rank;  // otherwise
  int lost_points;
  int lost_takes;
  int lost_trump;
  int discard_length;  // a card of another suit: for each that the hand has of it
  int discard_master;  // the best of its suit
  int discard_last;    // the last of its suit
};

inline constexpr LeadWeights kPointLead = {.own_length = -7,
                                           .partner_length = 3,
                                           .left_length = -4,
                                           .right_length = 8,
                                           .left_ruffs = 13,
                                           .right_ruffs = -17,
                                           .partner_ruffs = 5,
                                           .left_master = -5,
                                           .right_master = 0,
                                           .partner_master = -3,
                                           .trump = -39,
                                           .trump_alone = -1632,
                                           .singleton = 6,
                                           .wins = -1,
                                           .wins_rank = 10,
                                           .wins_points = 4,
                                           .draws_trumps = 5,
                                           .partner_wins = 1000,
                                           .partner_rank = -7,
                                           .partner_points = 12,
                                           .lost_rank = 3,
                                           .lost_points = -6,
                                           .left_beats = -3,
                                           .right_beats = -4};

inline constexpr std::array<FollowWeights, 3> kPointFollow = {FollowWeights{.ours = 951,
                                                                            .by_partner = 408,
                                                                            .ours_rank = 0,
                                                                            .ours_points = 10,
                                                                            .over_partner = 7,
                                                                            .takes = 0,
                                                                            .ours_trump = 130,
                                                                            .lost_rank = -1,
                                                                            .lost_points = 0,
                                                                            .lost_takes = 9,
                                                                            .lost_trump = 155,
                                                                            .discard_length = 1,
                                                                            .discard_master = -7,
                                                                            .discard_last = 3},
                                                              FollowWeights{.ours = 1000,
                                                                            .by_partner = 0,
                                                                            .ours_rank = 0,
                                                                            .ours_points = 2,
                                                                            .over_partner = 2,
                                                                            .takes = 0,
                                                                            .ours_trump = -200,
                                                                            .lost_rank = -1,
                                                                            .lost_points = -8,
                                                                            .lost_takes = 4,
                                                                            .lost_trump = -62,
                                                                            .discard_length = 1,
                                                                            .discard_master = -1,
                                                                            .discard_last = 5},
                                                              FollowWeights{.ours = 1000,
                                                                            .by_partner = 1192,
                                                                            .ours_rank = -5,
                                                                            .ours_points = 11,
                                                                            .over_partner = 0,
                                                                            .takes = 0,
                                                                            .ours_trump = -300,
                                                                            .lost_rank = 0,
                                                                            .lost_points = -4,
                                                                            .lost_takes = 4,
                                                                            .lost_trump = -86,
                                                                            .discard_length = 0,
                                                                            .discard_master = -22,
                                                                            .discard_last = 3}};

inline constexpr LeadWeights kTrickLead = {.own_length = 2,
                                           .partner_length = -1,
                                           .left_length = 1,
                                           .right_length = 0,
                                           .left_ruffs = 2,
                                           .right_ruffs = -31,
                                           .partner_ruffs = 0,
                                           .left_master = 8,
                                           .right_master = 6,
                                           .partner_master = 2,
                                           .trump = -13,
                                           .trump_alone = -1500,
                                           .singleton = -3,
                                           .wins = 1005,
                                           .wins_rank = -2,
                                           .wins_points = 0,
                                           .draws_trumps = -2,
                                           .partner_wins = 1000,
                                           .partner_rank = 3,
                                           .partner_points = 0,
                                           .lost_rank = 5,
                                           .lost_points = 0,
                                           .left_beats = -3,
                                           .right_beats = -17};

inline constexpr std::array<FollowWeights, 3> kTrickFollow = {FollowWeights{.ours = 813,
                                                                            .by_partner = 885,
                                                                            .ours_rank = -3,
                                                                            .ours_points = 0,
                                                                            .over_partner = 0,
                                                                            .takes = 1,
                                                                            .ours_trump = -42,
                                                                            .lost_rank = -1,
                                                                            .lost_points = 0,
                                                                            .lost_takes = 5,
                                                                            .lost_trump = -55,
                                                                            .discard_length = 2,
                                                                            .discard_master = -6,
                                                                            .discard_last = 6},
                                                              FollowWeights{.ours = 1001,
                                                                            .by_partner = 1305,
                                                                            .ours_rank = 0,
                                                                            .ours_points = 0,
                                                                            .over_partner = -606,
                                                                            .takes = -9,
                                                                            .ours_trump = -4,
                                                                            .lost_rank = -4,
                                                                            .lost_points = 0,
                                                                            .lost_takes = 2,
                                                                            .lost_trump = -61,
                                                                            .discard_length = -8,
                                                                            .discard_master = -36,
                                                                            .discard_last = 5},
                                                              FollowWeights{.ours = 1316,
                                                                            .by_partner = 1000,
                                                                            .ours_rank = -4,
                                                                            .ours_points = 0,
                                                                            .over_partner = -500,
                                                                            .takes = -1,
                                                                            .ours_trump = -50,
                                                                            .lost_rank = -1,
                                                                            .lost_points = 0,
                                                                            .lost_takes = -4,
                                                                            .lost_trump = -43,
                                                                            .discard_length = 6,
                                                                            .discard_master = -4,
                                                                            .discard_last = 0}};

}  // namespace KIBITZ_CPU
}  // namespace kibitz::double_dummy
