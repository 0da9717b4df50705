#include "bindings.h"
#include "gil.h"

NB_MODULE(_core, m) {
  m.doc() = "The native core of rearview: boards, moves, deadlocks, features, search and learning.";
#ifdef NDEBUG
  // A daemon thread that is searching when Python exits leaks what it holds; that is expected.
  nanobind::set_leak_warnings(false);
#endif
  nanobind::module_::import_("atexit").attr("register")(
      nanobind::cpp_function(&rearview::bindings::GilDoor::close));
  rearview::bindings::register_board(m);
  rearview::bindings::register_detectors(m);
  rearview::bindings::register_features(m);
  rearview::bindings::register_solver(m);
  rearview::bindings::register_look_back(m);
  rearview::bindings::register_trainer(m);
  rearview::bindings::register_best_search(m);
  rearview::bindings::register_optimiser(m);

  nanobind::module_ testing =
      m.def_submodule("testing", "Functions for tests and benchmarks only.");
  rearview::bindings::register_tree(m, testing);
  rearview::bindings::register_expander(testing);
  rearview::bindings::register_testing(testing);
}
