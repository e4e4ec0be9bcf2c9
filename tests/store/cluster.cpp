#include "tests/store/cluster.h"

#include <fcntl.h>
#include <grp.h>
#include <libpq-fe.h>
#include <pwd.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <memory>
#include <stdexcept>
#include <thread>

namespace wardroom::store {
namespace fs = std::filesystem;
namespace {

const std::string kPrograms = "/usr/lib/postgresql/15/bin/";

// A PostgreSQL refuses to be run by root.
void become_postgres() {
  if (::geteuid() != 0) return;
  const passwd* user = ::getpwnam("postgres");
  if (!user || ::setgroups(0, nullptr) != 0 || ::setgid(user->pw_gid) != 0 || ::setuid(user->pw_uid) != 0) ::_exit(127);
}

// What the keeper does; it is this program's child, and the server's parent.
class Keeper {
 public:
  explicit Keeper(fs::path folder) : folder_(std::move(folder)) {}

  [[noreturn]] void keep(int wishes, int answers) {
    const int made = run(
        {kPrograms + "initdb", "-D", data(), "-A", "trust", "-U", "wardroom", "-E", "UTF8", "--locale=C", "--no-sync"});
    if (made == 0) start();
    char wish = made == 0 ? 'k' : 'x';
    do {
      obey(wish);
      (void)!::write(answers, &wish, 1);
    } while (::read(wishes, &wish, 1) == 1);
    end(SIGQUIT);
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
    ::_exit(0);
  }

 private:
  std::string data() const { return (folder_ / "data").string(); }

  void obey(char wish) {
    if (wish == 'q') end(SIGQUIT);
    if (wish == 's') start();
    if (wish == 'p') tell_all(SIGSTOP);
    if (wish == 'c') tell_all(SIGCONT);
  }

  // The server first, so that it begins no other process meanwhile.
  void tell_all(int signal) {
    if (server_ <= 0) return;
    ::kill(server_, signal);
    for (const fs::directory_entry& process : fs::directory_iterator("/proc")) {
      std::ifstream status(process.path() / "status");
      for (std::string line; std::getline(status, line);)
        if (line == "PPid:\t" + std::to_string(server_)) ::kill(std::stoi(process.path().filename()), signal);
    }
  }

  pid_t begin(const std::vector<std::string>& words) {
    const pid_t child = ::fork();
    if (child != 0) return child;
    become_postgres();
    const int log = ::open((folder_ / "log").c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
    ::dup2(log, STDOUT_FILENO);
    ::dup2(log, STDERR_FILENO);
    std::vector<char*> arguments;
    for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    ::execv(arguments[0], arguments.data());
    ::_exit(127);
  }

  int run(const std::vector<std::string>& words) {
    int status = -1;
    ::waitpid(begin(words), &status, 0);
    return status;
  }

  void start() {
    server_ = begin({kPrograms + "postgres", "-D", data(), "-k", folder_.string(), "-c", "listen_addresses=", "-c",
                     "max_connections=100", "-c", "shared_buffers=64MB", "-c", "jit=off", "-c", "fsync=on", "-c",
                     "recovery_init_sync_method=syncfs"});
  }

  void end(int signal) {
    if (server_ <= 0) return;
    tell_all(SIGCONT);
    ::kill(server_, signal);
    ::waitpid(server_, nullptr, 0);
    server_ = 0;
  }

  const fs::path folder_;
  pid_t server_ = 0;
};

struct Close {
  void operator()(PGconn* connection) const { PQfinish(connection); }
  void operator()(PGresult* result) const { PQclear(result); }
};

}  // namespace

Cluster& Cluster::get() {
  static Cluster cluster;
  return cluster;
}

Cluster::Cluster() {
  std::string pattern = (fs::temp_directory_path() / "wardroom-postgres-XXXXXX").string();
  if (!::mkdtemp(pattern.data())) throw std::runtime_error("no temporary folder");
  folder_ = pattern;
  if (const passwd* user = ::geteuid() == 0 ? ::getpwnam("postgres") : nullptr)
    if (::chown(folder_.c_str(), user->pw_uid, user->pw_gid) != 0) throw std::runtime_error("not the folder's owner");
  int wishes[2], answers[2];
  if (::pipe2(wishes, O_CLOEXEC) != 0 || ::pipe2(answers, O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
  keeper_process_ = ::fork();
  if (keeper_process_ == 0) {
    ::setsid();  // what ends the tests does not end this
    ::close(wishes[1]);
    ::close(answers[0]);
    Keeper(folder_).keep(wishes[0], answers[1]);
  }
  ::close(wishes[0]);
  ::close(answers[1]);
  keeper_ = wishes[1];
  answers_ = answers[0];
  char answer = 0;
  if (::read(answers_, &answer, 1) != 1 || answer != 'k')
    throw std::runtime_error("no database cluster: is Debian's postgresql-15 installed?");
  await();
}

Cluster::~Cluster() {
  ::close(keeper_);
  ::waitpid(keeper_process_, nullptr, 0);
  ::close(answers_);
}

void Cluster::await() const {
  for (int tries = 0; PQping(url("postgres").c_str()) != PQPING_OK; ++tries) {
    if (tries > 3000) throw std::runtime_error("the database cluster does not answer");
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
}

namespace {
void tell(int keeper, int answers, char wish) {
  if (::write(keeper, &wish, 1) != 1 || ::read(answers, &wish, 1) != 1) throw std::runtime_error("no keeper");
}
}  // namespace

void Cluster::stop() { tell(keeper_, answers_, 'q'); }
void Cluster::start() {
  tell(keeper_, answers_, 's');
  await();
}
void Cluster::stand_still() { tell(keeper_, answers_, 'p'); }
void Cluster::go_on() { tell(keeper_, answers_, 'c'); }

pid_t Cluster::process() const {
  pid_t process = 0;
  std::ifstream(folder_ / "data" / "postmaster.pid") >> process;
  return process;
}

std::string Cluster::url(const std::string& database) const {
  std::string host;
  for (const char each : folder_.string()) host += each == '/' ? "%2F" : std::string(1, each);
  return "postgresql://wardroom@" + host + "/" + database;
}

std::string Cluster::make() {
  const std::string name = "t" + std::to_string(++made_);
  ask("postgres", "CREATE DATABASE " + name);
  return name;
}

std::vector<std::string> Cluster::ask(const std::string& database, const std::string& sql) const {
  const std::unique_ptr<PGconn, Close> connection(PQconnectdb(url(database).c_str()));
  const std::unique_ptr<PGresult, Close> result(PQexec(connection.get(), sql.c_str()));
  const ExecStatusType status = PQresultStatus(result.get());
  if (status != PGRES_TUPLES_OK && status != PGRES_COMMAND_OK)
    throw std::runtime_error(PQerrorMessage(connection.get()));
  std::vector<std::string> found;
  for (int row = 0; row < PQntuples(result.get()); ++row) found.emplace_back(PQgetvalue(result.get(), row, 0));
  return found;
}

}  // namespace wardroom::store
