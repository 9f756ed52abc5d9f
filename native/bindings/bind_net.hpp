// The typed handle of a network in Python: `_native.Net`, held by std::shared_ptr<const Net>.
//
// A function that takes networks includes this file and has a parameter of type NetHandle.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/shared_ptr.h>

#include <memory>

#include "nets/net.hpp"

namespace kibitz {

// nanobind's shared_ptr caster wants the class as it was bound, without const.
using NetHandle = std::shared_ptr<Net>;

}  // namespace kibitz
