#include <algorithm>
#include <map>

#include "client/terminal/battle_tale.h"
#include "client/terminal/choice.h"
#include "client/terminal/host_acts.h"
#include "client/terminal/offers.h"
#include "client/terminal/orders.h"
#include "client/terminal/voice.h"
#include "common/hash.h"

namespace wardroom::terminal {
namespace {

class PlainVoice final : public Voice {
 public:
  using Voice::Voice;

  void note(const Text& text) override { say(text); }

  void refused(const v1::Refusal& refusal) override {
    const std::string reason = words_(refusal.reason());
    say(refusal.rule().empty()
            ? Text("terminal.refused").word("reason", reason)
            : Text("terminal.refused_by_rule").word("reason", reason).word("rule", words_.rule(refusal.rule())));
  }

  void answer(const v1::ServerFrame& frame) override {
    switch (frame.body_case()) {
      case v1::ServerFrame::kSignedIn:
        say(Text(frame.signed_in().guest() ? "terminal.guest" : "terminal.signed_in")
                .word("name", frame.signed_in().name())
                .number("days", frame.signed_in().guest_match_days()));
        break;
      case v1::ServerFrame::kSessions:
        sessions(frame.sessions());
        break;
      case v1::ServerFrame::kFactor:
        factor(frame.factor());
        break;
      case v1::ServerFrame::kAdministered:
        administered(frame.administered());
        break;
      case v1::ServerFrame::kHostActs:
        for (const v1::HostAct& act : frame.host_acts().acts())
          if (act.unread()) say(act_text(act));
        break;
      case v1::ServerFrame::kTitles:
        titles(frame.titles());
        break;
      case v1::ServerFrame::kMatches:
        matches(frame.matches());
        break;
      case v1::ServerFrame::kMatch:
        match(frame.match());
        details(frame.match());
        break;
      case v1::ServerFrame::kChallenges:
        challenges(frame.challenges());
        break;
      case v1::ServerFrame::kMatchNews:
        news(frame.match_news());
        break;
      case v1::ServerFrame::kMyData:
        out_ << frame.my_data().json() << std::endl;
        break;
      case v1::ServerFrame::kActed:
        say(Text("terminal.acted").number("count", frame.acted().taken()));
        break;
      case v1::ServerFrame::kQueue:
        orders(frame.queue());
        break;
      case v1::ServerFrame::kWaiting:
        say("terminal.waiting");
        break;
      case v1::ServerFrame::kDone:
        say("terminal.done");
        break;
      default:
        break;
    }
  }

  void attached(const Sight& sight, const v1::Attached& attached) override {
    const v1::MatchInfo& info = attached.match();
    match(info);
    if (info.has_my_seat() && !info.sides_open())
      say(Text("terminal.your_seat").word("seat", seat_name(info.my_seat())));
    if (!info.seed_commitment().empty()) say(Text("terminal.commitment").word("hash", hex(info.seed_commitment())));
    epoch_ = attached.update().epoch();
    fights_ = fights(sight);
    tell(battles_, reports_in(attached.missed()));
    for (const v1::Chat& line : attached.chat()) chat(line);
    waited_for_.clear();
    lines(sight);
    standing(sight);
  }

  void update(const Sight& sight, const v1::Update& update) override {
    if (update.epoch() != epoch_) battles_.forget();
    epoch_ = update.epoch();
    fights_ = fights(sight);
    tell(battles_, {update.reports().begin(), update.reports().end()});
    board_anew(sight);
    standing(sight);
  }

