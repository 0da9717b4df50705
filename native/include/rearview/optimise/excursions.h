// Removal of excursions: pushes of one box that undo each other. Where a box comes back to a square
// on which it was before, it is left standing there, if everything that happens meanwhile can
// happen all the same.
#pragma once

#include "rearview/optimise/method.h"

namespace rearview {

void remove_excursions(Trail& trail, Effort& effort);

}  // namespace rearview
