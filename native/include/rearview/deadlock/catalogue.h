// The catalogue: the one list of all detectors, used to create, check and document them.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "rearview/deadlock/detector.h"
#include "rearview/deadlock/frozen_boards.h"

namespace rearview {

struct CatalogueEntry {
  template <typename Promise>
  using Factory = std::unique_ptr<Promise> (*)(const Board&, Motion, FrozenBoards&);

  DetectorAbout about;
  bool serves_pulls;  // pushes are served by all
  // What it makes is what it promises.
  std::variant<Factory<DeadlockDetector>, Factory<MovePruner>> make;

  bool serves(Motion motion) const { return motion == Motion::push || serves_pulls; }
  bool is_pruner() const { return std::holds_alternative<Factory<MovePruner>>(make); }
};

// The cheapest first.
std::span<const CatalogueEntry> catalogue();

// The entry of that name; throws std::invalid_argument when there is none for the motion.
const CatalogueEntry& catalogue_entry(std::string_view name, Motion motion);

// Throws std::invalid_argument when one of the names exists for neither motion.
void check_names(const std::vector<std::string>& names);

}  // namespace rearview
