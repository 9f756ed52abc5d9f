// The value network of Qwixx, for kibitz/nets/qwixx_value.py and kibitz/learning/qwixx_value.py.
#include "nets/qwixx_value.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/game.hpp"
#include "learning/qwixx_samples.hpp"
#include "nets/qwixx_moments.hpp"

namespace kibitz {

namespace nb = nanobind;

namespace {

template <class T>
using Flat = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

void keep(std::uint64_t key, const Flat<float>& numbers) {
  const std::span<const float> all(numbers.data(), numbers.shape(0));
  QwixxNets::keep(key, qwixx_net(all));
}

template <class T>
nb::object array_of(std::vector<T>&& numbers, std::initializer_list<std::size_t> shape) {
  auto* kept = new std::vector<T>(std::move(numbers));
  const nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
  using Number = std::conditional_t<std::is_same_v<T, float>, float, std::int16_t>;
  return nb::cast(nb::ndarray<nb::numpy, Number>(kept->data(), shape, owner));
}

// Strength, mean and log-variance of each place of positions with as many players, by their inputs.
nb::object outputs(std::uint64_t key,
                   const nb::ndarray<const std::int16_t, nb::shape<-1, -1, QwixxNet::kInputs>,
                                     nb::c_contig, nb::device::cpu>& inputs) {
  const std::shared_ptr<const QwixxNet> net = QwixxNets::find(key);
  const std::size_t players = inputs.shape(1);
  if (players < 1 || players > Qwixx::kPlayersMax) throw Malformed("no number of players");
  std::vector<float> found;
  const std::int16_t* next = inputs.data();
  for (std::size_t i = 0; i < inputs.shape(0); ++i) {
    QwixxNet::Table table{};
    for (std::size_t place = 0; place < players; ++place) {
      std::copy_n(next, QwixxNet::kInputs, table[place].begin());
      next += QwixxNet::kInputs;
      for (const int input : table[place]) {
        if (input < 0 || input >= QwixxNet::kTable) throw Malformed("an input out of range");
      }
    }
    QwixxNet::Scratch scratch;
    QwixxNet::Out out;
    net->forward(table, static_cast<int>(players), scratch, false, out);
    for (std::size_t place = 0; place < players; ++place) {
      found.insert(found.end(), out[place].begin(), out[place].end());
    }
  }
  return array_of(std::move(found), {inputs.shape(0), players, std::size_t{QwixxNet::kOut}});
}

// For each number of players: inputs, wins, points and final scores by position and place. By the
// network of the key and ga with these weights, or without a key by ga alone.
nb::list samples(std::optional<std::uint64_t> key, const std::vector<std::vector<double>>& rivals,
                 const std::array<double, Qwixx::kPlayersMax>& players,
                 const std::array<double, 3>& mixes, std::uint64_t seed, std::uint64_t first,
                 std::uint64_t last, int openings, double explore, double trace, int rollouts,
                 int rolls, int threads) {
  double weights = 0;
  for (const double weight : players) weights += weight >= 0 ? weight : -1e9;
  double mixed = 0;
  for (const double weight : mixes) mixed += weight >= 0 ? weight : -1e9;
  if (last < first || last - first > 10'000'000 || openings < 1 || openings > 1000 ||
      !(explore >= 0 && explore <= 1) || !(trace >= 0 && trace <= 1) || rollouts < 0 ||
      rollouts > 100'000 || rolls < 0 || rolls > 10'000 || threads < 1 || threads > 256 ||
      !(weights > 0) || !(mixed > 0)) {
    throw Malformed("settings of samples");
  }
  const QwixxSampling sampling{seed, openings, explore, trace, rollouts, rolls, players, mixes};
  const std::shared_ptr<const QwixxNet> net = key ? QwixxNets::find(*key) : nullptr;
  QwixxSamplesByPlayers found;
  {
    const nb::gil_scoped_release free;
    found = QwixxSampler(net, rivals, sampling).sample(first, last, threads);
  }
  nb::list all;
  for (std::size_t i = 0; i < found.size(); ++i) {
    QwixxSamples& these = found[i];
    const std::size_t n = i + 1;
    const std::size_t count = these.wins.size() / n;
    all.append(nb::make_tuple(
        array_of(std::move(these.inputs), {count, n, std::size_t{QwixxNet::kInputs}}),
        array_of(std::move(these.wins), {count, n}), array_of(std::move(these.points), {count, n}),
        array_of(std::move(these.finals), {count, n})));
  }
  return all;
}

// A game of the usual kind between two turns, from numbers in the form of State.save.
struct Between {
  Qwixx::Options options{};
  Qwixx::Position position{};

