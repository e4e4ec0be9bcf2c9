// Conversation: one connection's requests, answered one after another.
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include "server/lobby/desk.h"

namespace wardroom::lobby {

using match::Answer;

class Conversation final : public Visitor, public std::enable_shared_from_this<Conversation> {
 public:
  Conversation(Desk& desk, std::shared_ptr<match::Line> line, std::string address);
  ~Conversation() override;

  boost::asio::awaitable<v1::ServerFrame> handle(v1::ClientFrame frame) override;

 private:
  template <class T>
  using Await = boost::asio::awaitable<T>;

  // -- conversation.cpp --
  Await<Answer> respond(v1::ClientFrame& frame);
  using Handler = Await<Answer> (*)(Conversation&, v1::ClientFrame&);
  static Handler handler_of(v1::ClientFrame::BodyCase body);  // none: it is asked of a match
  static Handler handler_of_events(v1::ClientFrame::BodyCase body);
  Await<Answer> hello(const v1::Hello& hello);
  Result<void> may_look(v1::ClientFrame::BodyCase body);
  bool signed_in() const { return !caller_->account.empty(); }
  void be(const Account& account, const SessionRecord& session);
  SessionRecord new_session(const std::string& token, const std::string& device) const;
  v1::ServerFrame signed_in_frame(const Account& account, const std::string& token) const;
  Await<void> tell_standing(v1::SignedIn& who);  // with the host
  void be_nobody();

  // -- people.cpp: who one is --
  Await<Answer> sign_up(const v1::SignUp& asked);
  Await<Answer> sign_in(const v1::SignIn& asked);
  Await<Answer> play_as_guest(const v1::PlayAsGuest& asked);
  Await<Answer> keep_guest(const v1::KeepGuest& asked);
  Await<Answer> sign_out();
  Await<Answer> change_password(const v1::ChangePassword& asked);
  Await<Answer> list_sessions();
  Await<Answer> end_session(const v1::EndSession& asked);
  Await<Answer> delete_account(const v1::DeleteAccount& asked);
  Await<Answer> export_my_data();
  Await<Result<Account>> my_account();
  Await<Answer> begin_session(Account account, std::string device);
  Await<Answer> enrol(Account account);  // and begins a session
  Await<Answer> settle_in(Account account, SessionRecord session, std::string token);
  Await<Quotas::Places> counted_as(const Account& account, const std::string& name);  // what a guess is
  Await<Result<void>> may_guess(Quotas::Places guess);
  Await<Result<void>> prove(const Account& account, const std::string& name, const std::string& password);
  Await<Result<void>> newcomer();
  Await<Result<void>> one_more_account();  // of this address; counted

  // -- factors.cpp: a code beside the password --
  Await<Answer> ask_factor();
  Await<Answer> begin_factor(const v1::BeginFactor& asked);
  Await<Answer> confirm_factor(const v1::ConfirmFactor& asked);
  Await<Answer> end_factor(const v1::EndFactor& asked);
  Await<Result<bool>> uses_up(std::string account, SecondFactor factor, std::string typed);
  Await<Result<void>> prove_code(const Account& account, const std::string& code);
  Await<Result<void>> may_direct();

  // -- notices.cpp: how one is told what waits --
  Await<Result<void>> keep_address(std::string account, std::string address);  // and asks for its confirmation
  Await<Result<void>> may_write_to(const std::string& account, const std::string& address);  // counted
  Await<Result<Enrolment>> enrolment_of(Account account);
  void did_not_write(const Enrolment& enrolment);
  Await<Result<void>> speak_his_language(const std::string& account);
  Await<Answer> set_address(const v1::SetAddress& asked);
  Await<Answer> confirm_address(const v1::ConfirmAddress& asked);
  Await<Answer> ask_password_reset(const v1::AskPasswordReset& asked);
  Await<Answer> reset_password(const v1::ResetPassword& asked);
  Await<Answer> ask_notices();
  Await<Answer> set_notices(const v1::SetNotices& asked);
  Await<Answer> send_test_notice(const v1::SendTestNotice& asked);
  Await<Answer> open_link(const v1::OpenLink& asked);
  Await<Answer> follow_link(std::string link);
  Await<Answer> end_links(const v1::EndLinks& asked);
  bool leads_there(const v1::ClientFrame& frame) const;

  // -- channels.cpp: where else one is told --
  static Handler notice_handler_of(v1::ClientFrame::BodyCase body);  // all of these, and of notices.cpp
  Await<Answer> add_hook(const v1::AddHook& asked);
  Await<Answer> add_push(const v1::AddPush& asked);
  Await<Answer> remove_channel(const v1::RemoveChannel& asked);
  Await<Result<void>> keep_channel(NewChannel channel);

  // -- admin.cpp: what the host does, and what he is told of it --
  Await<Answer> administer(const v1::Administer& asked);
  Await<Answer> ask_host_acts();
  Await<Result<void>> may_speak();

