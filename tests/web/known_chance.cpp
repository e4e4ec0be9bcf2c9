// Linked into a server, this makes everything it draws known beforehand: WARDROOM_CHANCE says which. A test in the
// browser then sees the same weather, dice and computer's choices each time. No server that people use has it.
#include <sodium.h>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <string>

namespace {

std::mutex mutex;
std::uint64_t drawn = 0;

const char* name() { return "known"; }

void draw(void* out, std::size_t size) {
  static const std::string which = std::getenv("WARDROOM_CHANCE") ? std::getenv("WARDROOM_CHANCE") : "0";
  const std::scoped_lock lock(mutex);
  const std::string text = which + " " + std::to_string(drawn++);
  std::array<unsigned char, randombytes_SEEDBYTES> seed{};
  std::memcpy(seed.data(), text.data(), std::min(text.size(), seed.size()));
  randombytes_buf_deterministic(out, size, seed.data());
}

std::uint32_t number() {
  std::uint32_t out = 0;
  draw(&out, sizeof out);
  return out;
}

randombytes_implementation known{name, number, nullptr, nullptr, draw, nullptr};

const int set = randombytes_set_implementation(&known);

}  // namespace
