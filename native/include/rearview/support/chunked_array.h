// An array that grows without moving its elements, so that growing needs no second copy.
#pragma once

#include <cstddef>
#include <memory>
#include <type_traits>
#include <vector>

namespace rearview {

template <typename T>
class ChunkedArray {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  static constexpr std::size_t chunk_bits = 12;
  static constexpr std::size_t chunk_size = std::size_t{1} << chunk_bits;

  std::size_t size() const { return size_; }
  std::size_t bytes() const { return chunks_.size() * chunk_size * sizeof(T); }

  T& operator[](std::size_t i) { return chunks_[i >> chunk_bits][i & (chunk_size - 1)]; }
  const T& operator[](std::size_t i) const {
    return chunks_[i >> chunk_bits][i & (chunk_size - 1)];
  }
  T& push_back(const T& value) {
    if (size_ == chunks_.size() * chunk_size)
      chunks_.push_back(std::make_unique_for_overwrite<T[]>(chunk_size));
    T& place = (*this)[size_++];
    place = value;
    return place;
  }
  void clear() {
    chunks_.clear();
    size_ = 0;
  }

 private:
  std::vector<std::unique_ptr<T[]>> chunks_;
  std::size_t size_ = 0;
};

}  // namespace rearview