  // Only what has changed.
  void notice(const v1::Notice& before, const v1::Notice& now) override {
    const v1::MatchInfo& match = now.match();
    const auto mine = [&](std::uint32_t seat) { return match.has_my_seat() && match.my_seat() == seat; };
    if (now.has_draw_offered_by() && !before.has_draw_offered_by()) {
      const std::uint32_t by = now.draw_offered_by();
      say(Text(mine(by) ? "terminal.draw_offered" : "terminal.draw_asked").word("seat", seat_name(by)));
    }
    if (now.has_take_back_asked_by() && !before.has_take_back_asked_by()) {
      const std::uint32_t by = now.take_back_asked_by();
      say(Text(mine(by) ? "terminal.take_back_offered" : "terminal.take_back_asked").word("seat", seat_name(by)));
    }
    if (now.offers_size() > before.offers_size() && !mine(now.offers(now.offers_size() - 1).seat()))
      say("terminal.offer_waits");
    for (int i = 0; i < match.seats_size(); ++i) {
      const v1::SeatInfo& seat = match.seats(i);
      const bool same = i < before.match().seats_size() && before.match().seats(i).name() == seat.name() &&
                        before.match().seats(i).present() == seat.present();
      if (seat.name().empty() || same) continue;
      say(Text(seat.present() ? "terminal.present" : "terminal.absent")
              .word("name", called(seat))
              .word("seat", seat_name(static_cast<std::uint32_t>(i))));
    }
    if (before.match().sides_open() && !match.sides_open() && match.has_my_seat())
      say(Text("terminal.your_seat").word("seat", seat_name(match.my_seat())));
    if (match.state() == v1::MATCH_STATE_HELD && before.match().state() != v1::MATCH_STATE_HELD) say("terminal.held");
  }

  void chat(const v1::Chat& chat) override {
    if (chat.has_offer()) return offer(chat);
    say(Text("terminal.chat").word("name", called(chat)).word("text", chat.text()));
  }

  void history(const v1::PastReportList& list) override {
    BattleTale past;
    tell(past, reports_in(list.reports()));
    if (list.reports().empty()) say("terminal.no_reports");
  }

  void hint(const Sight& sight, const v1::Hint& hint) override {
    const auto& items = sight.now().menu().items();
    for (int i = 0; i < items.size(); ++i) {
      if (items[i].action().SerializeAsString() != hint.action().SerializeAsString()) continue;
      say(Text("terminal.hint")
              .word("number", number_of(sight.now().menu(), i))
              .word("choice", words_(items[i].label())));
    }
    if (!hint.reason().id().empty()) say(Text("terminal.hint_reason").word("reason", words_(hint.reason())));
  }

  // That it plays on is seen by what is played.
  void queue(const v1::Queue& before, const v1::Queue& now) override {
    if (now.has_hold() && now.hold().SerializeAsString() != before.hold().SerializeAsString()) held(now.hold());
  }

  void standing_orders(const std::vector<v1::StandingInfo>& known, const v1::Queue& queue) override {
    for (const v1::StandingInfo& info : known) {
      const auto left = std::ranges::find(queue.standing(), info.order(), &v1::StandingOrder::order);
      const v1::StandingOrder order = left == queue.standing().end() ? v1::StandingOrder() : *left;
      say(Text("terminal.standing").number("number", info.order()).word("order", words_(info.name())));
      for (const auto& way : info.ways()) {
        say(Text("terminal.standing_way")
                .number("number", way.number())
                .word("way", words_(way.name()))
                .word("left", way.number() == order.way() ? "yes" : "no"));
      }
      for (const auto& fact : info.facts())
        say(Text("terminal.standing_fact").number("number", fact.number()).word("fact", words_(fact.name())));
      for (const v1::StandingRule& rule : order.rules()) {
        say(Text("terminal.standing_rule")
                .number("fact", rule.fact())
                .number("least", rule.at_least())
                .number("way", rule.way()));
      }
    }
  }

  void menu(const Sight& sight) override {
    waited_for_.clear();
    standing(sight);
  }

  void board(const Sight& sight) override {
    lines(sight);
    const auto now = view(sight);
    const Screen* screen = library_.screen(title_);
    if (!now || !screen) return;
    if (const std::string map = screen->map(*now, words_); !map.empty()) write(map);
  }

 private:
  // The board without the map, as it comes by itself.
  void lines(const Sight& sight) {
    const auto now = view(sight);
    const Screen* screen = library_.screen(title_);
    if (now && screen) {
      occasion_ = screen->occasion(*now);
      write(screen->board(*now, words_));
    } else if (now) {
      out_ << now->DebugString() << std::endl;
    } else {
      for (const auto& [number, body] : sight.sections()) {
        say(Text("terminal.section").number("number", number).number("bytes", static_cast<std::int64_t>(body.size())));
      }
    }
  }

