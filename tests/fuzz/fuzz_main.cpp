// The same by libFuzzer, for hours: WARDROOM_FUZZ=frames build/fuzz/bin/fuzz -max_total_time=3600 FOLDER
// (tests/README.md).
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "tests/fuzz/target.h"

namespace {

const wardroom::fuzz::Target& chosen() {
  static const wardroom::fuzz::Target& target = []() -> const wardroom::fuzz::Target& {
    const char* name = std::getenv("WARDROOM_FUZZ");
    for (const auto& one : wardroom::fuzz::targets())
      if (name && one.name == name) return one;
    std::fputs("WARDROOM_FUZZ says what to fuzz:", stderr);
    for (const auto& one : wardroom::fuzz::targets()) std::fprintf(stderr, " %s", std::string(one.name).c_str());
    std::fputs("\n", stderr);
    std::exit(2);
  }();
  return target;
}

}  // namespace

// The last argument is the folder it works in, which gets what the target begins from.
extern "C" int LLVMFuzzerInitialize(int* count, char*** arguments) {
  const std::filesystem::path folder = (*arguments)[*count - 1];
  if (*count < 2 || !std::filesystem::is_directory(folder)) return 0;
  int number = 0;
  for (const std::string& bytes : chosen().beginnings())
    std::ofstream(folder / ("beginning-" + std::to_string(++number)), std::ios::binary) << bytes;
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  chosen().attempt({reinterpret_cast<const char*>(bytes), size});
  return 0;
}
