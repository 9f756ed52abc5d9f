// Networks, for kibitz/nets/net.py.
#include "bind_net.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <initializer_list>
#include <span>
#include <string>
#include <vector>

#include "nets/net.hpp"

namespace kibitz {

namespace nb = nanobind;

namespace {

using Tensor = nb::ndarray<const float, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Rows = nb::ndarray<const float, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

NetHandle make(const Ints& description, const std::vector<Tensor>& tensors, const std::string& game,
               const std::string& encoding) {
  Reader reader{std::span<const std::int32_t>(description)};
  NetShape shape = NetShape::read(reader);
  shape.game = game;
  shape.encoding = encoding;
  std::vector<std::span<const float>> spans;
  for (const Tensor& tensor : tensors) spans.emplace_back(tensor.data(), tensor.shape(0));
  return std::make_shared<Net>(shape, spans);
}

// A new array of numpy's, put under a name; its numbers.
float* add_array(nb::dict& found, const char* name, std::initializer_list<std::size_t> shape) {
  std::size_t size = 1;
  for (const std::size_t n : shape) size *= n;
  auto* numbers = new std::vector<float>(size);
  const nb::capsule owner(numbers,
                          [](void* p) noexcept { delete static_cast<std::vector<float>*>(p); });
  found[name] = nb::cast(nb::ndarray<nb::numpy, float>(numbers->data(), shape, owner));
  return numbers->data();
}

nb::dict forward(const Net& net, const Rows& x, const std::string& path) {
  const NetShape& shape = net.shape();
  if (x.shape(1) != static_cast<std::size_t>(shape.inputs)) {
    throw Malformed("observations of another size than the network's inputs");
  }
  const CpuPath chosen = path.empty() ? best_cpu_path() : cpu_path_of(path);
  const std::size_t n = x.shape(0);
  const auto actions = static_cast<std::size_t>(shape.actions);
  const auto values = static_cast<std::size_t>(shape.values);
  nb::dict found;
  Net::Outputs out;
  if (shape.policy) out.policy = add_array(found, "policy", {n, actions});
  if (shape.value) out.value = add_array(found, "value", {n, values});
  if (shape.q) out.q = add_array(found, "q", {n, actions});
  if (shape.cards > 0) {
    out.locations = add_array(
        found, "locations",
        {n, static_cast<std::size_t>(shape.cards), static_cast<std::size_t>(shape.places)});
  }
  if (shape.moments) {
    out.mean = add_array(found, "mean", {n, values});
    out.log_variance = add_array(found, "log_variance", {n, values});
  }
  thread_local Net::Scratch scratch;
  const float* rows = x.data();
  const nb::gil_scoped_release release;
  net.forward(rows, static_cast<int>(n), scratch, out, chosen);
  return found;
}

}  // namespace

void bind_net(nb::module_& m) {
  nb::class_<Net>(m, "Net")
      .def(nb::new_(&make), nb::arg("description"), nb::arg("tensors"), nb::arg("game") = "",
           nb::arg("encoding") = "")
      .def_prop_ro("inputs", &Net::inputs)
      .def_prop_ro("actions", &Net::actions)
      .def_prop_ro("game", [](const Net& net) { return net.shape().game; })
      .def_prop_ro("encoding", [](const Net& net) { return net.shape().encoding; })
      .def("forward", &forward, nb::arg("x"), nb::arg("path") = "",
           "The answers of all heads by name; `path` forces portable, avx2 or avx512.");
  m.def("net_paths", [] {
    nb::list names;
    for (const CpuPath path : {CpuPath::avx512, CpuPath::avx2, CpuPath::portable}) {
      if (has_cpu_path(path)) names.append(cpu_path_name(path));
    }
    return names;
  });
}

}  // namespace kibitz