  void say(const Text& text) { write(words_(text)); }

  void orders(const v1::Queue& queue) {
    const std::vector<v1::Order> list = terminal::waiting(queue);
    say(Text("terminal.orders").number("count", static_cast<std::int64_t>(list.size())));
    for (std::size_t i = 0; i < list.size(); ++i) {
      const v1::Order& order = list[i];
      if (order.rest()) say("terminal.order_rest");
      Text line(order.if_absent() != v1::IF_ABSENT_HOLD ? "terminal.order_skip" : "terminal.order");
      line.number("number", static_cast<std::int64_t>(i) + 1);
      say(line.word("order", order.label().id().empty() ? write_choice(order.action()) : words_(order.label())));
    }
    if (queue.has_hold()) held(queue.hold());
  }

  void held(const v1::Hold& hold) {
    const std::string reason = words_(hold.reason());
    say(Text("terminal.orders_held").word("reason", hold.rule().empty() ? reason : with_rule(reason, hold.rule())));
    for (const v1::Stopped& stopped : hold.stopped()) {
      const std::string words = sentence(words_(stopped.told()));
      if (!words.empty()) say(Text("terminal.report").word("report", words));
    }
  }

  // A player sees the board when a new occasion puts its first question to him; who watches, when it comes.
  void board_anew(const Sight& sight) {
    const Screen* screen = library_.screen(title_);
    if (!screen || sight.over() || (sight.match().has_my_seat() && (!sight.asked() || sight.now().menu().reaction())))
      return;
    const auto now = view(sight);
    if (!now || screen->occasion(*now) == occasion_) return;
    write("");
    lines(sight);
  }

  template <class Past>
  static std::vector<v1::Report> reports_in(const Past& list) {
    std::vector<v1::Report> all;
    for (const v1::PastReports& past : list) all.insert(all.end(), past.reports().begin(), past.reports().end());
    return all;
  }
  void tell(BattleTale& battles, const std::vector<v1::Report>& reports) {
    const BattleTale::Speech speech{words_, library_.screen(title_), {seat_name(0), seat_name(1)}};
    for (const std::string& line : battles.tell(reports, fights_, speech)) write(line);
  }
  bool fights(const Sight& sight) const {
    const Screen* screen = library_.screen(title_);
    const auto now = screen ? view(sight) : nullptr;
    return now && screen->fights(*now);
  }

  // Who is asked what.
  void standing(const Sight& sight) {
    const v1::Update& now = sight.now();
    if (sight.over()) {
      if (now.has_ending()) ending(now.ending());
      if (lessons_) tell(*lessons_, lessons_->finish());
      return;
    }
    if (!sight.asked()) {
      waiting(now);
      if (now.state() == v1::MATCH_STATE_OPEN) say("terminal.waiting_for_player");
      return;
    }
    waited_for_.clear();
    const v1::Menu& menu = now.menu();
    if (lessons_) tell(*lessons_, lessons_->follow(menu));
    const std::string prompt = sentence(words_(menu.prompt()));
    Text heading(menu.reaction() ? "terminal.reaction" : "terminal.question");
    say(heading.word("prompt", menu.rule().empty() ? prompt : with_rule(prompt, menu.rule())));
    items(menu);
    if (const auto wanted = lessons_ ? lessons_->wanted(menu) : std::vector<int>(); !wanted.empty()) {
      say(Text("terminal.lesson_asks")
              .word("number", number_of(menu, wanted.front()))
              .word("choice", label(menu.items(wanted.front()), menu)));
    }
    if (menu.can_undo()) say("terminal.can_undo");
  }

  void tell(const Lessons& lessons, const std::vector<int>& numbers) {
    for (int number : numbers) {
      const std::string& id = lessons.lesson(number).id();
      say(Text("terminal.lesson")
              .number("at", number + 1)
              .number("count", lessons.count())
              .text("title", Text(id + ".title")));
      write("  " + words_(Text(id + ".text")));
    }
  }

