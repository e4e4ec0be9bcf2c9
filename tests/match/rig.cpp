#include "tests/match/rig.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <boost/asio/executor_work_guard.hpp>

#include "common/bid.h"
#include "common/frame.h"
#include "common/hash.h"
#include "common/nonce.h"
#include "server/match/gallery.h"
#include "tests/chance/known_chance.h"
#include "tests/titles/narrows/narrows.h"

namespace wardroom::testing {
namespace asio = boost::asio;

namespace {

constexpr std::chrono::seconds kLong{20};

// Each test has luck of its own, the same each time.
const bool known = know_chance([] {
  const ::testing::TestInfo* test = ::testing::UnitTest::GetInstance()->current_test_info();
  if (test == nullptr) return std::string();
  return std::to_string(std::hash<std::string>()(std::string(test->test_suite_name()) + test->name()));
});

// What net does: the answer goes into the same queue as everything else, at once.
asio::awaitable<v1::ServerFrame> exchange(std::shared_ptr<lobby::Visitor> visitor, std::shared_ptr<TestLine> line,
                                          v1::ClientFrame frame) {
  v1::ServerFrame answer = co_await visitor->handle(std::move(frame));
  line->send(answer);
  co_return answer;
}

}  // namespace

// -- TestLine --

void TestLine::send(const v1::ServerFrame& frame) {
  std::lock_guard lock(mutex_);
  std::vector<v1::ServerFrame> whole = hearing_.whole(frame);
  EXPECT_FALSE(whole.empty()) << "it does not fit what was told before: " << frame.DebugString();
  for (v1::ServerFrame& each : whole) {
    bytes_ += encode(each);
    frames_.push_back(std::move(each));
  }
  changed_.notify_all();
}

void TestLine::close(v1::RefusalCode why) {
  std::lock_guard lock(mutex_);
  closed_ = why;
}

std::deque<v1::ServerFrame> TestLine::take() {
  std::lock_guard lock(mutex_);
  return std::exchange(frames_, {});
}

std::optional<v1::RefusalCode> TestLine::closed() {
  std::lock_guard lock(mutex_);
  return closed_;
}

std::string TestLine::bytes() {
  std::lock_guard lock(mutex_);
  return bytes_;
}

void TestLine::await(const std::function<bool(const std::deque<v1::ServerFrame>&)>& enough) {
  std::unique_lock lock(mutex_);
  ASSERT_TRUE(changed_.wait_for(lock, kLong, [&] { return enough(frames_); })) << "what was waited for did not come";
}

// -- Client --

Client::Client(Rig& rig, std::string address)
    : nonce(random_bytes(kNonceBytes)),
      line(std::make_shared<TestLine>()),
      strand_(asio::make_strand(asio::any_io_executor(rig.io.get_executor()))),
      visitor_(rig.desk->welcome(line, std::move(address))) {}

Client::~Client() { hang_up(); }

void Client::hang_up() { visitor_.reset(); }

std::future<v1::ServerFrame> Client::ask_later(v1::ClientFrame frame) {
  frame.set_request(++requests_);
  line->request = requests_;
  if (std::string* hash = nonce_hash_in(frame); hash && hash->empty()) *hash = nonce_hash(nonce);
  return asio::co_spawn(strand_, exchange(visitor_, line, std::move(frame)), asio::use_future);
}

v1::ServerFrame Client::ask(v1::ClientFrame frame) {
  std::future<v1::ServerFrame> answer = ask_later(std::move(frame));
  if (answer.wait_for(kLong) != std::future_status::ready) throw std::runtime_error("no answer");
  v1::ServerFrame got = answer.get();
  EXPECT_EQ(got.request(), requests_);
  catch_up();
  return got;
}

v1::ServerFrame Client::hello(const std::string& with) {
  v1::ClientFrame frame;
  frame.mutable_hello()->set_protocol(v1::PROTOCOL_VERSION);
  frame.mutable_hello()->set_token(with);
  frame.mutable_hello()->add_capabilities(v1::CAPABILITY_QUEUES);
  frame.mutable_hello()->add_capabilities(v1::CAPABILITY_DELTAS);
  frame.mutable_hello()->add_capabilities(v1::CAPABILITY_MARKS);
  v1::ServerFrame answer = ask(std::move(frame));
  if (answer.welcome().has_signed_in()) {
    account = answer.welcome().signed_in().account();
    name = answer.welcome().signed_in().name();
    token = with;
  }
  return answer;
}

void Client::guest(const std::string& as) {
  hello();
  v1::ClientFrame frame;
  frame.mutable_play_as_guest()->set_name(as);
  const v1::ServerFrame answer = ask(std::move(frame));
  EXPECT_TRUE(answer.has_signed_in()) << answer.DebugString();
  account = answer.signed_in().account();
  name = answer.signed_in().name();
  token = answer.signed_in().token();
}

void Client::sign_up(const std::string& as, const std::string& password) {
  hello();
  v1::ClientFrame frame;
  frame.mutable_sign_up()->set_name(as);
  frame.mutable_sign_up()->set_password(password);
  const v1::ServerFrame answer = ask(std::move(frame));
  EXPECT_TRUE(answer.has_signed_in()) << answer.DebugString();
  account = answer.signed_in().account();
  name = as;
  token = answer.signed_in().token();
}

v1::MatchInfo Client::look(const std::string& id) {
  v1::ClientFrame frame;
  frame.mutable_list_matches()->set_mine(true);
  const v1::ServerFrame mine = ask(std::move(frame));
  for (const v1::MatchInfo& info : mine.matches().matches()) {
    if (info.id() == id) return info;
  }
  return {};
}

v1::ServerFrame Client::give_nonce(const v1::MatchInfo& shown, const std::string& given_nonce) {
  const v1::MatchInfo now = look(shown.id());
  v1::ClientFrame frame;
  auto& given = *frame.mutable_give_nonce();
  given.set_match(shown.id());
  given.set_seed_commitment(shown.seed_commitment());
  given.set_nonce(given_nonce.empty() ? nonce : given_nonce);
  if (now.has_my_seat()) {
    const v1::SeatInfo& other = now.seats(now.my_seat() == 0 ? 1 : 0);
    given.set_other(other.nonce_hash().empty() ? other.nonce() : other.nonce_hash());
  }
  return ask(std::move(frame));
}

v1::Attached Client::attach(const std::string& to, std::uint64_t last_serial) {
  match = to;
  v1::ClientFrame frame;
  frame.mutable_attach()->set_match(to);
  frame.mutable_attach()->set_last_serial(last_serial);
  const std::size_t before = notices.size();
  const v1::ServerFrame answer = ask(std::move(frame));
  EXPECT_TRUE(answer.has_attached()) << answer.DebugString();
  // A notice always follows; when it has come, the match speaks to us directly.
  if (notices.size() == before) {
    line->await([](const auto& frames) { return std::ranges::any_of(frames, &v1::ServerFrame::has_notice); });
    catch_up();
  }
  return answer.attached();
}

namespace {
v1::ClientFrame act_frame(const std::string& match, std::uint64_t menu_serial, const std::vector<v1::Action>& actions) {
  v1::ClientFrame frame;
  frame.mutable_act()->set_match(match);
  frame.mutable_act()->set_menu_serial(menu_serial);
  for (const v1::Action& action : actions) *frame.mutable_act()->add_actions() = action;
  return frame;
}
}  // namespace

v1::ServerFrame Client::act(std::uint64_t menu_serial, const std::vector<v1::Action>& actions) {
  return ask(act_frame(match, menu_serial, actions));
}

std::future<v1::ServerFrame> Client::act_later(const v1::Action& action) {
  return ask_later(act_frame(match, seen.menu().serial(), {action}));
}

v1::ServerFrame Client::act(const v1::Action& action) { return act(seen.menu().serial(), {action}); }

std::optional<std::uint32_t> Client::find(std::uint32_t verb) {
  for (int i = 0; i < seen.menu().items_size(); ++i) {
    if (seen.menu().items(i).action().verb() == verb) return static_cast<std::uint32_t>(i);
  }
  return std::nullopt;
}

v1::ServerFrame Client::choose(std::uint32_t verb) {
  catch_up();
  const auto item = find(verb);
  EXPECT_TRUE(item) << "verb " << verb << " is not offered: " << seen.menu().DebugString();
  if (!item) return {};
  return act(seen.menu().items(static_cast<int>(*item)).action());
}

void Client::take_in(const v1::Update& update) {
  if (update.match() != match) return;
  if (update.full()) {
    seen = update;
    ++full_updates;
  } else {
    EXPECT_EQ(update.serial(), seen.serial() + 1) << "an update is missing, doubled or out of order";
    match::apply(update, seen);
  }
  ++updates;
  sent.push_back(update);
  EXPECT_TRUE(update.match().empty() || update.state() == v1::MATCH_STATE_OPEN || update.full() ||
              update.time_ms() > 0);
  reports.insert(reports.end(), update.reports().begin(), update.reports().end());
}

void Client::catch_up() {
  for (const v1::ServerFrame& frame : line->take()) {
    switch (frame.body_case()) {
      case v1::ServerFrame::kAttached: {
        if (frame.attached().match().id() != match) break;
        v1::Attached attached;  // as it is read from its bytes: what was missed is in them alone
        attached.ParseFromString(frame.attached().SerializeAsString());
        seen = attached.update();
        queue = attached.queue();
        marks = attached.marks();
        for (const auto& missed : attached.missed())
          reports.insert(reports.end(), missed.reports().begin(), missed.reports().end());
        for (const auto& said : attached.chat()) chat.push_back(said);
        break;
      }
      case v1::ServerFrame::kUpdate:
        if (frame.request() == 0) take_in(frame.update());
        break;
      case v1::ServerFrame::kQueue:
        take_in(frame.queue());
        break;
      case v1::ServerFrame::kMarks:
        take_in(frame.marks());
        break;
      case v1::ServerFrame::kNotice:
        notices.push_back(frame.notice());
        break;
      case v1::ServerFrame::kChat:
        chat.push_back(frame.chat());
        break;
      case v1::ServerFrame::kTakenOver:
        ++taken_over;
        break;
      case v1::ServerFrame::kMatchFound:
        found.push_back(frame.match_found().match());
        break;
      default:
        break;
    }
  }
}

void Client::take_in(const v1::Queue& newer) {
  if (newer.match() == match && newer.version() >= queue.version()) queue = newer;
}

void Client::take_in(const v1::Marks& newer) {
  if (newer.match() == match && newer.version() >= marks.version()) marks = newer;
}

v1::ServerFrame Client::change(const v1::ChangeMarks& asked) {
  v1::ClientFrame frame;
  *frame.mutable_change_marks() = asked;
  frame.mutable_change_marks()->set_match(match);
  return ask(std::move(frame));
}

void Client::await_marks(const std::function<bool(const v1::Marks&)>& enough) {
  const auto deadline = std::chrono::steady_clock::now() + kLong;
  for (catch_up(); !enough(marks); catch_up()) {
    ASSERT_LT(std::chrono::steady_clock::now(), deadline) << marks.DebugString();
    std::this_thread::yield();
  }
}

v1::GiveOrders Client::orders(const std::vector<v1::Action>& actions) {
  v1::GiveOrders given;
  given.set_match(match);
  given.set_version(queue.version());
  for (const v1::Action& action : actions) {
    v1::Order& order = *given.add_orders();
    order.set_id(++orders_);
    *order.mutable_action() = action;
  }
  return given;
}

v1::ServerFrame Client::give(const v1::GiveOrders& given) {
  v1::ClientFrame frame;
  *frame.mutable_give_orders() = given;
  return ask(std::move(frame));
}

v1::ServerFrame Client::go_on(bool without_first) {
  v1::ClientFrame frame;
  frame.mutable_go_on()->set_match(match);
  frame.mutable_go_on()->set_version(queue.version());
  frame.mutable_go_on()->set_without_first(without_first);
  return ask(std::move(frame));
}

void Client::await_queue(const std::function<bool(const v1::Queue&)>& enough) {
  const auto deadline = std::chrono::steady_clock::now() + kLong;
  for (catch_up(); !enough(queue); catch_up()) {
    ASSERT_LT(std::chrono::steady_clock::now(), deadline) << queue.DebugString();
    std::this_thread::yield();
  }
}

// -- Rig --

Bundle picket_bundle() { return *Bundle::read(std::string(WARDROOM_SOURCE_DIR) + "/tests/titles/picket"); }

RigSettings quick(MemoryStore& store) {
  return quick([&store] { return store.now_ms(); });
}

RigSettings quick(std::function<std::int64_t()> now_ms) {
  RigSettings settings;
  settings.desk.password_operations = 1;
  settings.desk.password_memory = 8192;
  settings.host.now_ms = std::move(now_ms);
  settings.host.presence = std::chrono::milliseconds(0);
  // Time may stand still: what is counted by the minute is never let go.
  settings.desk.looks_per_account = settings.desk.looks_per_address = settings.desk.exports_per_address = 1'000'000;
  settings.desk.new_matches_per_address = settings.desk.new_accounts_per_address = 1'000'000;
  settings.desk.now_ms = settings.host.now_ms;
  return settings;
}

Rig::Rig(MemoryStore& store, RigSettings settings)
    : Rig({store, store, nullptr, nullptr, [&store] { store.settle(); }}, std::move(settings)) {}

Rig::Rig(Stores stores, RigSettings settings)
    : stores_(std::move(stores.owned)), settle_(std::move(stores.settle)), work_(asio::make_work_guard(io)) {
  match::LoadedTitle title;
  title.entry = picket::entry();
  title.bundle = settings.bundle ? settings.bundle : std::make_shared<const Bundle>(picket_bundle());
  title.title = settings.title ? settings.title : *title.entry.make(*title.bundle);
  std::vector<match::LoadedTitle> titles{std::move(title)};
  if (settings.narrows) {
    match::LoadedTitle& more = titles.emplace_back();
    more.entry = narrows::entry();
    more.bundle =
        std::make_shared<const Bundle>(*Bundle::read(std::string(WARDROOM_SOURCE_DIR) + "/tests/titles/narrows"));
    more.title = *more.entry.make(*more.bundle);
  }
  host.emplace(io.get_executor(), stores.matches, std::move(titles), std::move(settings.players),
               std::move(settings.host));
  desk.emplace(io.get_executor(), *host, stores.people, std::move(settings.desk), stores.mailroom, nullptr,
               stores.registry);
  for (int i = 0; i < settings.threads; ++i) threads_.emplace_back([this] { io.run(); });
  EXPECT_TRUE(run(host->first_beat()));
}

Rig::~Rig() {
  drain();
  io.stop();
  for (std::thread& thread : threads_) thread.join();
  do {  // the store may still be waking the context that ends here, and what it left there holds matches
    settle_();
    io.restart();
  } while (io.poll() > 0);
  desk.reset();
  host.reset();
}

Result<std::string> Rig::export_match(const std::string& match, const std::string& watch) {
  const Result<lobby::Exported> pieces = run(desk->export_match({match, watch, "192.0.2.1"}));
  if (!pieces) return pieces.error();
  for (std::string whole;;) {
    const Result<std::string> piece = run((*pieces)());
    if (!piece || piece->empty()) return piece ? Result<std::string>(std::move(whole)) : piece;
    whole += *piece;
  }
}

void Rig::drain() { run(desk->drain()); }

void Rig::beat() { EXPECT_TRUE(run(host->beat())); }

void Rig::tidy() { run(desk->tidy()); }

void Rig::await_unloaded() {
  const auto deadline = std::chrono::steady_clock::now() + kLong;
  while (host->stats().matches_in_memory != 0) {
    ASSERT_LT(std::chrono::steady_clock::now(), deadline) << "a match stayed in memory";
    std::this_thread::yield();
  }
}

std::unique_ptr<Client> Rig::guest(const std::string& name) {
  auto client = connect();
  client->guest(name);
  return client;
}

std::unique_ptr<Client> Rig::back(const std::string& token) {
  auto client = connect();
  EXPECT_TRUE(client->hello(token).welcome().has_signed_in());
  return client;
}

v1::MatchInfo Rig::create(Client& creator, const std::function<void(v1::CreateMatch&)>& change) {
  v1::ClientFrame frame;
  v1::CreateMatch& create = *frame.mutable_create_match();
  create.set_title("picket");
  create.set_scenario("small");
  create.set_side(v1::SIDE_CHOICE_FIRST);
  if (change) change(create);
  const v1::ServerFrame answer = creator.ask(std::move(frame));
  EXPECT_TRUE(answer.has_match()) << answer.DebugString();
  return answer.match();
}

v1::MatchInfo Rig::join(Client& joiner, const v1::MatchInfo& match) {
  v1::ClientFrame frame;
  frame.mutable_join_match()->set_invitation(match.invitation());
  const v1::ServerFrame answer = joiner.ask(std::move(frame));
  EXPECT_TRUE(answer.has_match()) << answer.DebugString();
  return answer.match();
}

std::string Rig::begin(Client& first, Client& second, const std::function<void(v1::CreateMatch&)>& change) {
  const v1::MatchInfo info = create(first, change);
  const v1::MatchInfo joined = join(second, info);
  EXPECT_TRUE(joined.nonce_wanted()) << joined.DebugString();
  second.give_nonce(joined);
  const v1::ServerFrame begun = first.give_nonce(info);
  EXPECT_EQ(begun.match().state(), v1::MATCH_STATE_PLAYING) << begun.DebugString();
  first.attach(info.id());
  second.attach(info.id());
  return info.id();
}

int play(Client& first, Client& second, int steps, std::mt19937& random, const std::function<bool()>& until) {
  int done = 0;
  while (done < steps) {
    if (until && until()) return done;
    std::vector<Client*> asked;
    for (Client* client : {&first, &second}) {
      if (client->asked()) asked.push_back(client);
    }
    if (asked.empty()) return done;
    Client& next = *asked[random() % asked.size()];
    const auto& items = next.seen.menu().items();
    const v1::Action action = items[static_cast<int>(random() % static_cast<unsigned>(items.size()))].action();
    const v1::ServerFrame answer = next.act(action);
    EXPECT_EQ(answer.acted().taken(), 1u) << answer.DebugString();
    if (!answer.has_acted()) return done;
    ++done;
  }
  return done;
}

}  // namespace wardroom::testing
