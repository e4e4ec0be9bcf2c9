#include "tests/store/faulty_disk.h"

#include <sqlite3.h>

#include <cstring>
#include <new>
#include <stdexcept>

namespace wardroom::store {
namespace {

using Fault = FaultyDisk::Fault;

std::atomic<Fault> present{Fault::kNone};
std::atomic<std::uint64_t> touched{0};
std::atomic<std::uint64_t> unsynced{0};
std::atomic<std::uint64_t> full_at{0};
std::function<void(std::uint64_t)> hook;
sqlite3_vfs* below = nullptr;
sqlite3_vfs vfs;

struct File {
  sqlite3_file base;
  bool log;
  sqlite3_file* inner() { return reinterpret_cast<sqlite3_file*>(this + 1); }
};

File& of(sqlite3_file* file) { return *reinterpret_cast<File*>(file); }
sqlite3_file* inner(sqlite3_file* file) { return of(file).inner(); }

enum class Touch { kWrite, kSync };

int touch(Touch what) {
  const std::uint64_t number = ++touched;
  if (hook) hook(number);
  if (full_at != 0 && number >= full_at) present = Fault::kFull;
  switch (present.load()) {
    case Fault::kNone:
      return SQLITE_OK;
    case Fault::kFull:
      return SQLITE_FULL;
    case Fault::kReadOnly:
      return SQLITE_READONLY;
    case Fault::kBroken:
      return what == Touch::kWrite ? SQLITE_IOERR_WRITE : SQLITE_IOERR_FSYNC;
    case Fault::kNoSync:
      return what == Touch::kWrite ? SQLITE_OK : SQLITE_IOERR_FSYNC;
  }
  return SQLITE_OK;
}

int write(sqlite3_file* file, const void* bytes, int count, sqlite3_int64 offset) {
  if (const int fault = touch(Touch::kWrite); fault != SQLITE_OK) return fault;
  if (of(file).log) ++unsynced;
  return inner(file)->pMethods->xWrite(inner(file), bytes, count, offset);
}

int sync(sqlite3_file* file, int flags) {
  if (const int fault = touch(Touch::kSync); fault != SQLITE_OK) return fault;
  if (of(file).log) unsynced = 0;
  return inner(file)->pMethods->xSync(inner(file), flags);
}

int truncate(sqlite3_file* file, sqlite3_int64 size) {
  if (const int fault = touch(Touch::kWrite); fault != SQLITE_OK) return fault;
  return inner(file)->pMethods->xTruncate(inner(file), size);
}

const sqlite3_io_methods methods{
    3,
    [](sqlite3_file* f) { return inner(f)->pMethods->xClose(inner(f)); },
    [](sqlite3_file* f, void* to, int n, sqlite3_int64 at) { return inner(f)->pMethods->xRead(inner(f), to, n, at); },
    write,
    truncate,
    sync,
    [](sqlite3_file* f, sqlite3_int64* size) { return inner(f)->pMethods->xFileSize(inner(f), size); },
    [](sqlite3_file* f, int lock) { return inner(f)->pMethods->xLock(inner(f), lock); },
    [](sqlite3_file* f, int lock) { return inner(f)->pMethods->xUnlock(inner(f), lock); },
    [](sqlite3_file* f, int* out) { return inner(f)->pMethods->xCheckReservedLock(inner(f), out); },
    [](sqlite3_file* f, int op, void* arg) { return inner(f)->pMethods->xFileControl(inner(f), op, arg); },
    [](sqlite3_file* f) { return inner(f)->pMethods->xSectorSize(inner(f)); },
    [](sqlite3_file* f) { return inner(f)->pMethods->xDeviceCharacteristics(inner(f)); },
    [](sqlite3_file* f, int region, int size, int extend, void volatile** out) {
      return inner(f)->pMethods->xShmMap(inner(f), region, size, extend, out);
    },
    [](sqlite3_file* f, int at, int n, int flags) { return inner(f)->pMethods->xShmLock(inner(f), at, n, flags); },
    [](sqlite3_file* f) { inner(f)->pMethods->xShmBarrier(inner(f)); },
    [](sqlite3_file* f, int gone) { return inner(f)->pMethods->xShmUnmap(inner(f), gone); },
    [](sqlite3_file* f, sqlite3_int64 at, int n, void** out) {
      return inner(f)->pMethods->xFetch(inner(f), at, n, out);
    },
    [](sqlite3_file* f, sqlite3_int64 at, void* page) { return inner(f)->pMethods->xUnfetch(inner(f), at, page); },
};

int open(sqlite3_vfs*, const char* name, sqlite3_file* file, int flags, int* out) {
  File& mine = *new (file) File{};
  mine.log = (flags & SQLITE_OPEN_WAL) != 0;
  const int result = below->xOpen(below, name, mine.inner(), flags, out);
  mine.base.pMethods = mine.inner()->pMethods ? &methods : nullptr;
  return result;
}

}  // namespace

FaultyDisk::FaultyDisk() {
  if (below) throw std::logic_error("one faulty disk at a time");
  below = sqlite3_vfs_find(nullptr);
  vfs = *below;
  vfs.zName = "faulty";
  vfs.pNext = nullptr;
  vfs.szOsFile = static_cast<int>(sizeof(File)) + below->szOsFile;
  vfs.xOpen = open;
  vfs.xDelete = [](sqlite3_vfs*, const char* name, int s) { return below->xDelete(below, name, s); };
  vfs.xAccess = [](sqlite3_vfs*, const char* name, int f, int* out) { return below->xAccess(below, name, f, out); };
  vfs.xFullPathname = [](sqlite3_vfs*, const char* name, int n, char* out) {
    return below->xFullPathname(below, name, n, out);
  };
  present = Fault::kNone;
  full_at = 0;
  touched = 0;
  unsynced = 0;
  sqlite3_vfs_register(&vfs, 1);
}

FaultyDisk::~FaultyDisk() {
  sqlite3_vfs_unregister(&vfs);
  sqlite3_vfs_register(below, 1);
  below = nullptr;
  hook = nullptr;
}

void FaultyDisk::set(Fault fault) {
  full_at = 0;
  present = fault;
}
void FaultyDisk::fill_after(std::uint64_t touches) { full_at = touched + touches; }
std::uint64_t FaultyDisk::touches() const { return touched; }
std::uint64_t FaultyDisk::unsynced_log() const { return unsynced; }
void FaultyDisk::on_touch(std::function<void(std::uint64_t)> new_hook) { hook = std::move(new_hook); }

}  // namespace wardroom::store
