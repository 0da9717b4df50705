// Reordering: pushes of one box in a row are made earlier or later than they were, where they are
// independent of what happens meanwhile and the player walks less.
//
//     runs    A A | B B B | C | D D             B B B | C | A A | D D
//             [=]-------------^          ->
#pragma once

#include "rearview/optimise/method.h"

namespace rearview {

void reorder(Trail& trail, Effort& effort);

}  // namespace rearview