  // Once, until it is somebody else.
  void waiting(const v1::Update& now) {
    const std::vector<std::uint32_t> seats(now.waiting_for().begin(), now.waiting_for().end());
    if (seats == waited_for_) return;
    waited_for_ = seats;
    for (std::uint32_t seat : seats) say(Text("terminal.waiting_for").word("seat", seat_name(seat)));
  }

  // Items in a row that differ only in their place are one line when they are many. Other forms come last, each kind
  // once.
  void items(const v1::Menu& menu) {
    constexpr int kMany = 10;
    std::vector<std::string> others;
    for (int i = 0; i < menu.items_size();) {
      if (plain_form(menu, i)) {
        const std::string pattern = without_place(menu.items(i), menu);
        others.push_back(pattern.empty() ? label(menu.items(i), menu) : pattern);
        ++i;
        continue;
      }
      const std::string pattern = listed(menu, i, without_place(menu.items(i), menu));
      const auto same = [&](int item) {
        return !plain_form(menu, item) && listed(menu, item, without_place(menu.items(item), menu)) == pattern;
      };
      int end = i + 1;
      while (!pattern.empty() && end < menu.items_size() && same(end)) ++end;
      if (end - i < kMany) {
        say(Text("terminal.item").number("number", i + 1).word("label", listed(menu, i, label(menu.items(i), menu))));
        ++i;
        continue;
      }
      say(Text("terminal.items_by_place")
              .number("first", i + 1)
              .number("last", end)
              .word("label", pattern)
              .word("places", places(menu, i, end)));
      i = end;
    }
    const auto [from, to] = std::ranges::unique(others);
    others.erase(from, to);
    for (const std::string& other : others) say(Text("terminal.other_form").word("label", other));
  }
  // With a mark where it has another form.
  std::string listed(const v1::Menu& menu, int item, const std::string& label) const {
    if (label.empty() || !other_form(menu, item)) return label;
    return words_(Text("terminal.has_other_form").word("label", label));
  }

  std::string place(std::uint32_t number) const {
    const Screen* screen = library_.screen(title_);
    return screen ? screen->place(number) : std::to_string(number);
  }

  // The label with dots for its one place; empty: it has none, or several.
  std::string without_place(const v1::Item& item, const v1::Menu& menu) const {
    if (item.places_size() != 1) return {};
    std::string words = label(item, menu);
    const std::string name = place(item.places(0));
    const auto at = words.find(name);
    return at == std::string::npos ? std::string() : words.replace(at, name.size(), "…");
  }

  // "0301–0304, 0401".
  std::string places(const v1::Menu& menu, int from, int end) const {
    std::string list;
    for (int i = from; i < end;) {
      int last = i;
      while (last + 1 < end && menu.items(last + 1).places(0) == menu.items(last).places(0) + 1) ++last;
      list += (list.empty() ? "" : ", ") + place(menu.items(i).places(0));
      if (last > i) list += (last > i + 1 ? "–" : ", ") + place(menu.items(last).places(0));
      i = last + 1;
    }
    return list;
  }

  // A rule that the question names already is not named again.
  std::string label(const v1::Item& item, const v1::Menu& menu) const {
    std::string words = sentence(words_(item.label()));
    if (!item.rule().empty() && item.rule() != menu.rule()) words = with_rule(words, item.rule());
    if (!item.has_consequence()) return words;
    return words_(Text("terminal.would").word("label", words).word("consequence", words_(item.consequence())));
  }

  std::string with_rule(const std::string& text, const std::string& rule) const {
    return words_(Text("terminal.with_rule").word("text", text).word("rule", words_.rule(rule)));
  }

  void ending(const v1::Ending& ending) {
    say(text_of(ending.kind()));
    if (ending.has_winner()) {
      say(Text("terminal.winner").word("seat", seat_name(ending.winner())));
    } else {
      say("terminal.no_winner");
    }
    if (ending.has_verdict()) write(words_(ending.verdict()));
  }

