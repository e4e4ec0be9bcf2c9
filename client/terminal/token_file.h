// TokenFile: who one is on a server, kept between calls in a file only its owner can read.
#pragma once

#include <filesystem>
#include <string>

#include "client/terminal/address.h"

namespace wardroom::terminal {

class TokenFile {
 public:
  // One file per server and profile, below $XDG_CONFIG_HOME/wardroom (or ~/.config/wardroom).
  TokenFile(const Address& address, const std::string& profile);

  std::string read() const;  // empty when there is none
  Result<void> write(const std::string& token) const;
  void remove() const;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace wardroom::terminal
