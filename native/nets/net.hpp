// A network at run time: the twin of kibitz/nets/net.py, which documents the layers.
//
// A trunk of dense layers (layer norm and residual connections where the description has them) and
// heads on top of it: policy, value, action values, card locations, mean and log-variance.
//
// Numerics: every output starts at its bias and adds x[k] * w[k][j] for k = 0, 1, 2... in single
// precision, one rounding for the product and one for the sum (nothing is fused). Sums across outputs
// (layer norm, dueling) run in 16 interleaved lanes that are folded pairwise. The order depends neither
// on the batch nor on the CPU, and adding a product with 0 changes nothing: so one row, a batch, every
// CPU path and numpy give the same numbers, and zeros may be skipped wherever that is faster. BLAS
// (torch) adds in another order: expect about 1e-5 of the largest term there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/flat.hpp"
#include "nets/net_layer.hpp"

namespace kibitz {

// The description as numbers: what Description.flat() of kibitz/nets/layers.py gives.
struct NetShape {
  static constexpr int kWidthMax = 1 << 14;
  static constexpr int kInputsMax = 1 << 16;
  static constexpr int kLayersMax = 64;

  int inputs = 0;
  int actions = 0;
  int values = 1;  // numbers of the value head, and of each moment
  std::vector<int> trunk;
  bool residual = false;
  bool layer_norm = false;
  bool policy = false;
  bool value = false;
  bool q = false;
  bool dueling = false;
  int cards = 0;  // of the head of locations; 0 where there is none
  int places = 0;
  bool moments = false;
  // What it plays, and the observation that it reads; empty if not given.
  std::string game;
  std::string encoding;

  static NetShape read(Reader& reader);
};

// Immutable once it is made, so any number of threads may ask it, each with its own Scratch.
class Net {
 public:
  // Where the answers go: rows after rows, nullptr for what is not wanted.
  struct Outputs {
    float* policy = nullptr;        // [rows, actions], logits
    float* value = nullptr;         // [rows, values]
    float* q = nullptr;             // [rows, actions]
    float* locations = nullptr;     // [rows, cards, places], logits
    float* mean = nullptr;          // [rows, values]
    float* log_variance = nullptr;  // [rows, values]
  };

  // Buffers of one thread; they grow to what the largest network needs.
  struct Scratch {
    NetFloats now;
    NetFloats next;
    NetFloats head;
    NetSparse sparse;
  };

  // The tensors in the order of Description.shapes(); Malformed for sizes or numbers that do not fit.
  Net(const NetShape& shape, std::span<const std::span<const float>> tensors);

  int inputs() const { return shape_.inputs; }
  int actions() const { return shape_.actions; }
  int values() const { return shape_.values; }
  bool has_policy() const { return shape_.policy; }
  bool has_value() const { return shape_.value; }
  bool has_q() const { return shape_.q; }
  bool has_locations() const { return shape_.cards > 0; }
  bool has_moments() const { return shape_.moments; }
  const NetShape& shape() const { return shape_; }

  // x is [rows, inputs]. An output of a head that the network lacks is Malformed.
  void forward(const float* x, int rows, Scratch& scratch, const Outputs& out) const {
    forward(x, rows, scratch, out, best_cpu_path());
  }
  void forward(const float* x, int rows, Scratch& scratch, const Outputs& out, CpuPath path) const;

 private:
  void block(const float* x, int rows, Scratch& scratch, const Outputs& out, CpuPath path) const;

  NetShape shape_;
  std::vector<NetLayer> trunk_;
  NetLayer policy_;
  NetLayer value_;
  NetLayer q_;
  NetLayer q_state_;
  NetLayer locations_;
  NetLayer moments_;
};

}  // namespace kibitz
