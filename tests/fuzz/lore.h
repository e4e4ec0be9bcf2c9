// Lore: what clients have read in answers, and requests made of it: plausible ones, and ones that are a little wrong.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "wardroom/v1/wire.pb.h"

namespace wardroom::fuzz {

// Every choice of a run.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : engine_(seed) {}
  std::uint64_t number() { return engine_(); }
  std::size_t below(std::size_t n) { return n == 0 ? 0 : engine_() % n; }
  bool one_in(std::size_t n) { return below(n) == 0; }
  template <class Items>
  const auto& of(const Items& items) {  // of which there is one
    return *std::next(items.begin(), static_cast<std::ptrdiff_t>(below(static_cast<std::size_t>(items.size()))));
  }

 private:
  std::mt19937_64 engine_;
};

// What everybody here plays, proves and signs up with, so that one's request fits another's match.
extern const std::string kOurNonce;
extern const std::string kOurBid;  // a nonce with a bid behind it
extern const std::string kOurPassword;

using Kind = const google::protobuf::FieldDescriptor*;  // of ClientFrame.body
const std::vector<Kind>& kinds();

class Lore {
 public:
  explicit Lore(Dice& dice) : dice_(dice) {}

  void read(const google::protobuf::Message& answer);

  // With ids, serials, names and parts that have been read, where there are such.
  v1::ClientFrame request(Kind kind);
  // Something of that name that has been read; empty when there is none.
  std::string word(const std::string& field);

  // Some of its fields are changed.
  void spoil(v1::ClientFrame& frame);
  // Bytes are flipped, cut, doubled, or spliced with those of another frame.
  std::string spoil(std::string bytes, const std::string& another);

 private:
  using Message = google::protobuf::Message;
  using Field = google::protobuf::FieldDescriptor;

  void take_in(const Message& message, std::size_t& budget);
  void take_in(const Message& message, const Field& field, int at, std::size_t& budget);
  void fill(Message& message, int depth);
  void fill(Message& message, const Field& field, int depth);
  std::string word_for(const Field& field);
  std::uint64_t number_for(const Field& field);
  void spoil_within(Message& message);
  void spoil_list(Message& message, const Field& field);
  void spoil_one(Message& message, const Field& field);
  std::string odd_word();
  std::uint64_t odd_number();

  Dice& dice_;
  std::uint64_t names_ = 0;  // that were made up
  // The newest of each: by what a request calls it, or by type.
  std::map<std::string, std::deque<std::string>> words_;
  std::map<std::string, std::deque<std::uint64_t>> numbers_;
  std::map<std::string, std::deque<std::string>> parts_;
};

}  // namespace wardroom::fuzz
