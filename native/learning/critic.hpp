// A critic that sees all hands, in training only: its input is what every seat observes.
//
// The observations stand one after the other, the decider's first, then in the order of play; seats that a
// table does not have are zeros. Values from all hands vary less than values from one, which makes the
// advantages less noisy. The actor never gets this input.
#pragma once

#include <memory>
#include <vector>

#include "envs/tables.hpp"
#include "learning/sparse_layer.hpp"

namespace kibitz {

class Critic {
 public:
  // Values of the decisions that wait at these tables; their inputs are appended to `seen`.
  void look(Workers& workers, Tables& tables, const std::vector<int>& waiting, int inputs,
            const Net& net, std::vector<float>& values) {
    const auto width = static_cast<std::size_t>(net.inputs());
    const int n = static_cast<int>(waiting.size());
    x_.assign(static_cast<std::size_t>(n) * width, 0.0F);
    workers.each(n, [&](int, int first, int last) {
      for (int i = first; i < last; ++i) {
        const Episode& episode = *tables[at(waiting, i)].episode;
        float* row = x_.data() + static_cast<std::size_t>(i) * width;
        for (int k = 0; k < episode.seats(); ++k) {
          const int seat = (episode.player() + k) % episode.seats();
          episode.encode(seat, row + static_cast<std::ptrdiff_t>(k) * inputs);
        }
      }
    });
    scratch_.resize(static_cast<std::size_t>(workers.size()));
    wide_.resize(static_cast<std::size_t>(n) * static_cast<std::size_t>(net.values()));
    workers.each(n, [&](int worker, int first, int last) {
      Net::Outputs out;
      out.value = wide_.data() + static_cast<std::ptrdiff_t>(first) * net.values();
      net.forward(x_.data() + static_cast<std::size_t>(first) * width, last - first,
                  at(scratch_, worker), out);
    });
    for (int i = 0; i < n; ++i) {
      at(values, i) = at(wide_, i * net.values());
      seen.add(x_.data() + static_cast<std::size_t>(i) * width, static_cast<int>(width));
    }
  }

  SparseStore seen;  // a row for each row of the collector

 private:
  std::vector<float> x_;
  std::vector<float> wide_;
  std::vector<Net::Scratch> scratch_;
};

}  // namespace kibitz
