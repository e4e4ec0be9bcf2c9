#include "tests/secrecy/house.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <mutex>

#include "client/bot/bots.h"
#include "common/hash.h"
#include "common/nonce.h"
#include "server/jobs.h"
#include "server/match/gallery.h"
#include "server/titles/titles.h"
#include "tests/store/kit.h"
#include "tests/titles/narrows/narrows.h"
#include "tests/titles/picket/picket.h"

namespace wardroom::testing {
namespace {

namespace fs = std::filesystem;

const std::string kSeed(32, 's');
const std::array<std::string, 2> kNonces{std::string(kNonceBytes, 'a'), std::string(kNonceBytes, 'b')};
constexpr int kOthers = 8;  // accounts of people who play in no match

std::string other_name(int number) { return "Other" + std::to_string(number); }

void sign_up(store::SqlStore& store, const std::string& name) {
  lobby::Account account;
  account.id = "account-" + name;
  account.name = name;
  account.guest = true;
  store::value(store::await<lobby::Account>([&](auto then) { store.create_account(account, then); }));
  lobby::SessionRecord session;
  session.id = "session-" + name;
  session.token_hash = hash("token-" + name);
  session.account = account.id;
  store::value(store::await<void>([&](auto then) { store.add_session(session, then); }));
}

v1::record::Head head_of(const match::MatchCard& card, std::uint32_t revision) {
  v1::record::Head head;
  head.set_match(card.id);
  head.set_title(card.title);
  head.set_scenario(card.scenario);
  head.set_data_hash(card.data_hash);
  head.set_rules_revision(revision);
  head.set_seed_commitment(seed_commitment(card.server_seed));
  for (const std::string& nonce : card.nonces) head.add_nonces(nonce);
  return head;
}

// A match that has just begun, at a checkpoint instead of its scenario's opening.
void write(store::SqlStore& store, const BoxedTitle& box, const std::shared_ptr<const Title>& title,
           const Bundle& bundle, const Sitting& sitting) {
  match::MatchCard card;
  card.id = sitting.id;
  card.title = box.entry.id;
  card.scenario = box.scenario;
  for (Seat seat : kSeats) card.accounts[index(seat)] = "account-" + sitting.players[index(seat)];
  card.creator = card.accounts[0];
  card.is_private = sitting.is_private;
  card.observer_delay = sitting.observer_delay;
  card.clock.set_bank_seconds(sitting.bank_seconds);
  card.clock.set_rests(sitting.bank_seconds > 0);
  card.clocks.left_ms = {sitting.bank_seconds * std::int64_t{1000}, sitting.bank_seconds * std::int64_t{1000}};
  card.data_hash = bundle.hash();
  card.server_seed = kSeed;
  card.nonces = kNonces;
  store::value(store::await<match::MatchCard>([&](auto then) { store.create(card, then); }));

  // It goes on from there, as from another match: so it can be played again from its journal.
  v1::record::Head head = head_of(card, title->revision());
  head.mutable_origin()->set_position(sitting.position);
  Step first;
  const auto referee = *Referee::open(title, head, House::secret(), first, {});
  match::Commit commit;
  commit.match = card.id;
  commit.previous_hash = chain_start(head);
  commit.head = std::move(head);
  commit.rows = std::move(first.rows);
  commit.checkpoint = std::move(first.checkpoint);
  commit.viewers = first.viewers;
  commit.shown = true;
  for (Seat seat : kSeats) commit.to_move[index(seat)] = referee->menu(seat) != nullptr;
  auto& progress = commit.progress.emplace();
  if (!referee->progress().empty()) to_wire(referee->progress(), progress.shown);
  progress.held_back = progress.shown;
  store::value(store::await<match::Stamp>([&](auto then) { store.append(commit, then); }));
}

// A title of the same data is made once: reading them takes longer than much of what is done in a house.
TitleEntry made_once(TitleEntry entry) {
  entry.make = [make = entry.make](const Bundle& bundle) -> Result<std::shared_ptr<const Title>> {
    static std::mutex mutex;
    static std::map<std::string, std::shared_ptr<const Title>> made;  // by the hash of their data
    const std::lock_guard lock(mutex);
    std::shared_ptr<const Title>& title = made[bundle.hash()];
    if (!title) title = *make(bundle);
    return title;
  };
  return entry;
}

BoxedTitle shipped(const std::string& id, const std::string& scenario) {
  const std::vector<TitlePack> all = titles();
  const auto pack = std::ranges::find(all, id, [](const TitlePack& each) { return each.entry.id; });
  return {made_once(pack->entry), WARDROOM_SOURCE_DIR "/scenarios/" + id, scenario};
}

bool is_known(const std::vector<std::int64_t>& stamps, std::int64_t time_ms) {
  return std::ranges::find(stamps, time_ms) != stamps.end();
}

void normalise_clocks(v1::MatchInfo& info, KnownTimes& known) {
  info.clear_thinking_ms();
  for (int seat = 0; !known.presence && seat < info.seats_size(); ++seat) info.mutable_seats(seat)->clear_present();
  for (int seat = 0; info.has_clock() && seat < info.seats_size(); ++seat) {
    v1::SeatInfo& clock = *info.mutable_seats(seat);
    if (!known.clocks) clock.clear_clock_ms();
    const bool follows =
        !known.deadlines || info.id() != known.match || is_known(known.stamps, clock.deadline_ms() - clock.clock_ms());
    if (clock.deadline_ms() != 0) clock.set_deadline_ms(!known.clocks || follows ? 1 : 2);
    if (!known.clocks) continue;
    std::vector<std::int64_t>& told = known.left[info.id() + '/' + std::to_string(seat)];
    if (!is_known(told, clock.clock_ms())) told.push_back(clock.clock_ms());
    clock.set_clock_ms(std::ranges::find(told, clock.clock_ms()) - told.begin() + 1);
  }
}

void normalise(google::protobuf::Message& message, KnownTimes& known) {
  const auto* reflection = message.GetReflection();
  std::vector<const google::protobuf::FieldDescriptor*> fields;
  reflection->ListFields(message, &fields);
  for (const auto* field : fields) {
    if (field->message_type()) {
      if (field->is_repeated()) {
        for (int i = 0; i < reflection->FieldSize(message, field); ++i) {
          normalise(*reflection->MutableRepeatedMessage(&message, field, i), known);
        }
      } else {
        normalise(*reflection->MutableMessage(&message, field), known);
      }
    } else if (field->name() == "created_ms") {
      reflection->SetInt64(&message, field, 1);
    } else if (field->name() == "time_ms") {
      reflection->SetInt64(&message, field, is_known(known.stamps, reflection->GetInt64(message, field)) ? 1 : 2);
    }
  }
  if (auto* info = dynamic_cast<v1::MatchInfo*>(&message)) normalise_clocks(*info, known);
}

}  // namespace

std::size_t times_over() {
  const char* asked = std::getenv("WARDROOM_SECRECY");
  return asked ? static_cast<std::size_t>(std::atoi(asked)) : 1;
}

std::shared_ptr<const Title> BoxedTitle::title() const { return *entry.make(*Bundle::read(data.string())); }

BoxedTitle picket_box() { return {made_once(picket::entry()), WARDROOM_SOURCE_DIR "/tests/titles/picket", "small"}; }
BoxedTitle narrows_box() {
  return {made_once(narrows::entry()), WARDROOM_SOURCE_DIR "/tests/titles/narrows", "convoy"};
}
BoxedTitle pq17_box(const std::string& scenario) { return shipped("pq17", scenario); }
BoxedTitle murmansk_box(const std::string& scenario) { return shipped("murmansk", scenario); }

Secret House::secret() { return match_secret(kSeed, kNonces); }

House::House(const BoxedTitle& box, const std::vector<Sitting>& sittings) : entry_(box.entry) {
  Settings& settings = settings_;
  settings.net.port = 0;
  net::Limits& limits = settings.net.limits;
  limits.frames_per_second = limits.frames_burst = limits.bytes_per_second = limits.bytes_burst = 1e12;
  limits.bad_frames = 1'000'000;
  settings.data = folder_.path() / "data";
  settings.scenarios = folder_.path() / "scenarios";
  settings.words = WARDROOM_SOURCE_DIR "/common/text";
  settings.threads = 2;
  settings.presence = std::chrono::milliseconds(0);  // notices are counted
  // Some tests look and ask all the time.
  lobby::DeskSettings& desk = settings.desk;
  desk.looks_per_account = desk.looks_per_address = desk.exports_per_address = 1'000'000;
  fs::create_directories(settings.data);
  fs::create_directories(settings.scenarios);
  fs::create_directory_symlink(box.data, settings.scenarios / box.entry.id);

  const Bundle bundle = *Bundle::read(box.data.string());
  const std::shared_ptr<const Title> title = *box.entry.make(bundle);
  auto store = store::opened(settings.database());
  for (const std::string& name : kPlayers) sign_up(*store, name);
  for (int i = 0; i < kOthers; ++i) sign_up(*store, other_name(i));
  store::value(store::await<void>([&](auto then) { store->keep_data(box.entry.id, bundle, then); }));
  for (const Sitting& sitting : sittings) write(*store, box, title, bundle, sitting);
  store.reset();
  open();
}

void House::open() {
  settings_.postgres.url = store::url_of(settings_.database());
  Settings other = settings_;
  other.data = folder_.path() / "other";
  fs::create_directories(other.data);
  for (const Settings& settings : {settings_, other}) {
    auto started = App::start(settings, {TitlePack{entry_}}, bot::players(bot::bots()));
    if (!started) throw std::runtime_error(words(started.error(), settings));
    apps_.push_back(std::move(*started));
    if (settings.postgres.url.empty()) break;
  }
}

void House::open_again() {
  apps_.clear();
  open();
}

std::unique_ptr<net::Client> House::come(const std::string& name, Where where) const {
  const bool at_other = (name == kPlayers[1]) == (where == Where::kUsual);
  const App& app = at_other ? *apps_.back() : *apps_.front();
  auto client = std::make_unique<net::Client>(app.port());
  if (client->open() != 101) throw std::runtime_error("no connection");
  v1::ClientFrame frame = net::hello();
  frame.mutable_hello()->add_capabilities(v1::CAPABILITY_QUEUES);
  frame.mutable_hello()->add_capabilities(v1::CAPABILITY_DELTAS);
  frame.mutable_hello()->add_capabilities(v1::CAPABILITY_MARKS);
  if (!name.empty()) frame.mutable_hello()->set_token("token-" + name);
  const v1::ServerFrame answer = client->ask(frame);
  if (answer.welcome().has_signed_in() == name.empty()) throw std::runtime_error("not signed in: " + name);
  return client;
}

Visitor::Visitor(const House& house, const std::string& name, const std::string& at, House::Where where)
    : match(at), client_(house.come(name, where)) {}

void Visitor::take_in(v1::ServerFrame frame) {
  if (frame.acted().has_update()) {
    v1::ServerFrame before;
    *before.mutable_update() = frame.acted().update();
    frame.mutable_acted()->clear_update();
    take_in(std::move(before));
  }
  const std::vector<v1::ServerFrame> whole = hearing_.whole(frame);
  if (whole.empty()) throw std::runtime_error("it does not fit what was told before");
  expect_shortened(frame, whole.front());
  frames.push_back(whole.front());
  if (frame.has_update() && frame.request() == 0) {
    match::apply(whole.front().update(), seen);
    ++updates;
  }
  if (frame.has_notice()) ++notices;
  if (frame.has_attached()) seen = frame.attached().update();
  if (frame.has_queue() && frame.queue().version() >= queue.version()) queue = frame.queue();
}

// Whoever attaches is told from there on as one who knows no menu, so how he is told depends on when he asked for that.
// It depends on nothing else: here it is shortened once more, by what came on this connection alone.
void Visitor::expect_shortened(const v1::ServerFrame& frame, const v1::ServerFrame& whole) {
  if (whole.has_attached()) told_.begin(whole.attached().update());
  if (!whole.has_update() || whole.request() != 0) return;
  v1::ServerFrame expected = whole;
  *expected.mutable_update() = told_.shortened(whole.update());
  if (frame.SerializeAsString() != expected.SerializeAsString())
    throw std::runtime_error("it is shortened by more than what was told before");
}

v1::ServerFrame Visitor::ask(v1::ClientFrame frame) {
  v1::ServerFrame answer = client_->ask(std::move(frame));
  // What came before the answer was sent before it.
  for (const v1::ServerFrame& before : std::exchange(client_->unasked, {})) take_in(before);
  take_in(answer);
  return answer;
}

// Asks the match what it answers in its own order, unlike what only looks: all it had sent before comes before that.
void Visitor::catch_up() {
  v1::ClientFrame frame;
  frame.mutable_ask_ended_view()->set_match(match);
  ask(std::move(frame));
  frames.pop_back();
}

v1::ServerFrame Visitor::attach(const std::string& watch) {
  v1::ClientFrame frame;
  frame.mutable_attach()->set_match(match);
  frame.mutable_attach()->set_watch(watch);
  v1::ServerFrame answer = ask(std::move(frame));
  catch_up();
  return answer;
}

v1::ServerFrame Visitor::act(const Action& action) {
  v1::ClientFrame frame;
  frame.mutable_act()->set_match(match);
  frame.mutable_act()->set_menu_serial(seen.menu().serial());
  to_wire(action, *frame.mutable_act()->add_actions());
  v1::ServerFrame answer = ask(std::move(frame));
  catch_up();
  return answer;
}

v1::ServerFrame Visitor::undo() {
  v1::ClientFrame frame;
  frame.mutable_undo()->set_match(match);
  v1::ServerFrame answer = ask(std::move(frame));
  catch_up();
  return answer;
}

v1::ServerFrame Visitor::give(const std::vector<Action>& actions, v1::IfAbsent if_absent) {
  v1::ClientFrame frame;
  v1::GiveOrders& given = *frame.mutable_give_orders();
  given.set_match(match);
  given.set_version(queue.version());
  for (const Action& action : actions) {
    v1::Order& order = *given.add_orders();
    order.set_id(++orders_);
    order.set_if_absent(if_absent);
    to_wire(action, *order.mutable_action());
  }
  v1::ServerFrame answer = ask(std::move(frame));
  frames.pop_back();
  settle();
  return answer;
}

std::size_t Visitor::waiting() const {
  return static_cast<std::size_t>(std::ranges::count(queue.orders(), v1::ORDER_STATE_WAITING, &v1::QueuedOrder::state));
}

v1::ServerFrame Visitor::leave(std::uint32_t order, std::uint32_t way) {
  v1::ClientFrame frame;
  frame.mutable_give_standing()->set_match(match);
  v1::StandingOrder& left = *frame.mutable_give_standing()->add_orders();
  left.set_order(order);
  left.set_way(way);
  v1::ServerFrame answer = ask(std::move(frame));
  catch_up();
  return answer;
}

v1::ServerFrame Visitor::mark(const std::string& text, std::uint64_t id) {
  v1::ClientFrame frame;
  frame.mutable_change_marks()->set_match(match);
  v1::Mark& put = *frame.mutable_change_marks()->add_put();
  put.set_id(id);
  put.mutable_note()->set_text(text);
  v1::ServerFrame answer = ask(std::move(frame));
  catch_up();
  return answer;
}

void Visitor::settle() {
  do {
    catch_up();
  } while (asked() && !seen.menu().reaction() && waiting() > 0 && !queue.has_hold());
}

std::string without_times(v1::ServerFrame frame, KnownTimes& known) {
  if (known.stamps.empty() && frame.has_attached()) {
    known.match = frame.attached().match().id();
    known.stamps.push_back(frame.attached().update().time_ms());
  }
  if (frame.has_update() && frame.request() == 0) known.stamps.push_back(frame.update().time_ms());
  normalise(frame, known);
  return frame.SerializeAsString();
}

}  // namespace wardroom::testing
