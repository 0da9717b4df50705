// Python's part of a long native call: signals and callbacks, a few times a second.
#pragma once

#include <nanobind/nanobind.h>

#include <exception>

namespace rearview::bindings {

// An exception raised by the callback or by a signal stops the native call; `rethrow` raises it
// once the call has returned and the GIL is held again.
class Tick {
 public:
  template <typename Callback>
  bool operator()(Callback&& callback) {
    nanobind::gil_scoped_acquire acquire;
    try {
      if (PyErr_CheckSignals() != 0) throw nanobind::python_error();
      callback();
      return true;
    } catch (...) {
      error_ = std::current_exception();
      return false;
    }
  }

  void rethrow() {
    if (error_) std::rethrow_exception(error_);
  }

 private:
  std::exception_ptr error_;
};

}  // namespace rearview::bindings
