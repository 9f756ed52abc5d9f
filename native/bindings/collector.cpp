// The collector of training rows, for kibitz/learning/collector.py.
#include "learning/collector.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <string>
#include <utility>
#include <vector>

#include "bindings/bind_tables.hpp"

namespace kibitz {

namespace {

struct BoundCollector {
  TableRules rules;
  Collector collector;
};

// A numpy array that owns a moved vector.
template <class T, class Memory>
nb::object own(std::vector<T, Memory>&& numbers, std::initializer_list<std::size_t> shape) {
  using Held = std::vector<T, Memory>;
  auto* held = new Held(std::move(numbers));
  const nb::capsule owner(held, [](void* p) noexcept { delete static_cast<Held*>(p); });
  return nb::cast(nb::ndarray<nb::numpy, T>(held->data(), shape, owner));
}

// One number of every item, as an array.
template <class T, class Item>
nb::object column(const std::vector<Item>& items, T Item::* member) {
  std::vector<T> numbers;
  numbers.reserve(items.size());
  for (const Item& item : items) numbers.push_back(item.*member);
  return own(std::move(numbers), {items.size()});
}

template <class T, class Array>
nb::object table(const std::vector<Finished>& items, Array Finished::* member) {
  std::vector<T> numbers;
  for (const Finished& item : items) {
    for (const auto x : item.*member) numbers.push_back(static_cast<T>(x));
  }
  return own(std::move(numbers), {items.size(), static_cast<std::size_t>(kMaxSeats)});
}

nb::dict finished_arrays(const std::vector<Finished>& finished) {
  nb::dict out;
  out["seed"] = column(finished, &Finished::seed);
  out["game"] = column(finished, &Finished::game);
  out["kind"] = column(finished, &Finished::kind);
  out["players"] = column(finished, &Finished::players);
  out["length"] = column(finished, &Finished::length);
  out["rows"] = column(finished, &Finished::rows);
  out["who"] = table<std::int32_t>(finished, &Finished::who);
  out["decisions"] = table<std::int32_t>(finished, &Finished::decisions);
  out["reward"] = table<float>(finished, &Finished::reward);
  out["returns"] = table<float>(finished, &Finished::returns);
  out["outcome"] = table<float>(finished, &Finished::outcome);
  return out;
}

std::pair<nb::dict, nb::dict> arrays(Batch&& batch) {
  const std::vector<Row>& rows = batch.rows.rows;
  nb::dict out;
  out["seed"] = column(rows, &Row::seed);
  out["action"] = column(rows, &Row::action);
  out["expert"] = column(rows, &Row::expert);
  out["logp"] = column(rows, &Row::logp);
  out["value"] = column(rows, &Row::value);
  out["reward"] = column(rows, &Row::reward);
  out["advantage"] = column(rows, &Row::advantage);
  out["who"] = column(rows, &Row::who);
  out["players"] = column(rows, &Row::players);
  out["kind"] = column(rows, &Row::kind);
  out["game"] = column(rows, &Row::game);
  out["seat"] = column(rows, &Row::seat);
  out["next"] = column(rows, &Row::next);
  const std::size_t n = rows.size();
  const auto inputs = static_cast<std::size_t>(batch.rows.inputs);
  const auto actions = static_cast<std::size_t>(batch.rows.actions);
  out["observation"] = own(std::move(batch.rows.observation), {n, inputs});
  out["mask"] = own(std::move(batch.rows.mask), {n, actions});
  if (batch.seen.size() > 0) {
    SparseStore& seen = batch.seen;
    const std::size_t entries = seen.index.size();
    out["seen"] =
        nb::make_tuple(own(std::move(seen.first), {n + 1}), own(std::move(seen.index), {entries}),
                       own(std::move(seen.value), {entries}));
  } else {
    out["seen"] = nb::none();
  }
  return {out, finished_arrays(batch.finished)};
}

void make(BoundCollector* self, const std::string& game, const std::string& encoding,
          const std::vector<Ints>& options, const std::vector<double>& weights, const Ints& fixed,
          const std::vector<Ints>& sides, const std::string& reward, double scale, bool by_deal,
          bool skip_forced, int n, std::uint64_t seed) {
  if (n < 1 || n > kTablesMax || (!fixed.empty() && fixed.size() != static_cast<std::size_t>(n))) {
    throw Malformed("a number of games out of range");
  }
  TableRules rules = read_rules(game, encoding, options, weights, fixed, sides, reward, scale,
                                by_deal, skip_forced);
  const EpisodeMaker& maker = *rules.maker;
  new (self) BoundCollector{
      rules, Collector(maker, encoding, rules.episode, rules.reward, weights, fixed, n, seed)};
}

// The critic's input is the observations of at most this many seats.
void check_critic(const Net& critic, const TableRules& rules) {
  const int most = *std::ranges::max_element(rules.seats);
  if (!critic.has_value() || critic.inputs() != most * rules.inputs()) {
    throw Malformed("a critic whose inputs are not the observations of all seats");
  }
}

std::pair<nb::dict, nb::dict> collect(BoundCollector& self, std::optional<NetHandle> net,
                                      std::optional<NetHandle> critic,
                                      const std::vector<OpponentGiven>& opponents,
                                      const SeatingRows& seating, const SeatingKinds& kinds,
                                      const std::optional<OpponentGiven>& teacher, int rows,
                                      double gamma, double lambda, float temperature, bool whole,
                                      int threads) {
  if (rows < 1 || threads < 1 || threads > kThreadsMax || !(temperature >= 0) ||
      !std::isfinite(gamma) || !std::isfinite(lambda)) {
    throw Malformed("rows, threads, gamma, lambda or temperature out of range");
  }
  if (net) check_net(**net, self.rules);
  if (critic) check_critic(**critic, self.rules);
  const std::shared_ptr<const Seating> seats =
      read_seating(opponents, seating, kinds, self.rules, self.collector.size());
  const std::shared_ptr<const Opponent> shown =
      teacher ? read_opponent(*teacher, self.rules) : nullptr;
  const CollectRules rules{rows, gamma, lambda, temperature, whole, threads};
  const std::shared_ptr<const Net> learner = net ? *net : nullptr;
  const std::shared_ptr<const Net> judge = critic ? *critic : nullptr;
  Batch batch;
  {
    const nb::gil_scoped_release release;
    batch = self.collector.collect(learner, judge, seats, shown, rules);
  }
  return arrays(std::move(batch));
}

}  // namespace

void bind_collector(nb::module_& m) {
  nb::class_<BoundCollector>(m, "Collector")
      .def("__init__", &make, nb::arg("game"), nb::arg("encoding"), nb::arg("options"),
           nb::arg("weights"), nb::arg("fixed"), nb::arg("sides"), nb::arg("reward"),
           nb::arg("scale"), nb::arg("by_deal"), nb::arg("skip_forced"), nb::arg("n"),
           nb::arg("seed"))
      .def("collect", &collect, nb::arg("net").none(), nb::arg("critic").none(),
           nb::arg("opponents"), nb::arg("seating"), nb::arg("kinds"), nb::arg("teacher").none(),
           nb::arg("rows"), nb::arg("gamma"), nb::arg("lam"), nb::arg("temperature"),
           nb::arg("whole"), nb::arg("threads"))
      .def("state", [](BoundCollector& self) { return self.collector.state(); })
      .def(
          "restore",
          [](BoundCollector& self, const std::vector<std::uint64_t>& counts) {
            if (counts.size() != static_cast<std::size_t>(self.collector.size())) {
              throw Malformed("one count for each game");
            }
            self.collector.restore(counts);
          },
          nb::arg("counts"));
}

}  // namespace kibitz
