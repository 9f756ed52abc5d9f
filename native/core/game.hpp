// The native side of the contract: what a game is, and one game under way.
//
// A game is a struct of static functions over two trivially copyable values: Options (fixed for a
// game) and Position (all that matters from here on). Search copies Positions; History keeps the
// logs beside one and is what Python holds. The twin of kibitz/core/python_state.py.
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

#include "core/flat.hpp"
#include "core/log.hpp"
#include "core/rng.hpp"

namespace kibitz {

inline constexpr int kChance = -1;  // the player of a position that waits for a deal or for dice
inline constexpr int kOver = -2;    // the player of a position whose game is over
inline constexpr int kMaxSeats = 8;

using Points = std::array<double, kMaxSeats>;

// Legal actions, ascending, without allocation.
template <int Capacity>
class ActionList {
 public:
  void clear() { size_ = 0; }
  void add(int action) {
    ids_[static_cast<std::size_t>(size_++)] = static_cast<std::uint16_t>(action);
  }
  int size() const { return size_; }
  bool empty() const { return size_ == 0; }
  int operator[](int i) const { return ids_[static_cast<std::size_t>(i)]; }
  const std::uint16_t* begin() const { return ids_.data(); }
  const std::uint16_t* end() const { return ids_.data() + size_; }

 private:
  int size_ = 0;
  std::array<std::uint16_t, Capacity> ids_;
};

// The legal actions as a set: base + b for every bit b. A game whose actions of a phase span at most 64
// ids offers it as `legal_set`, for playouts.
struct LegalSet {
  std::uint64_t set;
  int base;
};

// What native/games/<game>.hpp must give. Functions that take a log are templates over it.
template <class G>
concept GameRules =
    std::is_trivially_copyable_v<typename G::Options> &&
    std::is_trivially_copyable_v<typename G::Position> &&
    requires(const typename G::Options& o, typename G::Position& p, const typename G::Position& cp,
             Reader& reader, Writer& writer, Stream& stream, Ints& ints,
             std::span<const std::int32_t> outcome, NoLog& log, typename G::Actions& actions,
             Points& points) {
      { G::name } -> std::convertible_to<const char*>;
      { G::kActions } -> std::convertible_to<int>;
      { G::read_options(reader) } -> std::same_as<typename G::Options>;
      { G::seats(o) } -> std::same_as<int>;
      G::start(o, p);  // before the first chance event
      { G::player(o, cp) } -> std::same_as<int>;
      { G::phase(o, cp) } -> std::same_as<int>;  // the place in PHASES of the Python game
      G::legal(o, cp, actions);
      { G::is_legal(o, cp, 0) } -> std::same_as<bool>;
      G::draw(o, cp, stream, ints);     // the flat outcome of the chance event that is waited for
      G::deal_out(o, p, outcome, log);  // logs exactly one event, of kind deal or chance
      G::apply(o, p, 0, log);           // the action's own event is logged by the caller
      G::returns(o, cp, points);
      G::outcome(o, cp, points);
      G::scores(o, cp, points);
      G::save(o, cp, writer);  // the flat position, in the order of POSITION_SHAPE
      G::load(o, p, reader);
    };

// One game under way: a position and its logs.
template <GameRules G>
class History {
 public:
  explicit History(const typename G::Options& options) : options_(options) {
    G::start(options_, position_);
    reserve();
  }

  // A copy is made to be played on: it gets room for that.
  History(const History& other)
      : options_(other.options_), position_(other.position_), seed_(other.seed_) {
    reserve(other.actions_.size(), other.log_.data.size());
    actions_.assign(other.actions_.begin(), other.actions_.end());
    chance_ = other.chance_;
    log_.data.assign(other.log_.data.begin(), other.log_.data.end());
  }

  History& operator=(const History&) = default;
  ~History() = default;

  const typename G::Options& options() const { return options_; }
  const typename G::Position& position() const { return position_; }
  int player() const { return G::player(options_, position_); }
  const std::vector<std::uint16_t>& actions() const { return actions_; }
  const std::vector<Ints>& chance() const { return chance_; }
  const Ints& events() const { return log_.data; }
  std::optional<std::uint64_t> seed() const { return seed_; }

  void legal(typename G::Actions& actions) const {
    actions.clear();
    if (player() >= 0) G::legal(options_, position_, actions);
  }

  // Makes the action if it is legal; returns whether it was.
  bool apply(int action) {
    const int seat = player();
    if (seat < 0 || action < 0 || action >= G::kActions ||
        !G::is_legal(options_, position_, action)) {
      return false;
    }
    log_.event(Kind::action, seat, {action});
    actions_.push_back(static_cast<std::uint16_t>(action));
    G::apply(options_, position_, action, log_);
    settle();
    return true;
  }

  void take(Ints outcome) {
    if (player() != kChance) throw Malformed("no chance event is waited for");
    G::deal_out(options_, position_, std::span<const std::int32_t>(outcome), log_);
    chance_.push_back(std::move(outcome));
    settle();
  }

  void load(Reader& reader) {
    typename G::Position fresh;
    G::start(options_, fresh);
    G::load(options_, fresh, reader);
    reader.end();
    position_ = fresh;
  }

  // Lets a seed resolve chance from here on, beginning with what is waited for.
  void reseed(std::uint64_t seed) {
    seed_ = seed;
    settle();
  }

  // Sets the seed of coming chance without resolving any: for undo, which restores an earlier
  // moment.
  void keep_seed(std::optional<std::uint64_t> seed) { seed_ = seed; }

 private:
  // Room for a round of any game, so that a step hardly ever allocates.
  void reserve(std::size_t actions = 0, std::size_t events = 0) {
    actions_.reserve(actions + 64);
    log_.data.reserve(events + 256);
  }

  void settle() {
    while (seed_ && player() == kChance) {
      Stream stream(mix(*seed_, chance_.size()));
      Ints outcome;
      G::draw(options_, position_, stream, outcome);
      G::deal_out(options_, position_, std::span<const std::int32_t>(outcome), log_);
      chance_.push_back(std::move(outcome));
    }
  }

  typename G::Options options_;
  typename G::Position position_;
  std::vector<std::uint16_t> actions_;
  std::vector<Ints> chance_;
  EventLog log_;
  std::optional<std::uint64_t> seed_;
};

}  // namespace kibitz
