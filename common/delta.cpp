#include "common/delta.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <vector>

#include "common/frame.h"

namespace wardroom {
namespace {

constexpr std::size_t kShortest = 4;  // of what is copied; so much is looked up at once
constexpr std::size_t kStride = 4;    // every fourth place is noted: what is the same for longer is met at one of them
constexpr int kMostBits = 12;

void put(std::string& out, std::size_t number) {
  for (; number >= 0x80; number >>= 7) out += static_cast<char>(number | 0x80);
  out += static_cast<char>(number);
}

std::optional<std::size_t> take(std::string_view& in) {
  std::size_t number = 0;
  for (std::size_t i = 0; i < in.size() && i < 5; ++i) {
    const auto byte = static_cast<unsigned char>(in[i]);
    number |= std::size_t{byte & 0x7fU} << (7 * i);
    if (byte < 0x80) {
      in.remove_prefix(i + 1);
      return number;
    }
  }
  return std::nullopt;
}

// Small numbers for small ones of either sign: 0, -1, 1, -2, ...
std::size_t zigzag(std::ptrdiff_t number) {
  return static_cast<std::size_t>((number << 1) ^ (number >> (8 * sizeof number - 1)));
}
std::ptrdiff_t unzigzag(std::size_t number) {
  return static_cast<std::ptrdiff_t>(number >> 1) ^ -static_cast<std::ptrdiff_t>(number & 1);
}

// How much is the same at two places, of which `other` is the later one.
std::size_t same(std::string_view all, std::size_t one, std::size_t other) {
  const std::size_t most = all.size() - other;
  std::size_t length = 0;
  for (std::uint64_t a, b; length + sizeof a <= most; length += sizeof a) {
    std::memcpy(&a, all.data() + one + length, sizeof a);
    std::memcpy(&b, all.data() + other + length, sizeof b);
    if (a != b && std::endian::native == std::endian::little)
      return length + static_cast<std::size_t>(std::countr_zero(a ^ b)) / 8;
    if (a != b) break;
  }
  while (length < most && all[one + length] == all[other + length]) ++length;
  return length;
}

// Where what stands at a place was last seen before it, among those that are noted.
class Places {
 public:
  explicit Places(std::string_view all)
      : all_(all),
        bits_(std::min(static_cast<int>(std::bit_width(all.size() / kStride)) + 1, kMostBits)),
        last_(std::size_t{1} << bits_) {}

  std::optional<std::size_t> before(std::size_t at) {
    for (; noted_ < at; noted_ += kStride) last_[slot(noted_)] = static_cast<std::uint32_t>(noted_) + 1;
    const std::uint32_t last = last_[slot(at)];
    return last == 0 ? std::nullopt : std::optional<std::size_t>(last - 1);
  }

 private:
  std::size_t slot(std::size_t at) const {
    std::array<unsigned char, kShortest> four;
    std::memcpy(four.data(), all_.data() + at, four.size());
    const std::uint32_t number = four[0] | four[1] << 8 | four[2] << 16 | static_cast<std::uint32_t>(four[3]) << 24;
    return (number * 2654435761U) >> (32 - bits_);
  }

  std::string_view all_;
  int bits_;
  std::vector<std::uint32_t> last_;
  std::size_t noted_ = 0;
};

}  // namespace

// From the front, what is found first: above all what stands where the last copy led, which is said in fewest bytes.
std::string delta(std::string_view base, std::string_view next) {
  std::string whole;
  whole.reserve(base.size() + next.size());
  whole.append(base).append(next);
  const std::string_view all = whole;
  std::string out;
  put(out, next.size());
  std::size_t told = base.size();  // up to here
  std::size_t led = 0;             // where the last copy ended
  std::optional<Places> places;
  for (std::size_t at = told; at < all.size();) {
    const std::size_t expected = led + (at - told);
    std::size_t from = expected;
    std::size_t length = from < at ? same(all, from, at) : 0;
    if (length < kShortest && at + kShortest <= all.size()) {
      if (!places) places.emplace(all);
      if (const auto found = places->before(at)) {
        from = *found;
        length = same(all, from, at);
      }
    }
    if (length < kShortest || (length == kShortest && from != expected)) {
      ++at;
      continue;
    }
    for (; at > told && from > 0 && all[from - 1] == all[at - 1]; --from, --at) ++length;
    put(out, at - told);
    out.append(all.substr(told, at - told));
    put(out, length);
    put(out, zigzag(static_cast<std::ptrdiff_t>(from) - static_cast<std::ptrdiff_t>(led + (at - told))));
    led = from + length;
    told = at += length;
  }
  if (told < all.size()) {
    put(out, all.size() - told);
    out.append(all.substr(told));
  }
  return out;
}

std::optional<std::string> patched(std::string_view base, std::string_view delta) {
  const auto size = take(delta);
  if (!size || *size > kMaxServerFrame) return std::nullopt;
  std::string all(base);
  const std::size_t end = base.size() + *size;
  std::size_t led = 0;
  while (!delta.empty()) {
    const auto added = take(delta);
    if (!added || *added > delta.size() || *added > end - all.size()) return std::nullopt;
    all.append(delta.substr(0, *added));
    delta.remove_prefix(*added);
    if (delta.empty()) break;
    const auto length = take(delta);
    const auto off = take(delta);
    if (!length || !off || *length > end - all.size()) return std::nullopt;
    const std::size_t from = led + *added + static_cast<std::size_t>(unzigzag(*off));
    if (from >= all.size()) return std::nullopt;
    for (std::size_t i = 0; i < *length; ++i) all += all[from + i];
    led = from + *length;
  }
  if (all.size() != end) return std::nullopt;
  return all.substr(base.size());
}

}  // namespace wardroom
