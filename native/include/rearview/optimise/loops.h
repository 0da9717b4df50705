// Removal of loops: where the boxes stand as they did before, what was done meanwhile is cut out,
// if the player gets as fast to where the solution goes on.
//
//     boxes   A  B  C  D  B  E            A  B  E
//                [=====]           ->
#pragma once

#include "rearview/optimise/method.h"

namespace rearview {

void remove_loops(Trail& trail, Effort& effort);

}  // namespace rearview
