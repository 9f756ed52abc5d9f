// One template binds the searchers of every game: Searcher<G> as the class <game>_search. What it does
// is chosen in kibitz/search/native.py, its only caller.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/vector.h>

#include <string>

#include "core/game.hpp"
#include "search/searcher.hpp"

namespace kibitz {

namespace nb = nanobind;

template <GameRules G, class... Policies>
void bind_search(nb::module_& m) {
  using Self = Searcher<G, Policies...>;
  static const std::string name = std::string(G::name) + "_search";
  nb::class_<Self> bound(m, name.c_str());
  bound
      .def(
          "__init__",
          [](Self* self, const History<G>& world, const std::vector<std::uint64_t>& seeds, int seat,
             bool flat, int policy, const Ints& memory, const std::vector<double>& numbers,
             int observer, double exploration, int reward, double softness, bool to_deal, bool dice,
             int turns, const std::vector<Ints>& plans) {
            if (seeds.size() != 2 || reward < 0 || reward > 3 || !(softness > 0) || turns < 0) {
              throw Malformed("search settings");
            }
            const TreeSettings tree{observer, exploration,
                                    Reward{static_cast<RewardKind>(reward), softness},
                                    Horizon{to_deal, dice, turns}};
            new (self) Self(world.options(),
                            SearchSettings{seeds[0], seeds[1], seat, flat, policy, tree, plans},
                            memory, numbers);
          },
          nb::arg("world"), nb::arg("seeds"), nb::arg("seat"), nb::arg("flat"), nb::arg("policy"),
          nb::arg("memory"), nb::arg("numbers"), nb::arg("observer"), nb::arg("exploration"),
          nb::arg("reward"), nb::arg("softness"), nb::arg("to_deal"), nb::arg("dice"),
          nb::arg("turns"), nb::arg("plans"))
      .def(
          "add_world", [](Self& self, const History<G>& w) { self.add_world(w.position()); },
          nb::arg("world"))
      .def("hide", &Self::hide, nb::arg("cards"), nb::arg("seats"), nb::arg("sizes"),
           nb::arg("excluded"))
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
      .def("nodes", [](const Self& self) { return self.is_flat() ? 0 : self.tree().nodes(); })
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
        for (int i = 0; i < self.tree().size(0); ++i) {
          const Tree::Edge& edge = self.tree().edges(0)[i];
          rows.append(nb::make_tuple(edge.key, edge.visits, edge.available, edge.total, -1.0));
        }
        return rows;
      });
  nb::list policies;
  policies.append("random");
  (policies.append(Policies::name), ...);
  bound.attr("policies") = policies;
}

}  // namespace kibitz
