// A PostgreSQL of Debian's package postgresql-15 for tests: in a folder of its own, on a socket in it, while the
// program runs. A process of its own stops it and clears it away when the program ends, however it ends.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>
#include <vector>

namespace wardroom::store {

class Cluster {
 public:
  static Cluster& get();  // started when it is first asked for

  std::string url(const std::string& database) const;
  std::string make();           // an empty database of a new name
  void stop(), start();         // at once, as when the machine fails; and again
  void stand_still(), go_on();  // all of it
  pid_t process() const;        // the server's
  std::vector<std::string> ask(const std::string& database, const std::string& sql) const;  // the first column

 private:
  Cluster();
  ~Cluster();
  void await() const;

  std::filesystem::path folder_;
  pid_t keeper_process_ = -1;
  int keeper_ = -1;  // what the keeper reads our wishes from; closed: the end
  int answers_ = -1;
  int made_ = 0;
};

}  // namespace wardroom::store
