// Python's part of a long native call: signals and callbacks, a few times a second.
#pragma once

#include <nanobind/nanobind.h>

#include <exception>

#include "gil.h"

namespace rearview::bindings {

// An exception raised by the callback or by a signal stops the native call; `rethrow` raises it
// once the call has returned and the GIL is held again.
class Tick {
 public:
  // Calls `callback`, unless it is None, with what `make_arguments` returns: a tuple.
  template <typename MakeArguments>
  bool operator()(const nanobind::object& callback, MakeArguments&& make_arguments) {
    const LockedGil locked;
    try {
      if (PyErr_CheckSignals() != 0) throw nanobind::python_error();
      if (!callback.is_none()) call(callback, make_arguments());
      if (!is_abandoned()) return true;
      PyErr_SetNone(PyExc_KeyboardInterrupt);
      throw nanobind::python_error();
    } catch (const std::exception&) {
      error_ = std::current_exception();
      return false;
    }
  }

  bool operator()() {
    return (*this)(nanobind::none(), [] { return nanobind::tuple(); });
  }

  bool has_failed() const { return error_ != nullptr; }
  void rethrow() {
    if (error_) std::rethrow_exception(error_);
  }

 private:
  static void call(const nanobind::object& callback, const nanobind::tuple& arguments) {
    PyObject* result =
        or_wait_for_the_end([&] { return PyObject_CallObject(callback.ptr(), arguments.ptr()); });
    if (result == nullptr) throw nanobind::python_error();
    Py_DECREF(result);
  }

  // Whether Ctrl-C has ended the main thread, and Python waits for this one before it ends: no
  // signal comes here. A main thread that has run to its end is another thing, and not a reason to
  // stop.
  static bool is_abandoned() {
    const auto threading = nanobind::module_::import_("threading");
    if (nanobind::cast<bool>(threading.attr("main_thread")().attr("is_alive")())) return false;
    const auto last =
        nanobind::getattr(nanobind::module_::import_("sys"), "last_value", nanobind::none());
    return PyErr_GivenExceptionMatches(last.ptr(), PyExc_KeyboardInterrupt) != 0;
  }

  std::exception_ptr error_;
};

}  // namespace rearview::bindings
