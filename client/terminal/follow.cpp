#include "client/terminal/follow.h"

#include <algorithm>
#include <chrono>

#include "client/terminal/choice.h"
#include "client/terminal/offers.h"
#include "client/terminal/orders.h"

namespace wardroom::terminal {

Answer<v1::Attached> Follow::attach() {
  v1::ClientFrame frame;
  auto& attach = *frame.mutable_attach();
  attach.set_match(match_);
  attach.set_last_serial(sight_.now().serial());
  attach.set_observe(as_ == As::kObserver);
  attach.set_watch(watch_);
  auto answer = client_.ask(std::move(frame));
  if (!answer) return answer.error();
  sight_.take(answer->attached());
  take_queue(answer->attached().queue());
  answered_ = 0;
  return answer->attached();
}

Follow::Ended Follow::run() {
  for (;;) {
    if (sight_.over()) return Ended::kOver;
    if (asked() && whim_) {
      const auto& items = sight_.now().menu().items();
      act(items[static_cast<int>(whim_->below(static_cast<std::size_t>(items.size())))].action());
      if (asked()) return Ended::kGone;  // refused, and it would be again
    }
    if (!typed_ahead_.empty() && settled() && (asked() || is_command(typed_ahead_.front()))) {
      const std::string line = std::move(typed_ahead_.front());
      typed_ahead_.pop_front();
      if (obey(line) == Going::kLeave) return Ended::kLeft;
      continue;
    }
    if (asked() && input_ended_ && !whim_) return Ended::kLeft;
    const Event event = client_.next();
    if (std::holds_alternative<Gone>(event)) {
      voice_.refused(std::get<Gone>(event).why);
      return Ended::kGone;
    }
    if (handle(event) == Going::kLeave) return Ended::kLeft;
  }
}

bool Follow::act(const v1::Action& action) {
  v1::ClientFrame frame;
  auto& act = *frame.mutable_act();
  act.set_match(match_);
  act.set_menu_serial(sight_.now().menu().serial());
  *act.add_actions() = action;
  answered_ = sight_.now().menu().serial();
  const auto answer = client_.ask(std::move(frame));
  if (answer) {
    if (lessons_) lessons_->answered();
    return true;
  }
  // After a dropped line the action may have been taken the first time: the update shows how things stand.
  if (answer.error().code() == v1::REFUSAL_CODE_STALE) return false;
  answered_ = 0;
  voice_.refused(answer.error());
  return false;
}

Follow::Going Follow::handle(const Event& event) {
  if (const auto* from_server = std::get_if<v1::ServerFrame>(&event)) return frame(*from_server);
  if (const auto* line = std::get_if<Typed>(&event)) return typed(line->line);
  if (const auto* lost = std::get_if<Lost>(&event)) voice_.note(Text("terminal.lost").word("error", lost->why));
  if (std::holds_alternative<Returned>(event)) voice_.note("terminal.returned");
  if (std::holds_alternative<TypedEnd>(event)) {
    input_ended_ = true;
    if (input_ == Input::kPerson) return Going::kLeave;
  }
  return Going::kOn;
}

Follow::Going Follow::frame(const v1::ServerFrame& frame) {
  switch (frame.body_case()) {
    case v1::ServerFrame::kAttached:
      sight_.take(frame.attached());
      take_queue(frame.attached().queue());
      answered_ = 0;
      voice_.attached(sight_, frame.attached());
      break;
    case v1::ServerFrame::kUpdate:
      if (frame.update().match() != match_) break;
      switch (sight_.take(frame.update())) {
        case Sight::Taken::kNew:
          voice_.update(sight_, frame.update());
          break;
        case Sight::Taken::kSeen:
          break;
        case Sight::Taken::kGap:
          if (const auto again = attach()) voice_.attached(sight_, *again);
          break;
      }
      break;
    case v1::ServerFrame::kNotice: {
      const v1::Notice before = sight_.notice();
      sight_.take(frame.notice());
      voice_.notice(before, frame.notice());
      break;
    }
    case v1::ServerFrame::kQueue: {
      if (frame.queue().match() != match_ || frame.queue().version() <= queue_.version()) break;
      const v1::Queue before = queue_;
      take_queue(frame.queue());
      voice_.queue(before, queue_);
      break;
    }
    case v1::ServerFrame::kChat:
      voice_.chat(frame.chat());
      break;
    case v1::ServerFrame::kRefusal:
      voice_.refused(frame.refusal());
      break;
    case v1::ServerFrame::kGoingDown:
      voice_.note("terminal.going_down");
      break;
    case v1::ServerFrame::kTakenOver:
      voice_.note("terminal.taken_over");
      return Going::kLeave;
    default:
      voice_.answer(frame);
      break;
  }
  return Going::kOn;
}

// A script's lines are obeyed one after another, each answer when a question is there; a person's at once.
Follow::Going Follow::typed(const std::string& line) {
  const auto from = line.find_first_not_of(" \t\r");
  if (input_ == Input::kScript) {
    if (from != std::string::npos) typed_ahead_.push_back(line.substr(from));
    return Going::kOn;
  }
  if (from == std::string::npos) {
    voice_.menu(sight_);
  } else if (!asked() && !is_command(line.substr(from))) {
    voice_.note("refusal.not_asked");
  } else {
    return obey(line.substr(from));
  }
  return Going::kOn;
}

Follow::Going Follow::obey(const std::string& line) {
  if (is_command(line)) return command(line);
  choose(line);
  return Going::kOn;
}

void Follow::choose(const std::string& line) {
  const auto action = parse_choice(line, sight_.now().menu());
  if (!action) {
    voice_.refused(to_wire(action.error()));
  } else if (lessons_ && !lessons_->allows(sight_.now().menu(), *action)) {
    voice_.note("terminal.lesson_not_now");
  } else {
    act(*action);
  }
}

Follow::Going Follow::command(const std::string& line) {
  const auto space = line.find(' ');
  const std::string name = line.substr(1, space == std::string::npos ? space : space - 1);
  const std::string rest = space == std::string::npos ? "" : line.substr(space + 1);
  v1::ClientFrame frame;
  if (name == "help") {
    voice_.note("terminal.help");
  } else if (name == "quit") {
    return Going::kLeave;
  } else if (name == "map") {
    voice_.board(sight_);
  } else if (name == "menu") {
    voice_.menu(sight_);
  } else if (name == "log") {
    show_history();
  } else if (name == "hint") {
    show_hint();
  } else if (name == "accept" || name == "decline") {
    answer_offer(name == "accept");
  } else if (name == "say") {
    frame.mutable_say()->set_match(match_);
    frame.mutable_say()->set_text(rest);
    ask(std::move(frame));
  } else if (name == "undo") {
    frame.mutable_undo()->set_match(match_);
    if (rest == "all") frame.mutable_undo()->set_sending(newest_sending(queue_));
    ask(std::move(frame));
  } else if (name == "takeback") {
    frame.mutable_ask_take_back()->set_match(match_);
    ask(std::move(frame));
  } else if (name == "draw") {
    frame.mutable_offer_draw()->set_match(match_);
    ask(std::move(frame));
  } else if (name == "flag") {
    frame.mutable_claim_flag()->set_match(match_);
    ask(std::move(frame));
  } else if (name == "restart") {
    frame.mutable_agree_to_restart()->set_match(match_);
    ask(std::move(frame));
  } else if (name == "resign") {
    if (input_ == Input::kPerson && rest != "yes") {
      voice_.note("terminal.resign_sure");
    } else {
      frame.mutable_resign()->set_match(match_);
      ask(std::move(frame));
    }
  } else if (name == "alone" && lessons_) {
    lessons_->leave();
    voice_.menu(sight_);
  } else if (!order_command(name, rest) && !offer_command(name, rest)) {
    voice_.note(Text("terminal.no_such_command").word("command", name));
  }
  return Going::kOn;
}

// -- queued orders --

bool Follow::order_command(const std::string& name, const std::string& rest) {
  Answer<v1::Queue> now = queue_;
  if (name == "go") {
    now = go_on(!rest.empty());
  } else if (name == "strike") {
    now = give(struck(queue_, std::atoi(rest.c_str())));
  } else if (name == "orders" && !rest.empty()) {
    const Result<v1::GiveOrders> read = read_orders(rest, queue_);
    now = read ? give(*read) : Answer<v1::Queue>(to_wire(read.error()));
  } else if (name != "orders") {
    return false;
  }
  if (!now) {
    voice_.refused(now.error());
    return true;
  }
  v1::ServerFrame frame;
  *frame.mutable_queue() = *now;
  voice_.answer(frame);
  return true;
}

Answer<v1::Queue> Follow::give(const v1::GiveOrders& given) {
  v1::ClientFrame frame;
  *frame.mutable_give_orders() = given;
  frame.mutable_give_orders()->set_match(match_);
  return ask_queue(std::move(frame));
}

Answer<v1::Queue> Follow::give(v1::GiveStanding given) {
  v1::ClientFrame frame;
  *frame.mutable_give_standing() = std::move(given);
  frame.mutable_give_standing()->set_match(match_);
  return ask_queue(std::move(frame));
}

Answer<v1::Queue> Follow::go_on(bool without_first) {
  v1::ClientFrame frame;
  frame.mutable_go_on()->set_match(match_);
  frame.mutable_go_on()->set_version(queue_.version());
  frame.mutable_go_on()->set_without_first(without_first);
  return ask_queue(std::move(frame));
}

Answer<v1::Queue> Follow::ask_queue(v1::ClientFrame frame) {
  const auto answer = client_.ask(std::move(frame));
  if (!answer) return answer.error();
  take_queue(answer->queue());
  return answer->queue();
}

void Follow::take_queue(const v1::Queue& queue) {
  if (queue.version() >= queue_.version()) queue_ = queue;
}

void Follow::ask(v1::ClientFrame frame) {
  if (const auto answer = client_.ask(std::move(frame)); !answer) voice_.refused(answer.error());
}

bool Follow::offer_command(const std::string& name, const std::string& rest) {
  using namespace std::chrono;
  const auto now = duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count();
  v1::ClientFrame frame;
  if (name == "extend") {
    frame.mutable_take_extension()->set_match(match_);
  } else if (const std::optional<v1::MakeOffer> offer = typed_offer(name, rest, now)) {
    *frame.mutable_make_offer() = *offer;
    frame.mutable_make_offer()->set_match(match_);
  } else {
    return false;
  }
  ask(std::move(frame));
  return true;
}

// Of the offers there may be, the first that waits for this seat.
void Follow::answer_offer(bool agree) {
  const v1::Notice& notice = sight_.notice();
  const auto theirs = [&](std::uint32_t by) { return by != sight_.match().my_seat(); };
  v1::ClientFrame frame;
  if (notice.has_take_back_asked_by() && theirs(notice.take_back_asked_by())) {
    frame.mutable_answer_take_back()->set_match(match_);
    frame.mutable_answer_take_back()->set_agree(agree);
  } else if (notice.has_draw_offered_by() && theirs(notice.draw_offered_by())) {
    frame.mutable_answer_draw()->set_match(match_);
    frame.mutable_answer_draw()->set_agree(agree);
  } else {
    const auto offer =
        std::ranges::find_if(notice.offers(), [&](const v1::Offer& each) { return theirs(each.seat()); });
    if (offer == notice.offers().end()) return voice_.note("terminal.no_offer");
    frame.mutable_answer_offer()->set_match(match_);
    frame.mutable_answer_offer()->set_kind(offer->kind());
    frame.mutable_answer_offer()->set_agree(agree);
  }
  ask(std::move(frame));
}

void Follow::show_hint() {
  v1::ClientFrame frame;
  frame.mutable_ask_hint()->set_match(match_);
  const auto answer = client_.ask(std::move(frame));
  if (answer) {
    voice_.hint(sight_, answer->hint());
  } else {
    voice_.refused(answer.error());
  }
}

void Follow::show_history() {
  v1::PastReportList all;
  for (int last = -1; last < all.reports_size();) {  // one answer holds only so many
    last = all.reports_size();
    v1::ClientFrame frame;
    frame.mutable_history()->set_match(match_);
    if (last > 0) frame.mutable_history()->set_after_serial(all.reports(last - 1).serial());
    auto answer = client_.ask(std::move(frame));
    if (!answer) return voice_.refused(answer.error());
    all.MergeFrom(answer->history());
  }
  voice_.history(all);
}

}  // namespace wardroom::terminal
