// Matches and their table of equity, for kibitz/search/games/belote/goal.py.
#include "bindings/bind_match_goal.hpp"

#include <nanobind/ndarray.h>

#include <vector>

namespace kibitz {

namespace nb = nanobind;

void bind_match_goal(nb::module_& m) {
  using Table = nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
  nb::class_<EquityTable>(m, "equity_table")
      .def(
          "__init__",
          [](EquityTable* self, const Table& chances) {
            if (chances.shape(0) != chances.shape(1)) throw Malformed("a square table of equity");
            new (self)
                EquityTable(std::vector<double>(chances.data(), chances.data() + chances.size()),
                            chances.shape(0));
          },
          nb::arg("chances"));
  nb::class_<MatchGoal>(m, "match_goal")
      .def(
          "__init__",
          [](MatchGoal* self, const std::shared_ptr<EquityTable>& table, int own, int other,
             int target, bool leads, bool last, double unit, double now, double point) {
            if (!(unit > 0) || !(point > 0)) throw Malformed("the units of a match");
            new (self) MatchGoal{table, own, other, target, leads, last, unit, now, point};
          },
          nb::arg("table"), nb::arg("own"), nb::arg("other"), nb::arg("target"), nb::arg("leads"),
          nb::arg("last"), nb::arg("unit"), nb::arg("now"), nb::arg("point"))
      .def(
          "worth",
          [](const MatchGoal& self, int own, int other) {
            return self.worth(self.own + own, self.other + other);
          },
          nb::arg("own"), nb::arg("other"));
}

}  // namespace kibitz
