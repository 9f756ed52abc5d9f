// A policy on a seat, whatever its type, and the table of all native players of a game by name.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "core/game.hpp"
#include "core/log.hpp"
#include "players/policy.hpp"

namespace kibitz {

template <GameRules G>
class Player {
 public:
  virtual ~Player() = default;
  virtual void begin(const typename G::Options& o, int seat, std::uint64_t seed) = 0;
  virtual void dealt(const typename G::Options& o, const typename G::Position& p) = 0;
  virtual bool sees_deals() const { return true; }  // whether `dealt` does anything
  virtual void note(const typename G::Options& o, const typename G::Position& p, int action) = 0;
  virtual int choose(const typename G::Options& o, const typename G::Position& p) = 0;

  // Whether it follows the log of all events, for what the position forgets. Events of other seats
  // may hold what its own seat cannot know: an encoder's Track hands on only what it may.
  virtual bool listens() const { return false; }
  virtual void event(Kind, int, std::span<const std::int32_t>) {}
};

template <GameRules G, PolicyOf<G> P>
class PlayerOf : public Player<G> {
 public:
  explicit PlayerOf(std::span<const double> numbers) {
    tune<P>(numbers, fresh_);
    memory_ = fresh_;
  }

  void begin(const typename G::Options& o, int seat, std::uint64_t seed) override {
    rng_ = Stream(seed);
    memory_ = fresh_;
    if constexpr (requires { P::begin(o, seat, memory_); }) P::begin(o, seat, memory_);
  }

  void dealt(const typename G::Options& o, const typename G::Position& p) override {
    if constexpr (requires { P::dealt(o, p, memory_); }) P::dealt(o, p, memory_);
  }

  bool sees_deals() const override {
    return requires(const typename G::Options& o, const typename G::Position& p,
                    typename P::Memory& memory) { P::dealt(o, p, memory); };
  }

  void note(const typename G::Options& o, const typename G::Position& p, int action) override {
    P::note(o, p, action, memory_);
  }

  int choose(const typename G::Options& o, const typename G::Position& p) override {
    return P::choose(o, p, memory_, rng_);
  }

 protected:
  typename P::Memory memory_{};
  Stream rng_{0};

 private:
  typename P::Memory fresh_{};  // as a game begins
};

#if KIBITZ_HAS_BMI2_PATH
// The same, with its choice compiled for CPUs with BMI2.
template <GameRules G, PolicyOf<G> P>
class PlayerOfBmi2 final : public PlayerOf<G, P> {
 public:
  using PlayerOf<G, P>::PlayerOf;

  __attribute__((target("bmi,bmi2,popcnt,lzcnt"), flatten)) int choose(
      const typename G::Options& o, const typename G::Position& p) override {
    return P::choose(o, p, this->memory_, this->rng_);
  }
};
#endif

// The native players of a game.
template <GameRules G, class... Policies>
struct Players {
  using Random = Uniform<PortableBits, G>;

  static std::vector<const char*> names() { return {Random::name, Policies::name...}; }

  static std::unique_ptr<Player<G>> make(std::string_view name, std::span<const double> numbers) {
    std::unique_ptr<Player<G>> made = make_one<Random>(name, numbers);
    ((made = made ? std::move(made) : make_one<Policies>(name, numbers)), ...);
    if (!made) throw Malformed("no native player of that name");
    return made;
  }

 private:
  template <class P>
  static std::unique_ptr<Player<G>> make_one(std::string_view name,
                                             std::span<const double> numbers) {
    if (name != P::name) return nullptr;
#if KIBITZ_HAS_BMI2_PATH
    if (has_bmi2()) return std::make_unique<PlayerOfBmi2<G, P>>(numbers);
#endif
    return std::make_unique<PlayerOf<G, P>>(numbers);
  }
};

}  // namespace kibitz
