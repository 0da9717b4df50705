// The GIL in long native calls that may still run, in a daemon thread, when Python ends.
//
// Two things go wrong then. A thread that waits for the GIL is ended with pthread_exit (up to
// Python 3.13; later it waits for ever): that unwinds the stack, and a C++ destructor on the way
// aborts the whole process. And a thread that requests the GIL after Python has freed its tables
// reads freed memory. So such a thread waits here until the process ends, as newer Pythons do.
#pragma once

#include <Python.h>

#include <atomic>
#include <chrono>
#include <thread>

namespace rearview::bindings {

[[noreturn]] inline void wait_for_the_end() {
  while (true) std::this_thread::sleep_for(std::chrono::hours(1));
}

// Runs a call into Python that may ask for the GIL. The call does not throw, so if it does not
// return, the thread is being ended.
template <typename Call>
auto or_wait_for_the_end(Call&& call) {
  struct Guard {
    bool has_returned = false;
    ~Guard() {
      if (!has_returned) wait_for_the_end();
    }
  } guard;
  const auto result = call();
  guard.has_returned = true;
  return result;
}

// A gate for native calls that return to Python. It closes when Python begins to shut down; from
// then on only the thread that shuts Python down may pass.
class GilDoor {
 public:
  template <typename AskForGil>
  static auto pass(AskForGil&& ask) {
    ++asking_;
    if (is_closed_ && std::this_thread::get_id() != closer_) {
      --asking_;
      wait_for_the_end();
    }
    const auto result = or_wait_for_the_end(ask);
    --asking_;
    return result;
  }

  // Called with the GIL, before Python frees anything. Threads that are passing finish first.
  static void close() {
    closer_ = std::this_thread::get_id();
    is_closed_ = true;
    PyThreadState* state = PyEval_SaveThread();
    while (asking_ > 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    PyEval_RestoreThread(state);
  }

 private:
  inline static std::atomic<int> asking_ = 0;
  inline static std::atomic<bool> is_closed_ = false;
  inline static std::thread::id closer_;
};

// A scope in which this thread does not hold the GIL.
class UnlockedGil {
 public:
  UnlockedGil() : state_(PyEval_SaveThread()) {}
  ~UnlockedGil() {
    GilDoor::pass([&] {
      PyEval_RestoreThread(state_);
      return true;
    });
  }
  UnlockedGil(const UnlockedGil&) = delete;
  UnlockedGil& operator=(const UnlockedGil&) = delete;

 private:
  PyThreadState* state_;
};

// Within the other, a scope in which it does.
class LockedGil {
 public:
  LockedGil() : state_(GilDoor::pass([] { return PyGILState_Ensure(); })) {}
  ~LockedGil() { PyGILState_Release(state_); }
  LockedGil(const LockedGil&) = delete;
  LockedGil& operator=(const LockedGil&) = delete;

 private:
  PyGILState_STATE state_;
};

}  // namespace rearview::bindings
