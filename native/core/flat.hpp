// Flat lists of integers: how deals, positions and options cross between the engines.
//
// The order is that of the shape in the game's Python folder (see kibitz/core/shape.py): an int as
// itself, a list as its length and its items, a value that may be missing as 0, or 1 and the value.
// A reader trusts nothing: what is too short, too long or out of range throws Malformed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <vector>

namespace kibitz {

using Ints = std::vector<std::int32_t>;

class Malformed : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class Reader {
 public:
  explicit Reader(std::span<const std::int32_t> data) : data_(data) {}

  // The next number, which must be from low to high.
  int number(int low, int high) {
    if (next_ == data_.size()) throw Malformed("a flat list that ends too early");
    const int x = data_[next_++];
    if (x < low || x > high) throw Malformed("a number out of range in a flat list");
    return x;
  }

  bool flag() { return number(0, 1) != 0; }

  void end() const {
    if (next_ != data_.size()) throw Malformed("a flat list that goes on too long");
  }

 private:
  std::span<const std::int32_t> data_;
  std::size_t next_ = 0;
};

class Writer {
 public:
  void number(std::int64_t x) { data_.push_back(static_cast<std::int32_t>(x)); }
  void flag(bool x) { data_.push_back(x ? 1 : 0); }
  Ints take() { return std::move(data_); }

 private:
  Ints data_;
};

}  // namespace kibitz
