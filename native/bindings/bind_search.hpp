// One template binds the searchers of every game: Searcher<List> as the class <game>_search. What it does
// is chosen in kibitz/search/native_searcher.py, its only caller.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <string>

#include "bindings/bind_match_goal.hpp"
#include "bindings/bind_net.hpp"
#include "bindings/known_position.hpp"
#include "core/game.hpp"
#include "search/searcher.hpp"

namespace kibitz {

namespace nb = nanobind;

template <class List, class... Policies>
void bind_search(nb::module_& m) {
  using G = typename List::Game;
  using Self = Searcher<List, Policies...>;
  static const std::string name = std::string(G::name) + "_search";
  nb::class_<Self> bound(m, name.c_str());
  bound
      .def(
          "__init__",
          [](Self* self, const Ints& options, const std::vector<std::uint64_t>& seeds, int seat,
             bool flat, int policy, const Ints& memory, const std::vector<double>& numbers,
             int observer, double exploration, int reward, double softness, bool to_deal, bool dice,
             int turns, const std::vector<Ints>& plans, const std::optional<NetHandle>& net,
             bool prior, bool value, double value_unit, double temperature,
             const std::optional<MatchGoalHandle>& match) {
            if (seeds.size() != 2 || reward < 0 || reward > 3 || !(softness > 0) || turns < 0 ||
                !std::isfinite(value_unit)) {
              throw Malformed("search settings");
            }
            const TreeSettings tree{
                observer, exploration,
                Reward{static_cast<RewardKind>(reward), softness, match.value_or(nullptr)},
                Horizon{to_deal, dice, turns}};
            Reader reader{std::span<const std::int32_t>(options)};
            const typename G::Options read = G::read_options(reader);
            reader.end();
            new (self) Self(read,
                            SearchSettings{seeds[0], seeds[1], seat, flat, policy, tree, plans,
                                           GuideSettings{prior, value, value_unit},
                                           net.value_or(nullptr), temperature},
                            memory, numbers);
          },
          nb::arg("options"), nb::arg("seeds"), nb::arg("seat"), nb::arg("flat"), nb::arg("policy"),
          nb::arg("memory"), nb::arg("numbers"), nb::arg("observer"), nb::arg("exploration"),
          nb::arg("reward"), nb::arg("softness"), nb::arg("to_deal"), nb::arg("dice"),
          nb::arg("turns"), nb::arg("plans"), nb::arg("net") = nb::none(), nb::arg("prior") = false,
          nb::arg("value") = false, nb::arg("value_unit") = 1.0, nb::arg("temperature") = 1.0,
          nb::arg("match") = nb::none())
      .def(
          "add_world",
          [](Self& self, const History<G>& w) { self.add_world(w.position(), w.events()); },
          nb::arg("world"))
      .def(
          // The first world, from what a view knows: its unseen cards are hidden in it.
          "know",
          [](Self& self, nb::handle view, nb::tuple fields, nb::tuple unseen) {
            KnownPosition known(view, unseen);
            const Ints flat = known.flat(fields, G::seats(self.options()));
            Reader reader{std::span<const std::int32_t>(flat)};
            typename G::Position position;
            G::start(self.options(), position);
            G::load(self.options(), position, reader);
            reader.end();
            self.add_world(position, {});
            const UnseenCards& cards = known.unseen();
            self.hide(cards.set(), cards.seats, cards.sizes, cards.excluded);
          },
          nb::arg("view"), nb::arg("fields"), nb::arg("unseen"))
      .def(
          "follow",
          [](Self& self, const History<G>& start, const Ints& actions) {
            self.follow({start.position(), actions});
          },
          nb::arg("start"), nb::arg("actions"))
      .def(
          "infer",
          [](Self& self, const History<G>& start, const Ints& actions, const NetHandle& net,
             double slip, std::size_t count, double power, bool prior) {
            self.infer({start.position(), actions}, net, slip, count, power, prior);
          },
          nb::arg("start"), nb::arg("actions"), nb::arg("net"), nb::arg("slip"), nb::arg("count"),
          nb::arg("power"), nb::arg("prior"))
      .def(
          "weigh",
          [](Self& self, const History<G>& start, const Ints& actions,
             const std::vector<std::vector<Cards>>& hands, const std::optional<NetHandle>& net,
             double slip, std::size_t first) {
            return self.weigh({start.position(), actions}, hands, net.value_or(nullptr), slip,
                              first);
          },
          nb::arg("start"), nb::arg("actions"), nb::arg("hands"), nb::arg("net"), nb::arg("slip"),
          nb::arg("first"))
      .def("effective", &Self::effective)
      .def("hide", &Self::hide, nb::arg("cards"), nb::arg("seats"), nb::arg("sizes"),
           nb::arg("excluded"))
      .def("locate", &Self::locate, nb::arg("weights"))
      .def("narrow", &Self::narrow)
      .def("run", &Self::run, nb::arg("first"), nb::arg("last"),
           nb::call_guard<nb::gil_scoped_release>())
      .def(
          "world",
          [](const Self& self, std::uint64_t i) {
            Writer writer;
            G::save(self.options(), self.world(i), writer);
            return writer.take();
          },
          nb::arg("i"))
      .def("nodes",
           [](const Self& self) {
             if (self.is_flat()) return std::size_t{0};
             return self.with_tree([](const auto& tree) { return tree.nodes(); });
           })
      .def("actions", [](const Self& self) {
        // (action, visits, available, sum of rewards, sum of their squares or -1)
        nb::list rows;
        if (self.is_flat()) {
          for (const auto& sum : self.flat().sums()) {
            rows.append(
                nb::make_tuple(sum.plan.front(), sum.visits, sum.visits, sum.total, sum.squares));
          }
          return rows;
        }
        self.with_tree([&](const auto& tree) {
          for (int i = 0; i < tree.size(0); ++i) {
            const auto& edge = tree.edges(0)[i];
            rows.append(nb::make_tuple(edge.key, edge.visits, edge.available, edge.total, -1.0));
          }
        });
        return rows;
      });
  nb::list policies;
  policies.append("random");
  (policies.append(Policies::name), ...);
  policies.append("net");
  bound.attr("policies") = policies;
}

}  // namespace kibitz
