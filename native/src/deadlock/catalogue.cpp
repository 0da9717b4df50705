#include "rearview/deadlock/catalogue.h"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <type_traits>

#include "rearview/deadlock/corral.h"
#include "rearview/deadlock/dead_squares.h"
#include "rearview/deadlock/freeze.h"
#include "rearview/deadlock/matching.h"
#include "rearview/deadlock/packing.h"
#include "rearview/deadlock/pi_corral.h"
#include "rearview/deadlock/tunnels.h"

namespace rearview {
namespace {

// A detector without a motion parameter is for pushes only.
template <typename Detector>
constexpr bool takes_motion =
    std::is_constructible_v<Detector, const Board&, Motion, FrozenBoards&>;

template <typename Promise, typename Detector>
std::unique_ptr<Promise> make(const Board& board, Motion motion, FrozenBoards& boards) {
  if constexpr (takes_motion<Detector>)
    return std::make_unique<Detector>(board, motion, boards);
  else
    return std::make_unique<Detector>(board, boards);
}

template <typename Detector>
constexpr CatalogueEntry entry() {
  using Promise =
      std::conditional_t<std::is_base_of_v<MovePruner, Detector>, MovePruner, DeadlockDetector>;
  return {Detector::about, takes_motion<Detector>, make<Promise, Detector>};
}

// One line per detector, in the order in which they are called.
constexpr std::array entries{
    entry<DeadSquares>(),   //
    entry<Freeze>(),        //
    entry<Zones>(),         //
    entry<Matching>(),      //
    entry<Packing>(),       //
    entry<CorralSearch>(),  //
    entry<PiCorral>(),      //
    entry<Tunnels>(),
};

bool exists(std::string_view name) {
  return std::ranges::any_of(entries, [&](const auto& entry) { return entry.about.name == name; });
}

}  // namespace

std::span<const CatalogueEntry> catalogue() { return entries; }

const CatalogueEntry& catalogue_entry(std::string_view name, Motion motion) {
  std::string known;
  for (const CatalogueEntry& entry : entries) {
    if (!entry.serves(motion)) continue;
    if (entry.about.name == name) return entry;
    known += (known.empty() ? "" : ", ") + std::string(entry.about.name);
  }
  throw std::invalid_argument("there is no detector '" + std::string(name) + "' for " +
                              (motion == Motion::push ? "push" : "pull") + "; there are " + known);
}

void check_names(const std::vector<std::string>& names) {
  for (const std::string& name : names)
    if (!exists(name)) catalogue_entry(name, Motion::push);
}

}  // namespace rearview
