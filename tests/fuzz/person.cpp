#include "tests/fuzz/person.h"

#include <algorithm>
#include <sstream>

#include "common/frame.h"
#include "common/hash.h"
#include "common/nonce.h"
#include "server/match/gallery.h"

namespace wardroom::fuzz {
namespace {

using Frame = v1::ClientFrame;

constexpr std::size_t kTrail = 100;
constexpr std::size_t kShownBytes = 1500;  // of one frame
constexpr std::size_t kMostTables = 10;
constexpr std::size_t kMostOpen = 20;

std::string kind_name(Frame::BodyCase kind) {
  const auto* field = Frame::descriptor()->FindFieldByNumber(kind);
  return field ? field->name() : "(none)";
}

Kind kind_of(Frame::BodyCase kind) { return Frame::descriptor()->FindFieldByNumber(kind); }

// The field of the frame's body that names a match; none when it names none.
Kind match_field(const Frame& frame) {
  const auto* body = kind_of(frame.body_case());
  const auto* field = body ? body->message_type()->FindFieldByName("match") : nullptr;
  return field && field->cpp_type() == field->CPPTYPE_STRING ? field : nullptr;
}

std::string match_in(const Frame& frame) {
  const auto* field = match_field(frame);
  if (!field) return {};
  const auto& body = frame.GetReflection()->GetMessage(frame, kind_of(frame.body_case()));
  return body.GetReflection()->GetString(body, field);
}

void set_match(Frame& frame, const std::string& match) {
  const auto* field = match_field(frame);
  if (!field) return;
  auto& body = *frame.GetReflection()->MutableMessage(&frame, kind_of(frame.body_case()));
  body.GetReflection()->SetString(&body, field, match);
}

bool may_end_sessions(Frame::BodyCase kind) {
  switch (kind) {
    case Frame::kSignOut:
    case Frame::kEndSession:
    case Frame::kChangePassword:
    case Frame::kResetPassword:
    case Frame::kDeleteAccount:
    case Frame::kAdminister:
      return true;
    default:
      return false;
  }
}

// Only whoever is signed in is granted these.
bool is_for_somebody(Frame::BodyCase kind) {
  return kind == Frame::kAct || kind == Frame::kCreateMatch || kind == Frame::kJoinMatch || kind == Frame::kGiveNonce;
}

void check_refusal(const v1::Refusal& refusal) {
  insist(refusal.code() != v1::REFUSAL_CODE_UNSPECIFIED && v1::RefusalCode_IsValid(refusal.code()),
         "a refusal without a code");
  insist(!refusal.reason().id().empty(), "a refusal without a reason");
  for (const char* broken :
       {"refusal.server_fault", "refusal.server_error", "refusal.match_parked", "refusal.match_held"})
    insist(refusal.reason().id() != broken, "something broke: " + refusal.reason().id());
}

void check_state(v1::MatchState state) {
  insist(state != v1::MATCH_STATE_PARKED, "a match was parked");
  insist(state != v1::MATCH_STATE_HELD, "a match was held");
}

template <class Map>
void add_lines(std::ostringstream& out, const std::string& heading, const Map& counts) {
  out << heading << ':';
  for (const auto& [name, count] : counts) out << ' ' << name << ' ' << count;
  out << '\n';
}

}  // namespace

void insist(bool right, const std::string& what) {
  if (!right) throw Finding(what);
}

// -- what is told of a run --

void Trail::add(const std::string& who, const std::string& bytes) {
  last_.push_front({++count_, who, bytes});
  if (last_.size() > kTrail) last_.pop_back();
}

std::string Trail::text() const {
  std::ostringstream out;
  for (const Sent& sent : last_) {
    const auto frame = decode_client(sent.bytes);
    std::string words = frame ? frame->ShortDebugString() : hex(sent.bytes);
    if (words.size() > kShownBytes) words = words.substr(0, kShownBytes) + " ...";
    out << "  frame " << sent.number << " of " << sent.who << ", " << sent.bytes.size() << " bytes: " << words << '\n';
  }
  return out.str();
}

std::string Figures::text() const {
  std::ostringstream out;
  add_lines(out, "sent", sent);
  add_lines(out, "refused", refusals);
  add_lines(out, "unavailable", unavailable);
  out << answers << " answers on " << connections << " connections, " << finished.size() << " matches finished\n";
  return out.str();
}

// -- coming and going --

void Person::come() {
  client_ = std::make_unique<net::Client>(run_.port);
  insist(client_->open() == 101, "no connection");
  ++run_.figures.connections;
  Frame frame = net::hello();
  frame.mutable_hello()->set_token(token_);
  client_->makes_whole = true;
  for (const auto capability :
       {v1::CAPABILITY_TYPED_REPORTS, v1::CAPABILITY_QUEUES, v1::CAPABILITY_DELTAS, v1::CAPABILITY_MARKS})
    frame.mutable_hello()->add_capabilities(capability);
  ++run_.figures.sent["hello"];
  const v1::ServerFrame welcome = client_->ask(frame);
  insist(welcome.has_welcome(), "not welcome: " + welcome.ShortDebugString());
  signed_in_ = welcome.welcome().has_signed_in();
  insist(signed_in_ || token_.empty() || endings_ != run_.endings, "a token that was kept is not known any more");
  endings_ = run_.endings;
  bad_ = 0;
  if (signed_in_) return;
  token_.clear();
  tables_.clear();
}

void Person::forget() {
  client_.reset();
  token_.clear();
  signed_in_ = false;
  expected_.clear();
  tables_.clear();
}

void Person::ended(const net::Arrival& how) {
  const auto* code = std::get_if<std::uint16_t>(&how);
  const std::string words = code ? "was closed with " + std::to_string(*code) : "was cut";
  // Whoever writes to what has been closed may be cut before he reads the reason.
  const auto closed_as = [&](unsigned reason) { return !code || *code == reason; };
  const bool too_big = closed_as(1009) && std::ranges::any_of(expected_, &Expected::too_big);
  const bool too_bad = closed_as(1008) && bad_ >= kBadFrames;
  const bool signed_out = closed_as(4000 + v1::REFUSAL_CODE_SIGNED_OUT) && endings_ != run_.endings;
  insist(too_big || too_bad || signed_out, "a connection " + words);
  client_.reset();
  expected_.clear();
  for (auto& [match, table] : tables_) table.attached = false;
}

// -- asking --

void Person::send(Frame frame) {
  frame.set_request(++request_);
  send(frame.SerializeAsString());
}

void Person::send(const std::string& bytes) {
  if (!client_) return;
  run_.trail.add(name_, bytes);
  const auto frame = decode_client(bytes);
  Expected expected;
  expected.too_big = bytes.size() > kMaxClientFrame;
  if (frame) {
    expected.request = frame->request();
    expected.kind = frame->body_case();
    expected.match = match_in(*frame);
  }
  if (may_end_sessions(expected.kind)) ++run_.endings;
  expected.endings = run_.endings;
  const bool bad = expected.kind == Frame::BODY_NOT_SET;
  if (bad) ++bad_;
  ++run_.figures.sent[kind_name(expected.kind)];
  expected_.push_back(expected);
  const bool gone = !client_->send_bytes(bytes);
  // An answer to number 0 looks like what nobody asked for: it came before the answer to what follows it.
  if (!gone && !bad && expected.request == 0) send(net::ping_frame());
}

void Person::await() {
  while (client_ && !expected_.empty()) {
    const net::Arrival arrival = client_->receive();
    if (const auto* frame = std::get_if<v1::ServerFrame>(&arrival)) {
      take_in(*frame);
    } else {
      ended(arrival);
    }
  }
}

const v1::ServerFrame& Person::ask(Frame frame) {
  if (!client_) come();
  send(std::move(frame));
  await();
  return answer_;
}

// -- what comes --

void Person::take_in(const v1::ServerFrame& frame) {
  lore_.read(frame);
  note_matches(frame);
  if (!answers(frame)) {
    insist(!frame.has_refusal(), "a refusal that nobody asked for: " + frame.ShortDebugString());
    return;
  }
  const Expected asked = expected_.front();
  expected_.pop_front();
  check(asked, frame);
  answer_ = frame;
}

// What has a number answers what waits; refusals of what is no frame have none.
bool Person::answers(const v1::ServerFrame& frame) {
  const bool unnumbered = !expected_.empty() && expected_.front().request == 0;
  if (frame.request() == 0) return unnumbered && frame.has_refusal();
  if (unnumbered && expected_.front().kind != Frame::BODY_NOT_SET) expected_.pop_front();
  insist(!expected_.empty() && expected_.front().request == frame.request(),
         "an answer to nothing that waits for one: " + frame.ShortDebugString());
  return true;
}

void Person::check(const Expected& asked, const v1::ServerFrame& answer) {
  ++run_.figures.answers;
  insist(answer.body_case() != v1::ServerFrame::BODY_NOT_SET, "an answer that says nothing");
  if (asked.kind == Frame::BODY_NOT_SET)
    insist(answer.refusal().code() == v1::REFUSAL_CODE_MALFORMED, "what is no request was not refused as such");
  if (answer.has_refusal()) {
    refused(asked, answer.refusal());
  } else {
    granted(asked, answer);
  }
}

void Person::refused(const Expected& asked, const v1::Refusal& refusal) {
  check_refusal(refusal);
  ++run_.figures.refusals[v1::RefusalCode_Name(refusal.code())];
  if (refusal.code() == v1::REFUSAL_CODE_UNAVAILABLE) ++run_.figures.unavailable[refusal.reason().id()];
  if (refusal.reason().id() == "refusal.no_such_match") tables_.erase(asked.match);
  if (refusal.code() != v1::REFUSAL_CODE_SIGNED_OUT) return;
  insist(!signed_in_ || endings_ != run_.endings, "signed out by nobody");
  signed_in_ = false;
  tables_.clear();
}

void Person::granted(const Expected& asked, const v1::ServerFrame& answer) {
  if (may_end_sessions(asked.kind)) ++run_.endings;
  if (is_for_somebody(asked.kind)) endings_ = asked.endings;
  if (asked.kind == Frame::kSignOut || asked.kind == Frame::kDeleteAccount) {
    signed_in_ = false;
    token_.clear();
    tables_.clear();
  }
  if (answer.has_signed_in()) {
    signed_in_ = true;
    endings_ = run_.endings;
    if (!answer.signed_in().token().empty()) {
      token_ = answer.signed_in().token();
      run_.tokens.insert(token_);
    }
  }
  if (answer.has_acted() && answer.acted().has_stopped()) check_refusal(answer.acted().stopped());
  if (asked.kind == Frame::kDetach || asked.kind == Frame::kCancelMatch || asked.kind == Frame::kDeclineChallenge)
    tables_.erase(asked.match);
  if (answer.has_attached()) {
    Table& table = tables_[asked.match];
    table.info = answer.attached().match();
    table.seen = answer.attached().update();
    table.queue = answer.attached().queue();
    table.attached = true;
    check_state(table.info.state());
  }
}

void Person::note(const v1::MatchInfo& info) {
  check_state(info.state());
  const auto known = tables_.find(info.id());
  if (known != tables_.end()) {
    known->second.info = info;
  } else if (info.has_my_seat() && info.state() != v1::MATCH_STATE_OVER) {
    tables_[info.id()].info = info;
  }
  if (info.state() == v1::MATCH_STATE_OVER) run_.figures.finished.insert(info.id());
  if (info.state() != v1::MATCH_STATE_OPEN || info.has_my_seat()) return;
  open_.push_back(info.id());
  if (open_.size() > kMostOpen) open_.pop_front();
}

void Person::note(const v1::Update& update) {
  check_state(update.state());
  const auto table = tables_.find(update.match());
  if (table == tables_.end()) return;
  match::apply(update, table->second.seen);
  if (update.state() == v1::MATCH_STATE_OVER) run_.figures.finished.insert(update.match());
}

void Person::note_matches(const v1::ServerFrame& frame) {
  if (frame.has_match()) note(frame.match());
  for (const v1::MatchInfo& info : frame.matches().matches()) note(info);
  for (const v1::MatchInfo& info : frame.challenges().matches()) note(info);
  if (frame.has_match_found()) note(frame.match_found().match());
  if (frame.has_match_news()) note(frame.match_news().match());
  if (frame.has_notice()) note(frame.notice().match());
  if (frame.has_update() && frame.request() == 0) note(frame.update());
  if (!frame.has_queue()) return;
  const auto table = tables_.find(frame.queue().match());
  if (table != tables_.end() && frame.queue().version() >= table->second.queue.version())
    table->second.queue = frame.queue();
}

// -- what he does --

Frame new_match(const std::string& title, const std::string& scenario) {
  Frame frame;
  v1::CreateMatch& made = *frame.mutable_create_match();
  made.set_title(title);
  made.set_scenario(scenario);
  made.set_nonce_hash(nonce_hash(kOurNonce));
  return frame;
}

Frame Person::deed() {
  Frame frame;
  if (!signed_in_) {
    switch (run_.dice.below(6)) {
      case 0:
        return lore_.request(kind_of(Frame::kSignUp));
      case 1:
        return lore_.request(kind_of(Frame::kSignIn));
      default:
        frame.mutable_play_as_guest();
        return frame;
    }
  }
  const auto sits = std::ranges::count_if(tables_, [](const auto& each) {
    return each.second.info.has_my_seat() && each.second.info.state() != v1::MATCH_STATE_OVER;
  });
  if (sits < 2 || run_.dice.one_in(40)) return begin();
  const auto& [match, table] = run_.dice.of(tables_);
  if (tables_.size() > kMostTables) {
    frame.mutable_detach()->set_match(match);
    return frame;
  }
  return at(match, table);
}

Frame Person::begin() {
  static const std::vector<std::pair<std::string, std::string>> scenarios{
      {"picket", "small"}, {"picket", "long"}, {"narrows", "convoy"}, {"narrows", "alone"}};
  const auto& [title, scenario] = run_.dice.of(scenarios);
  Frame frame = new_match(title, scenario);
  v1::CreateMatch& made = *frame.mutable_create_match();
  switch (run_.dice.below(6)) {
    case 0:
    case 1:
      if (scenario != "alone") made.set_bot("random");
      return frame;
    case 2:
      if (scenario == "alone") return frame;
      made.set_side(static_cast<v1::SideChoice>(run_.dice.below(5)));
      if (made.side() == v1::SIDE_CHOICE_BID) made.set_nonce_hash(nonce_hash(kOurBid));
      made.set_is_private(run_.dice.one_in(4));
      made.set_observer_delay(static_cast<std::uint32_t>(run_.dice.below(3)));
      if (run_.dice.one_in(3)) made.mutable_clock()->set_bank_seconds(600);
      return frame;
    case 3:
      frame.mutable_list_matches()->set_open(true);
      return frame;
    default:
      if (open_.empty()) return lore_.request(kind_of(Frame::kQuickMatch));
      frame.mutable_join_match()->set_match(run_.dice.of(open_));
      return frame;
  }
}

Frame Person::at(const std::string& match, const Table& table) {
  Frame frame;
  if (table.info.nonce_wanted()) {
    if (!run_.dice.one_in(6)) return give_nonce(table);
    frame.mutable_cancel_match()->set_match(match);
  } else if (!table.attached) {
    frame.mutable_attach()->set_match(match);
  } else if (table.info.state() == v1::MATCH_STATE_OPEN) {
    if (!run_.dice.one_in(8)) return begin();
    frame.mutable_cancel_match()->set_match(match);
  } else if (table.info.state() == v1::MATCH_STATE_OVER || table.seen.state() == v1::MATCH_STATE_OVER) {
    switch (run_.dice.below(5)) {
      case 0:
        frame.mutable_ask_ended_view()->set_match(match);
        break;
      case 1:
        frame.mutable_ask_replay()->set_match(match);
        frame.mutable_ask_replay()->set_viewpoint(static_cast<v1::Viewpoint>(run_.dice.below(5)));
        break;
      case 2:
        frame.mutable_rematch()->set_match(match);
        frame.mutable_rematch()->set_nonce_hash(nonce_hash(kOurNonce));
        break;
      default:
        frame.mutable_detach()->set_match(match);
    }
  } else if (table.seen.menu().items_size() > 0) {
    return play(match, table);
  } else {
    return look(match);
  }
  return frame;
}

Frame Person::give_nonce(const Table& table) const {
  Frame frame;
  v1::GiveNonce& given = *frame.mutable_give_nonce();
  given.set_match(table.info.id());
  given.set_seed_commitment(table.info.seed_commitment());
  given.set_nonce(table.info.sides() == v1::SIDES_BID ? kOurBid : kOurNonce);
  const int other = table.info.my_seat() == 0 ? 1 : 0;
  if (other >= table.info.seats_size()) return frame;
  const v1::SeatInfo& seat = table.info.seats(other);
  given.set_other(seat.nonce().empty() ? seat.nonce_hash() : seat.nonce());
  return frame;
}

Frame Person::play(const std::string& match, const Table& table) {
  Frame frame;
  const v1::Menu& menu = table.seen.menu();
  switch (run_.dice.below(12)) {
    case 0:
      if (!menu.can_undo()) return look(match);
      frame.mutable_undo()->set_match(match);
      return frame;
    case 1:
      return orders(match, table);
    case 2:
      frame.mutable_ask_estimate()->set_match(match);
      frame.mutable_ask_estimate()->set_menu_serial(menu.serial());
      *frame.mutable_ask_estimate()->mutable_action() = run_.dice.of(menu.items()).action();
      return frame;
    case 3:
      return look(match);
    default:
      frame.mutable_act()->set_match(match);
      frame.mutable_act()->set_menu_serial(menu.serial());
      *frame.mutable_act()->add_actions() = run_.dice.of(menu.items()).action();
      return frame;
  }
}

Frame Person::orders(const std::string& match, const Table& table) {
  Frame frame;
  v1::GiveOrders& given = *frame.mutable_give_orders();
  given.set_match(match);
  given.set_version(table.queue.version());
  for (auto count = 1 + run_.dice.below(4); count > 0; --count) {
    v1::Order& order = *given.add_orders();
    order.set_id(++orders_);
    order.set_if_absent(static_cast<v1::IfAbsent>(run_.dice.below(3)));
    *order.mutable_action() = run_.dice.of(table.seen.menu().items()).action();
  }
  return frame;
}

// Whatever else is said and asked at a table.
Frame Person::look(const std::string& match) {
  static const std::vector<Frame::BodyCase> asked{
      Frame::kSay,        Frame::kHistory,       Frame::kAskReplay,   Frame::kAskHint,      Frame::kAskReach,
      Frame::kAskPicture, Frame::kAskDiary,      Frame::kAskMarks,    Frame::kChangeMarks,  Frame::kGiveStanding,
      Frame::kGoOn,       Frame::kMakeOffer,     Frame::kAnswerOffer, Frame::kAskTakeBack,  Frame::kAnswerTakeBack,
      Frame::kAnswerDraw, Frame::kTakeExtension, Frame::kAttach,      Frame::kAskEndedView, Frame::kUndo,
      Frame::kOfferDraw,  Frame::kResign};
  Frame frame = lore_.request(kind_of(run_.dice.of(asked)));
  set_match(frame, match);
  return frame;
}

}  // namespace wardroom::fuzz
