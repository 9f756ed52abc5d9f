// The typed handle of a match goal in Python: `_native.match_goal`. See bind_net.hpp.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/shared_ptr.h>

#include <memory>

#include "search/match_goal.hpp"

namespace kibitz {

using MatchGoalHandle = std::shared_ptr<MatchGoal>;

}  // namespace kibitz
