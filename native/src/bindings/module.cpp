#include "bindings.h"

NB_MODULE(_core, m) {
  m.doc() = "The native core of rearview: boards, moves, deadlocks, features.";
  rearview::bindings::register_board(m);
  rearview::bindings::register_detectors(m);
  rearview::bindings::register_features(m);
  rearview::bindings::register_expander(m);
  rearview::bindings::register_solver(m);
  rearview::bindings::register_trainer(m);
  rearview::bindings::register_tree(m);
}