  // -- games.cpp: what can be played --
  Answer list_titles() const;
  Await<Answer> create_match(const v1::CreateMatch& wish);
  Await<Answer> start_tutorial(const v1::StartTutorial& asked);
  Await<Result<Quotas::Held>> may_open_another();  // held while it is being made
  Quotas::Places new_match() const;                // what it is counted as
  void did_not_open();
  Await<Result<void>> has_room(std::uint32_t others);
  Await<Result<void>> address_has_room(std::uint32_t others);
  Await<Result<void>> has_fewer(std::vector<v1::MatchState> states, std::uint32_t others, std::uint32_t most,
                                const char* refusal);
  Await<Answer> quick_match(const v1::QuickMatch& asked);
  Await<Answer> cancel_quick_match();
  Await<Answer> list_matches(const v1::ListMatches& asked);
  Await<Answer> join_match(const v1::JoinMatch& asked);
  Await<Answer> cancel_match(const v1::CancelMatch& asked);
  Await<Answer> rematch(const v1::Rematch& asked);
  Await<Answer> play(const v1::ClientFrame& frame);
  Await<Answer> attach(const v1::ClientFrame& frame);

  // -- challenges.cpp: matches that are meant for somebody --
  Await<Answer> look_at_invitation(const v1::LookAtInvitation& asked);
  Await<Answer> list_challenges();
  Await<Answer> decline_challenge(const v1::DeclineChallenge& asked);
  Await<Result<void>> challenge(const std::string& name, match::NewMatch& match);
  Await<Result<void>> may_challenge();  // counted

  // -- calendars.cpp: one's own time --
  Await<Answer> ask_calendar();
  Await<Answer> set_calendar(const v1::SetCalendar& asked);
  Await<Answer> take_leave(const v1::TakeLeave& asked);
  Await<Answer> end_leave(const v1::EndLeave& asked);
  Await<Answer> change_calendar(CalendarChange what);
  Answer calendar_answer(Result<v1::MyCalendar> calendar) const;
  Await<void> recount_matches();

  // -- acquaintances.cpp: how people stand to each other, and what one always orders --
  Await<Answer> ask_person(const v1::AskPerson& asked);
  Await<Answer> set_blocked(const v1::SetBlocked& asked);
  Await<Answer> list_blocked();
  Await<Answer> ask_usual();
  Await<Answer> keep_usual(const v1::KeepUsual& asked);
  Await<Answer> person(std::string account, Shunned how);
  Await<Result<std::vector<Shunned>>> shunned();
  Await<Result<std::string>> known_by_name(std::string name, std::vector<Shunned> all);

  // -- events.cpp: tournaments and ladders --
  Await<Answer> list_events(const v1::ListEvents& asked);
  Await<Answer> ask_event(const v1::AskEvent& asked);
  Await<Answer> create_event(const v1::CreateEvent& asked);
  Await<Answer> take_part(const v1::TakePart& asked);
  Await<Answer> direct(const v1::Direct& asked);
  Await<Answer> ask_ratings(const v1::AskRatings& asked);
  Await<Result<v1::EventRules>> checked_rules(v1::EventRules rules);
  Await<Answer> ask_inside(const v1::AskInside& asked);
  Await<Answer> ask_signals(const v1::AskSignals& asked);

  // -- tokens.cpp: for programs, and what one says of oneself --
  Await<Answer> create_token(const v1::CreateToken& asked);
  Await<Answer> list_tokens();
  Await<Answer> end_token(const v1::EndToken& asked);
  Await<Answer> tokens_answer(std::string secret);
  Await<Result<void>> come_by_token(std::string token);
  static bool open_to_tokens(v1::ClientFrame::BodyCase body);
  Await<Answer> ask_record(const v1::AskRecord& asked);
  Await<Answer> record_answer(std::string account);
  Await<Answer> ask_balance(const v1::AskBalance& asked);
  Await<Answer> set_rated(const v1::SetRated& asked);
  Await<Answer> be_program();

  Desk& desk_;
  std::shared_ptr<match::Line> line_;
  const std::string address_;
  bool greeted_ = false;
  std::string language_;     // as his client said in Hello
  match::CallerPtr caller_;  // nobody until signed in
  bool guest_ = false;
  static constexpr std::size_t kTokenBytes = 32;
  std::string session_;
  std::string device_;                        // hash of the token that this connection has said or was given last
  bool by_token_ = false;                     // a personal token opened it
  std::string only_match_;                    // a link opened the session: it leads nowhere else
  std::int64_t until_ms_ = 0;                 // and ends then; 0: it does not
  std::shared_ptr<std::atomic<bool>> ended_;  // somebody else ended our session
  std::set<std::string> attached_;
};

}  // namespace wardroom::lobby
