// All detectors by name.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "rearview/deadlock/detector.h"
#include "rearview/deadlock/frozen_boards.h"

namespace rearview {

enum class Promise { dead, skip };  // a state is dead / a move may be skipped

struct CatalogueEntry {
  std::string_view name;
  Promise promise;
  bool is_cheap;  // run on every generated child, not only on those that are chosen
};

// The detectors that exist for a motion, the cheapest first.
const std::vector<CatalogueEntry>& catalogue(Motion motion);

// The entry of that name; throws std::invalid_argument when there is none.
const CatalogueEntry& catalogue_entry(std::string_view name, Motion motion);

// Throws std::invalid_argument when one of the names exists for neither motion.
void check_names(const std::vector<std::string>& names);

std::unique_ptr<DeadlockDetector> make_detector(std::string_view name, const Board& board,
                                                Motion motion, FrozenBoards& boards);
std::unique_ptr<MovePruner> make_pruner(std::string_view name, const Board& board, Motion motion,
                                        FrozenBoards& boards);

}  // namespace rearview