  void match(const v1::MatchInfo& info) {
    about(info.title());
    say(Text("terminal.match")
            .word("id", info.id())
            .word("title", title_name(info.title()))
            .word("scenario", scenario_name(info.title(), info.scenario()))
            .text("state", text_of(info.state())));
    for (int i = 0; i < info.seats_size(); ++i) {
      const v1::SeatInfo& seat = info.seats(i);
      const std::string place = info.sides_open() ? std::to_string(i + 1) : seat_name(static_cast<std::uint32_t>(i));
      if (seat.by_rules()) {
        say(Text("terminal.match_by_rules").word("seat", place));
        continue;
      }
      say(seat.name().empty() ? Text("terminal.match_free_seat").word("seat", place)
                              : Text("terminal.match_seat").word("seat", place).word("name", called(seat)));
    }
    if (!info.invitation().empty()) say(Text("terminal.invitation").word("invitation", info.invitation()));
    if (info.my_turn()) say("terminal.my_turn");
    if (info.sides_open()) say(info.sides() == v1::SIDES_BID ? "terminal.sides_bid" : "terminal.sides_drawn");
    if (info.solo()) say("terminal.solo");
    if (info.quick_passes()) say("terminal.quick_passes");
    if (info.nonce_wanted() && info.sides() == v1::SIDES_BID &&
        info.seats(static_cast<int>(info.my_seat())).nonce_hash().empty()) {
      say("terminal.bid_wanted");
    } else if (info.nonce_wanted()) {  // where the client could give it, it has done so
      say("terminal.cannot_open");
    } else if (info.open_by_ms() > 0) {
      say(Text("terminal.waits_for_opening").word("time", utc_minute(info.open_by_ms())));
    }
    if (info.has_ending()) ending(info.ending());
  }

  // What somebody wants to know before he sits down.
  void details(const v1::MatchInfo& info) {
    if (info.has_host()) say(Text("terminal.host").word("name", host_of(info)));
    std::string chosen;
    for (const v1::ChosenOption& option : info.options())
      chosen += (chosen.empty() ? "" : ", ") + option.id() + "=" + option.value();
    if (!chosen.empty()) say(Text("terminal.about_options").word("list", chosen));
    if (info.has_clock()) {
      say(Text("terminal.about_clock")
              .number("bank", info.clock().bank_seconds() / 60)
              .number("increment", info.clock().increment_seconds()));
    } else {
      say("terminal.about_no_clock");
    }
    if (info.has_from()) say(Text("terminal.from").word("match", info.from().match()));
    if (!info.watch().empty() && info.event().empty())
      say(Text("terminal.watch_code").word("id", info.id()).word("code", info.watch()));
    if (info.for_me()) {
      say(Text("terminal.for_me").word("name", host_of(info)).word("id", info.id()));
    } else if (!info.invited().empty()) {
      say(Text("terminal.invited").word("name", info.invited()));
    }
  }

  // A guest is named as one: his name could be anybody's.
  template <class Somebody>
  std::string called(const Somebody& who) const {
    return who.guest() ? words_(Text("terminal.guest_name").word("name", who.name())) : who.name();
  }

  std::string host_of(const v1::MatchInfo& info) const {
    return info.has_host() ? called(info.seats(static_cast<int>(info.host()))) : std::string();
  }

  void challenges(const v1::Challenges& list) {
    say(Text("terminal.challenges").number("count", list.matches_size()));
    for (const v1::MatchInfo& info : list.matches()) {
      match(info);
      details(info);
    }
  }

  void news(const v1::MatchNews& news) {
    const v1::MatchInfo& info = news.match();
    const bool declined = news.kind() == v1::MatchNews::DECLINED;
    const int other_seat = info.my_seat() == 0 ? 1 : 0;
    const std::string name = declined ? info.invited() : called(info.seats(other_seat));
    say(Text(declined ? "terminal.news_declined" : "terminal.news_joined").word("name", name).word("id", info.id()));
  }

  void offer(const v1::Chat& chat) {
    if (const std::optional<Text> said = offer_text(chat, words_)) say(*said);
  }

