#include "server/store/enrolments.h"

#include "server/store/accounts.h"
#include "server/store/mailboxes.h"

namespace wardroom::store {
namespace {

Result<void> begin(Bench& bench, const lobby::Enrolment& enrolment) {
  const lobby::Account& account = enrolment.account;
  if (enrolment.letter) {
    v1::NoticeChoice choice = addressee(bench, account.id).choice;
    if (choice.language().empty()) choice.set_language(enrolment.language);
    if (auto chosen = set_choice(bench, account.id, choice); !chosen) return chosen;
    if (auto asked = set_address(bench, account.id, account.email); !asked) return asked;
  }
  return enrolment.session ? add_session(bench, *enrolment.session) : Result<void>();
}

}  // namespace

Result<lobby::Account> enrol(Bench& bench, const lobby::Enrolment& enrolment) {
  Result<lobby::Account> made = create_account(bench, enrolment.account);
  if (!made) return made;
  if (Result<void> begun = begin(bench, enrolment); !begun) return begun.error();
  return made;
}

Result<void> enrol_again(Bench& bench, const lobby::Enrolment& enrolment) {
  const Result<void> updated = update_account(bench, enrolment.account);
  return updated ? begin(bench, enrolment) : updated;
}

}  // namespace wardroom::store
