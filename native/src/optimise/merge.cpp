#include "rearview/optimise/merge.h"

#include "rearview/support/key_table.h"

namespace rearview {
namespace {

class OwnStates : public Territory {
 public:
  void add(const Trail& trail) {
    Playback playback(trail.board());
    keys_.insert(playback.position().boxes_key());
    for (const Push& push : trail.pushes()) {
      playback.skip(push);
      keys_.insert(playback.position().boxes_key());
    }
  }

  std::uint32_t fare(std::span<const std::uint64_t>, std::uint64_t key) override {
    return keys_.contains(key) ? anything : nothing;
  }

 private:
  KeySet keys_;
};

}  // namespace

void merge(Trail& trail, std::span<const Trail> others, BestSearch& search, Effort& effort) {
  if (effort.is_over()) return;
  OwnStates states;
  states.add(trail);
  for (const Trail& other : others) states.add(other);
  Stretch stretch = whole_level(trail.board(), trail.objective());
  stretch.limit = trail.length();
  stretch.territory = &states;
  stretch.max_nodes = effort.nodes_left();
  const BestWay way = search.run(stretch, effort.watch());
  effort.note(way.reason);
  effort.spend(way.nodes);
  if (way.is_found) trail.replace(0, trail.size(), way.pushes);
}

}  // namespace rearview