  Between(int players, bool sequential, const std::vector<std::int32_t>& numbers) {
    if (players < 1 || players > Qwixx::kPlayersMax) throw Malformed("no number of players");
    options.players = small(players);
    options.sequential = sequential;
    options.faces = 6;
    options.rows = Qwixx::kRows;
    options.strikes = Qwixx::kStrikesEnd;
    Reader in(numbers);
    Qwixx::load(options, position, in);
    in.end();
    if (position.phase != Qwixx::kRoll) {
      throw Malformed("a position that is not between two turns");
    }
  }
};

// What a seat can expect after one more turn, for each of some rolls of the dice.
std::vector<double> after_rolls(std::uint64_t key, int rank, int players, bool sequential,
                                const std::vector<std::int32_t>& position, int seat,
                                const std::vector<int>& rolls) {
  const Between from(players, sequential, position);
  if (seat < 0 || seat >= players) throw Malformed("no seat");
  if (rank < 0 || rank > 2) throw Malformed("no rank");
  QwixxValue::Memory memory;
  memory.net = QwixxNets::find(key);
  memory.rank = static_cast<QwixxRank>(small(rank));
  std::vector<double> found;
  const nb::gil_scoped_release free;
  Stream none(0);  // nothing is drawn
  for (const int roll : rolls) {
    if (roll < 0 || roll >= Qwixx::kRolls) throw Malformed("no roll of the dice");
    found.push_back(QwixxValue::after_roll(from.options, from.position, seat, roll, memory, none));
  }
  return found;
}

// Final scores of games by the network.
nb::object scores(std::uint64_t key, int players, bool sequential,
                  const std::vector<std::int32_t>& position, std::uint64_t seed, int games) {
  if (games < 0 || games > 10'000'000) throw Malformed("settings of scores");
  const Between from(players, sequential, position);
  const std::shared_ptr<const QwixxNet> net = QwixxNets::find(key);
  std::vector<float> found;
  {
    const nb::gil_scoped_release free;
    found = qwixx_scores(net, from.options, from.position, seed, games);
  }
  return array_of(std::move(found),
                  {static_cast<std::size_t>(games), static_cast<std::size_t>(players)});
}

}  // namespace

void bind_qwixx_value(nb::module_& m) {
  m.attr("qwixx_value_numbers") = QwixxTableNet::kNumbers;
  m.def("qwixx_value_keep", &keep, nb::arg("key"), nb::arg("numbers"));
  m.def("qwixx_value_outputs", &outputs, nb::arg("key"), nb::arg("inputs"));
  m.def("qwixx_value_samples", &samples, nb::arg("key").none(), nb::arg("rivals"),
        nb::arg("players"), nb::arg("mixes"), nb::arg("seed"), nb::arg("first"), nb::arg("last"),
        nb::arg("openings"), nb::arg("explore"), nb::arg("trace"), nb::arg("rollouts"),
        nb::arg("rolls"), nb::arg("threads"));
  m.def("qwixx_value_after_rolls", &after_rolls, nb::arg("key"), nb::arg("rank"),
        nb::arg("players"), nb::arg("sequential"), nb::arg("position"), nb::arg("seat"),
        nb::arg("rolls"));
  m.def("qwixx_value_scores", &scores, nb::arg("key"), nb::arg("players"), nb::arg("sequential"),
        nb::arg("position"), nb::arg("seed"), nb::arg("games"));
}

}  // namespace kibitz
