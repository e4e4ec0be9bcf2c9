// The part of SqlStore for what is sent to people: the outbox, and addresses, hooks and links.
#include "server/store/channels.h"
#include "server/store/jobs.h"
#include "server/store/mailboxes.h"
#include "server/store/sql_store.h"

namespace wardroom::store {

void SqlStore::take(std::uint32_t limit, Then<std::vector<WaitingJob>> then) {
  write<std::vector<WaitingJob>>(std::move(then), [limit](Bench& bench) { return store::take_jobs(bench, limit); });
}

void SqlStore::done(std::int64_t id, Then<void> then) {
  write<void>(std::move(then), [id](Bench& bench) { return store::job_done(bench, id); });
}

void SqlStore::retry(std::int64_t id, std::int64_t later_ms, Then<void> then) {
  write<void>(std::move(then), [id, later_ms](Bench& bench) { return store::retry_job(bench, id, later_ms); });
}

// It is asked all the time, and mostly for nothing: that is no affair of the writer's.
void SqlStore::take_due(Road road, Then<std::optional<Due>> then) {
  auto take = [this, road, then = std::move(then)](Result<bool> due) {
    if (!due) return then(due.error());
    if (!*due) return then(std::optional<Due>());
    write<std::optional<Due>>(then, asked(store::take_due, road));
  };
  read<bool>(std::move(take), asked(store::any_due, road));
}

void SqlStore::keep_mail(std::string account, std::vector<std::int64_t> jobs, Mail mail, std::vector<Token> tokens,
                         Then<void> then) {
  write<void>(std::move(then),
              asked(store::keep_mail, std::move(account), std::move(jobs), std::move(mail), std::move(tokens)));
}

void SqlStore::settle(std::vector<std::int64_t> jobs, v1::Delivery::State state, std::string words, Then<void> then) {
  write<void>(std::move(then), asked(store::settle, std::move(jobs), state, std::move(words)));
}

void SqlStore::put_off(std::vector<std::int64_t> jobs, std::int64_t until_ms, v1::Delivery::State state,
                       std::string words, Then<void> then) {
  write<void>(std::move(then), asked(store::put_off, std::move(jobs), until_ms, state, std::move(words)));
}

void SqlStore::refuse_address(std::string account, std::string address, Then<void> then) {
  write<void>(std::move(then), asked(store::refuse_address, std::move(account), std::move(address)));
}

void SqlStore::address_of(std::string account, Then<std::string> then) {
  read<std::string>(std::move(then), [account = std::move(account)](Bench& bench) -> Result<std::string> {
    return addressee(bench, account).address;
  });
}

void SqlStore::note_call(std::int64_t channel, Called how, Then<void> then) {
  write<void>(std::move(then), asked(store::note_call, channel, how));
}

void SqlStore::waiting(Road road, Then<Waiting> then) { read<Waiting>(std::move(then), asked(store::waiting, road)); }

void SqlStore::secret(std::string name, Then<Secret> then) {
  write<Secret>(std::move(then), asked(store::secret, std::move(name)));
}

void SqlStore::mailbox(std::string account, Then<lobby::Mailbox> then) {
  read<lobby::Mailbox>(std::move(then), asked(store::mailbox, std::move(account)));
}

void SqlStore::set_address(std::string account, std::string address, Then<void> then) {
  write<void>(std::move(then), asked(store::set_address, std::move(account), std::move(address)));
}

void SqlStore::confirm_address(std::string token, Then<void> then) {
  write<void>(std::move(then), asked(store::confirm_address, std::move(token)));
}

void SqlStore::set_choice(std::string account, v1::NoticeChoice choice, Then<void> then) {
  write<void>(std::move(then), asked(store::set_choice, std::move(account), std::move(choice)));
}

void SqlStore::ask_test(std::string account, Then<void> then) {
  write<void>(std::move(then), asked(store::ask_test, std::move(account)));
}

void SqlStore::deliveries(std::string account, std::uint32_t limit, Then<std::vector<v1::Delivery>> then) {
  read<std::vector<v1::Delivery>>(std::move(then), asked(store::deliveries, std::move(account), limit));
}

void SqlStore::stop(std::string token, Then<void> then) {
  write<void>(std::move(then), asked(store::stop, std::move(token)));
}

void SqlStore::channels(std::string account, Then<std::vector<v1::Channel>> then) {
  read<std::vector<v1::Channel>>(std::move(then), asked(store::channels, std::move(account)));
}

void SqlStore::add_channel(std::string account, lobby::NewChannel channel, Then<void> then) {
  write<void>(std::move(then), asked(store::add_channel, std::move(account), std::move(channel)));
}

void SqlStore::remove_channel(std::string account, std::int64_t channel, std::string address, Then<void> then) {
  write<void>(std::move(then), asked(store::remove_channel, std::move(account), channel, std::move(address)));
}

void SqlStore::test_channel(std::string account, std::int64_t channel, Then<void> then) {
  write<void>(std::move(then), asked(store::test_channel, std::move(account), channel));
}

void SqlStore::ask_reset(std::string name, Then<void> then) {
  write<void>(std::move(then), asked(store::ask_reset, std::move(name)));
}

void SqlStore::reset_owner(std::string token, Then<lobby::Account> then) {
  read<lobby::Account>(std::move(then), asked(store::reset_owner, std::move(token)));
}

void SqlStore::reset_password(std::string token, std::string password_hash, Then<std::string> then) {
  write<std::string>(std::move(then), asked(store::reset_password, std::move(token), std::move(password_hash)));
}

void SqlStore::look_at_link(std::string token, Then<lobby::SessionRecord> then) {
  read<lobby::SessionRecord>(std::move(then), asked(store::look_at_link, std::move(token)));
}

void SqlStore::open_link(std::string token, lobby::SessionRecord session, Then<lobby::SessionRecord> then) {
  write<lobby::SessionRecord>(std::move(then), asked(store::open_link, std::move(token), std::move(session)));
}

void SqlStore::end_links(std::string account, std::string match, Then<std::vector<std::string>> then) {
  write<std::vector<std::string>>(std::move(then), asked(store::end_links, std::move(account), std::move(match)));
}

}  // namespace wardroom::store
