// The extension kibitz._native: the one place where the parts come together.
//
// Each other file of this folder binds one game (or one service, such as playouts) in a function
// `bind_<file name>`. CMake writes bind_all from the file names, so a new game edits nothing here.
#include <nanobind/nanobind.h>

#include "core/cpu_path.hpp"
#include "core/flat.hpp"
#include "source_hash.hpp"

namespace nb = nanobind;

namespace kibitz {

void bind_all(nb::module_& m);

namespace {

// Malformed flat lists become the error of the same name in kibitz.errors.
void translate_malformed(const std::exception_ptr& thrown, void*) {
  try {
    std::rethrow_exception(thrown);
  } catch (const Malformed& error) {
    const nb::object type = nb::module_::import_("kibitz.core.errors").attr("Malformed");
    PyErr_SetString(type.ptr(), error.what());
  }
}

}  // namespace

}  // namespace kibitz

NB_MODULE(_native, m) {
  m.doc() = "The C++ engine of kibitz; private, use the package instead.";
  m.attr("version") = KIBITZ_VERSION;
  m.attr("source_hash") = KIBITZ_SOURCE_HASH;
  m.def(
      "cpu_path", [] { return kibitz::cpu_path_name(kibitz::best_cpu_path()); },
      "The widest CPU path found at run time: avx512, avx2 or portable.");
  nb::register_exception_translator(kibitz::translate_malformed);
  kibitz::bind_all(m);
}
