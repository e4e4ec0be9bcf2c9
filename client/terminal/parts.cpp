#include "client/terminal/parts.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>

#include "common/bid.h"

namespace wardroom::terminal {
namespace {

std::string from_hex(const std::string& written) {
  std::string bytes;
  for (std::size_t i = 0; i + 1 < written.size(); i += 2)
    bytes.push_back(static_cast<char>(std::stoi(written.substr(i, 2), nullptr, 16)));
  return bytes;
}

// Two people may share a folder.
std::string place(const v1::MatchInfo& match) { return hex(match.id()) + std::to_string(match.my_seat()); }

}  // namespace

std::string Parts::promise(v1::ClientFrame& frame) {
  std::string* hash = nonce_hash_in(frame);
  if (!hash || !hash->empty()) return {};
  std::string nonce = random_bytes(kNonceBytes);
  if (frame.create_match().side() == v1::SIDE_CHOICE_BID) nonce = part_of(nonce, bid_.value_or(v1::Bid()));
  *hash = nonce_hash(nonce);
  keep("promised", hex(*hash), hex(nonce));
  return *hash;
}

void Parts::sat_down(const std::string& hash, const v1::MatchInfo& match) {
  if (hash.empty() || !match.has_my_seat() || match.my_seat() > 1 || match.seats_size() != 2) return;
  const v1::SeatInfo& other = match.seats(match.my_seat() == 0 ? 1 : 0);
  if (other.bot() || other.by_rules() || !other.nonce_hash().empty()) return;
  keep("sat", place(match), hex(hash));
}

std::optional<v1::GiveNonce> Parts::answer(const v1::MatchInfo& match) {
  if (!match.nonce_wanted()) return std::nullopt;
  v1::GiveNonce given;
  given.set_match(match.id());
  given.set_seed_commitment(match.seed_commitment());
  std::string promised;
  if (match.has_my_seat() && match.my_seat() < 2 && match.seats_size() == 2) {
    const v1::SeatInfo& other = match.seats(match.my_seat() == 0 ? 1 : 0);
    promised = match.seats(static_cast<int>(match.my_seat())).nonce_hash();
    given.set_other(promised.empty() ? other.nonce_hash() : other.nonce());
  }
  const auto sat = kept("sat");
  if (const auto mine = sat.find(place(match)); mine != sat.end() && mine->second != hex(promised)) return std::nullopt;
  if (promised.empty()) {
    const bool bids = match.sides() == v1::SIDES_BID;
    if (bids && !bid_) return std::nullopt;
    std::string& nonce = given_[match.id()];
    if (nonce.empty()) nonce = random_bytes(kNonceBytes);
    given.set_nonce(bids ? part_of(nonce, *bid_) : nonce);
    return given;
  }
  if (given.other().size() != part_bytes(match.sides())) return std::nullopt;
  const auto nonce = open(hex(promised), given);
  if (!nonce) return std::nullopt;
  given.set_nonce(*nonce);
  return given;
}

std::optional<std::string> Parts::open(const std::string& hash, const v1::GiveNonce& given) {
  const auto promised = kept("promised");
  const auto nonce = promised.find(hash);
  if (nonce == promised.end()) return std::nullopt;
  const std::string for_what = hex(given.match()) + hex(given.seed_commitment()) + hex(given.other());
  const auto opened = kept("opened");
  const auto before = opened.find(hash);
  if (before == opened.end()) {
    keep("opened", hash, for_what);
  } else if (before->second != for_what) {
    return std::nullopt;
  }
  return from_hex(nonce->second);
}

// Lines of the file: what it is, the hash, and the nonce or what it was opened for; or the match, and the hash it was
// sat down at with. They are added, never changed.
std::map<std::string, std::string> Parts::kept(const std::string& kind) const {
  std::map<std::string, std::string> found;
  std::ifstream in(file_);
  std::string read, hash, what;
  while (in >> read >> hash >> what) {
    if (read == kind) found.emplace(hash, what);
  }
  for (const auto& [key, value] : memory_) {
    if (key.starts_with(kind + " ")) found.emplace(key.substr(kind.size() + 1), value);
  }
  return found;
}

void Parts::keep(const std::string& kind, const std::string& hash, const std::string& what) {
  memory_.emplace(kind + " " + hash, what);
  if (file_.empty()) return;
  std::error_code ignored;
  std::filesystem::create_directories(file_.parent_path(), ignored);
  const int file = ::open(file_.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, S_IRUSR | S_IWUSR);
  if (file < 0) return;  // then it lives as long as the program
  const std::string line = kind + " " + hash + " " + what + "\n";
  [[maybe_unused]] const ssize_t written = ::write(file, line.data(), line.size());
  ::close(file);
}

}  // namespace wardroom::terminal
