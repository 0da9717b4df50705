#include "rearview/deadlock/catalogue.h"

#include <algorithm>
#include <stdexcept>

#include "rearview/deadlock/corral.h"
#include "rearview/deadlock/dead_squares.h"
#include "rearview/deadlock/freeze.h"
#include "rearview/deadlock/matching.h"
#include "rearview/deadlock/packing.h"
#include "rearview/deadlock/pi_corral.h"
#include "rearview/deadlock/tunnels.h"

namespace rearview {

const std::vector<CatalogueEntry>& catalogue(Motion motion) {
  static const std::vector<CatalogueEntry> push{
      {"dead_squares", Promise::dead, true}, {"freeze", Promise::dead, true},
      {"zones", Promise::dead, false},       {"matching", Promise::dead, false},
      {"packing", Promise::dead, false},     {"corral", Promise::dead, false},
      {"pi_corral", Promise::skip, false},   {"tunnels", Promise::skip, false}};
  static const std::vector<CatalogueEntry> pull{{"dead_squares", Promise::dead, true},
                                                {"freeze", Promise::dead, true},
                                                {"zones", Promise::dead, false},
                                                {"matching", Promise::dead, false},
                                                {"tunnels", Promise::skip, false}};
  return motion == Motion::push ? push : pull;
}

const CatalogueEntry& catalogue_entry(std::string_view name, Motion motion) {
  const auto& entries = catalogue(motion);
  const auto found = std::ranges::find(entries, name, &CatalogueEntry::name);
  if (found != entries.end()) return *found;
  std::string known;
  for (const auto& entry : entries) known += (known.empty() ? "" : ", ") + std::string(entry.name);
  throw std::invalid_argument("there is no detector '" + std::string(name) + "' for " +
                              (motion == Motion::push ? "push" : "pull") + "; there are " + known);
}

void check_names(const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    const auto& pulls = catalogue(Motion::pull);
    if (std::ranges::find(pulls, name, &CatalogueEntry::name) == pulls.end())
      catalogue_entry(name, Motion::push);
  }
}

std::unique_ptr<DeadlockDetector> make_detector(std::string_view name, const Board& board,
                                                Motion motion, FrozenBoards& boards) {
  if (name == "dead_squares") return std::make_unique<DeadSquares>(board, motion, boards);
  if (name == "freeze") return std::make_unique<Freeze>(board, motion, boards);
  if (name == "zones") return std::make_unique<Zones>(board, motion, boards);
  if (name == "matching") return std::make_unique<Matching>(board, motion, boards);
  if (name == "packing" && motion == Motion::push) return std::make_unique<Packing>(board, boards);
  if (name == "corral" && motion == Motion::push)
    return std::make_unique<CorralSearch>(board, boards);
  throw std::invalid_argument("no deadlock detector of that name: " + std::string(name));
}

std::unique_ptr<MovePruner> make_pruner(std::string_view name, const Board& board, Motion motion,
                                        FrozenBoards& boards) {
  if (name == "tunnels") return std::make_unique<Tunnels>(board, motion, boards.empty().dead());
  if (name == "pi_corral" && motion == Motion::push)
    return std::make_unique<PiCorral>(board, boards);
  throw std::invalid_argument("no move pruner of that name: " + std::string(name));
}

}  // namespace rearview
