// FaultyDisk: SQLite's own file layer with a hand on it. While one stands, every database this process opens goes
// through it: writes can be refused, syncs counted, and the process killed at the n-th touch of a file.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>

namespace wardroom::store {

class FaultyDisk {
 public:
  // What every write and sync meets; with kNoSync writes are taken, and only making them durable fails.
  enum class Fault { kNone, kFull, kReadOnly, kBroken, kNoSync };

  FaultyDisk();
  ~FaultyDisk();
  FaultyDisk(const FaultyDisk&) = delete;
  FaultyDisk& operator=(const FaultyDisk&) = delete;

  void set(Fault fault);
  void fill_after(std::uint64_t touches);  // full from then on

  std::uint64_t touches() const;       // writes, syncs and truncations so far
  std::uint64_t unsynced_log() const;  // writes to a write-ahead log since it was last synced
  // Called before each touch, with its number; set before anything is opened. It need not return.
  void on_touch(std::function<void(std::uint64_t)> hook);
};

}  // namespace wardroom::store
