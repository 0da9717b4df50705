// Merging: the best way through the states of several solutions of one level, which may change from
// one to the other wherever they meet.
#pragma once

#include <span>

#include "rearview/optimise/best_search.h"
#include "rearview/optimise/method.h"

namespace rearview {

// Replaces the trail by the best way through its own states and those of the others.
void merge(Trail& trail, std::span<const Trail> others, BestSearch& search, Effort& effort);

}  // namespace rearview
