// Registered: a server without sockets on the real store, so that addresses, second factors and quotas are kept.
#pragma once

#include <atomic>

#include "tests/match/rig.h"
#include "tests/store/kit.h"

namespace wardroom::testing {

class Registered : public ::testing::Test {
 protected:
  static constexpr char kHome[] = "192.0.2.1", kElsewhere[] = "203.0.113.9";

  explicit Registered(const std::function<void(RigSettings&)>& change = {}) {
    RigSettings settings = quick([this] { return now.load(); });
    if (change) change(settings);
    store::StoreOptions options;
    options.hooks.now = [this] { return now.load(); };
    store = store::opened(folder.file(), std::move(options));
    const auto settle = [this] {
      (void)store::await<lobby::SecondFactor>([&](auto then) { store->factor("nobody", then); });
      (void)store::await<Secret>([&](auto then) { store->secret("mail", then); });
    };
    rig.emplace(Stores{*store, *store, nullptr, store.get(), settle}, std::move(settings));
  }
  ~Registered() override {
    rig.reset();
    store.reset();
  }

  std::unique_ptr<Client> greeted(const std::string& address = kHome) {
    auto client = rig->connect(address);
    client->hello();
    return client;
  }
  std::unique_ptr<Client> guest_at(const std::string& address, const std::string& name) {
    auto client = rig->connect(address);
    client->guest(name);
    return client;
  }
  static std::string reason(const v1::ServerFrame& frame) { return frame.refusal().reason().id(); }

  std::atomic<std::int64_t> now{1'794'916'800'000};
  store::Folder folder;
  std::unique_ptr<store::SqlStore> store;
  std::optional<Rig> rig;
};

}  // namespace wardroom::testing
