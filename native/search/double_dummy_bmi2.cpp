// The same solver for CPUs with BMI2 (all since 2013): CMakeLists.txt compiles this file for them.
#include "search/double_dummy/make.hpp"

#if KIBITZ_HAS_BMI2
namespace kibitz::double_dummy {

std::unique_ptr<Solver> make_bmi2(Play play);

std::unique_ptr<Solver> make_bmi2(Play play) {
  return make(play);
}

}  // namespace kibitz::double_dummy
#endif