  void matches(const v1::Matches& list) {
    say(Text("terminal.matches").number("count", list.matches_size()));
    for (const v1::MatchInfo& info : list.matches()) {
      match(info);
      if (info.has_progress()) write(words_(info.progress()));
      if (info.has_from()) say(Text("terminal.from").word("match", info.from().match()));
    }
    for (const v1::QuickWaiter& waiter : list.waiting()) {
      say(Text("terminal.quick_waiter")
              .word("name", called(waiter))
              .word("title", waiter.title())
              .word("scenario", waiter.scenario()));
    }
  }

  void administered(const v1::Administered& told) {
    for (const v1::TroubledMatch& each : told.matches()) {
      match(each.match());
      write(words_(each.why()));
    }
    for (const v1::HostAct& act : told.log()) say(act_text(act));
    if (!told.next().empty()) say(Text("terminal.admin.next").word("next", told.next()));
    if (told.matches().empty() && told.log().empty()) say("terminal.done");
  }

  void factor(const v1::Factor& factor) {
    if (!factor.secret().empty())
      return say(Text("terminal.factor_secret").word("secret", factor.secret()).word("uri", factor.uri()));
    say(factor.on() ? Text("terminal.factor_on").number("left", factor.recovery_left()) : Text("terminal.factor_off"));
    if (!factor.recovery().empty()) say("terminal.factor_recovery");
    for (const std::string& code : factor.recovery()) write(code);
  }

  void sessions(const v1::Sessions& list) {
    for (const v1::Session& session : list.sessions()) {
      say(Text(session.current() ? "terminal.session_current" : "terminal.session")
              .word("id", session.id())
              .word("device", session.device()));
    }
  }

  void titles(const v1::Titles& list) {
    bool bots_told = false;
    for (const v1::TitleInfo& title : list.titles()) {
      about(title.id());
      say(Text("terminal.title").word("id", title.id()).word("name", words_(title.name())));
      for (const v1::Scenario& scenario : title.scenarios()) {
        say(Text("terminal.scenario")
                .word("id", scenario.id())
                .word("name", words_(scenario.name()))
                .number("minutes", scenario.minutes())
                .word("first", scenario.first() ? "yes" : "no"));
      }
      for (const v1::OptionalRule& each : title.options()) option(each);
      for (const v1::Preset& preset : title.presets())
        say(Text("terminal.preset").word("id", preset.id()).word("name", words_(preset.name())));
      for (const std::string& bot : title.opponents()) say(Text("terminal.title_bot").word("name", bot));
      bots_told = bots_told || !title.opponents().empty();
    }
    if (bots_told) return;  // a server of before has one list for all
    for (const std::string& bot : list.opponents()) say(Text("terminal.bot").word("name", bot));
  }

  void option(const v1::OptionalRule& option) {
    const auto listed = [](const auto& all, const auto& word) {
      std::string list;
      for (const auto& each : all) list += (list.empty() ? "" : ", ") + word(each);
      return list;
    };
    const auto as_it_is = [](const std::string& word) { return word; };
    const auto chosen = [](const v1::ChosenOption& each) { return each.id() + "=" + each.value(); };
    const auto more = [&](const char* text, const std::string& list) {
      if (!list.empty()) say(Text(text).word("list", list));
    };
    say(Text("terminal.option")
            .word("id", option.id())
            .word("name", words_(option.name()))
            .word("values", listed(option.values(), as_it_is)));
    more("terminal.option_scenarios", listed(option.scenarios(), as_it_is));
    more("terminal.option_needs", listed(option.needs(), chosen));
    more("terminal.option_excludes", listed(option.excludes(), chosen));
  }

  std::vector<std::uint32_t> waited_for_;  // as last said
  std::string occasion_;                   // of the board as last shown
  BattleTale battles_;
  bool fights_ = false;  // a battle goes on
  std::uint32_t epoch_ = 0;
};

}  // namespace

std::unique_ptr<Voice> plain_voice(std::ostream& out, const Library& library, Words words) {
  return std::make_unique<PlainVoice>(out, library, std::move(words));
}

}  // namespace wardroom::terminal
