// Threads that share out a range of numbers, again and again: what steps many games at once needs.
//
// each(n, work) calls work(worker, first, last) once on every worker, for neighbouring parts of 0 .. n - 1,
// and returns when all are done. What a worker throws is thrown to the caller. Threads wait at a barrier
// between two calls, which costs microseconds where starting them would cost a hundred.
#pragma once

#include <algorithm>
#include <barrier>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

namespace kibitz {

class Workers {
 public:
  using Work = std::function<void(int worker, int first, int last)>;

  explicit Workers(int threads) : size_(std::max(1, threads)), failed_(count()) {
    if (size_ == 1) return;
    barrier_ = std::make_unique<std::barrier<>>(size_);
    for (int i = 1; i < size_; ++i) threads_.emplace_back([this, i] { serve(i); });
  }

  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  ~Workers() {
    if (barrier_ == nullptr) return;
    work_ = nullptr;
    barrier_->arrive_and_wait();
    for (std::thread& thread : threads_) thread.join();
  }

  int size() const { return size_; }

  void each(int n, const Work& work) {
    n_ = n;
    work_ = &work;
    if (barrier_ != nullptr) barrier_->arrive_and_wait();
    part(0);
    if (barrier_ != nullptr) barrier_->arrive_and_wait();
    for (std::exception_ptr& failure : failed_) {
      if (failure) std::rethrow_exception(std::exchange(failure, nullptr));
    }
  }

 private:
  std::size_t count() const { return static_cast<std::size_t>(size_); }

  void serve(int worker) {
    for (;;) {
      barrier_->arrive_and_wait();
      if (work_ == nullptr) return;
      part(worker);
      barrier_->arrive_and_wait();
    }
  }

  void part(int worker) {
    const auto bound = [&](int k) {
      return static_cast<int>(static_cast<std::int64_t>(n_) * k / size_);
    };
    try {
      if (bound(worker) < bound(worker + 1)) {
        (*work_)(worker, bound(worker), bound(worker + 1));
      }
    } catch (...) {
      failed_[static_cast<std::size_t>(worker)] = std::current_exception();
    }
  }

  int size_;
  int n_ = 0;
  const Work* work_ = nullptr;
  std::vector<std::exception_ptr> failed_;
  std::unique_ptr<std::barrier<>> barrier_;
  std::vector<std::thread> threads_;
};

}  // namespace kibitz
