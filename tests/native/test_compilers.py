"""The parts of the native engine that differ between compilers give the same numbers.

`make compilers` builds the whole engine with Clang, and as plain standard C++, and runs the native
tests on both; here is the part that takes a second.
"""

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROGRAM = """
#include <cstdint>
#include <cstdio>

#include "core/lanes.hpp"
#include "core/rng.hpp"

int main() {
  kibitz::Stream stream(7);
  std::uint64_t folded = 0;
  for (int i = 0; i < 100000; ++i) {
    const std::uint64_t a = stream.word(), b = stream.word();
    folded = kibitz::mix(folded ^ kibitz::multiply_high(a, b), 1);
    const std::uint64_t edge = ~std::uint64_t{0} << (i % 64);
    folded ^= kibitz::multiply_high(edge, a | 1);
  }
  using Longs = kibitz::Lanes<std::uint32_t, 4>;
  const Longs x{1, 2, 3, 0xFFFFFFFFU};
  const auto more = x > Longs::all(2);
  static_assert(sizeof(more) == sizeof(x));
  const Longs y = (x + 1U) * x - (x >> 1 ^ ~x);
  std::printf("%llx %d %d %x %x\\n", static_cast<unsigned long long>(folded), more[1], more[3],
              y[2], y[3]);
}
"""


@pytest.mark.skipif(shutil.which("c++") is None, reason="there is no C++ compiler")
def test_plain_and_extended_code_agree(tmp_path: Path) -> None:
    source = tmp_path / "numbers.cpp"
    source.write_text(PROGRAM)
    reply = set()
    strict = ["-std=c++20", "-Wall", "-Wextra", "-Wconversion", "-Werror", f"-I{ROOT / 'native'}"]
    for flags in ([], ["-DKIBITZ_PLAIN", "-pedantic-errors"]):
        program = tmp_path / f"numbers{len(flags)}"
        subprocess.run(["c++", *strict, *flags, str(source), "-o", str(program)], check=True)
        reply.add(subprocess.run([str(program)], capture_output=True, check=True).stdout)
    (line,) = reply
    assert line.split()[1:3] == [b"0", b"-1"]


@pytest.mark.soak
@pytest.mark.timeout(7200)
@pytest.mark.skipif(shutil.which("clang++-19") is None, reason="there is no clang++-19")
def test_the_engine_built_by_clang_and_as_plain_code() -> None:
    subprocess.run(["make", "compilers"], cwd=ROOT, check=True)
