#include "server/store/sqlite/jobs.h"

namespace wardroom::store {

Result<std::vector<WaitingJob>> take_jobs(Bench& bench, std::uint32_t limit) {
  const std::int64_t now = bench.hooks.now();
  std::vector<WaitingJob> jobs;
  {
    Cursor rows(bench.connection,
                "SELECT id, kind, payload, attempts FROM outbox WHERE due_ms <= ? ORDER BY due_ms, id LIMIT ?");
    rows.number(now).number(limit);
    while (rows.next()) {
      jobs.push_back(
          {rows.number_at(0), rows.bytes_at(1), rows.bytes_at(2), static_cast<std::uint32_t>(rows.number_at(3))});
    }
  }
  for (const WaitingJob& job : jobs) {
    Cursor(bench.connection, "UPDATE outbox SET due_ms = ?, attempts = attempts + 1 WHERE id = ?")
        .number(now + Outbox::kLeaseMs)
        .number(job.id)
        .run();
  }
  return jobs;
}

Result<void> job_done(Bench& bench, std::int64_t id) {
  Cursor(bench.connection, "DELETE FROM outbox WHERE id = ?").number(id).run();
  return {};
}

Result<void> retry_job(Bench& bench, std::int64_t id, std::int64_t later_ms) {
  const int found = Cursor(bench.connection, "UPDATE outbox SET due_ms = ? WHERE id = ?")
                        .number(bench.hooks.now() + later_ms)
                        .number(id)
                        .run();
  if (found == 0) return refuse(RefusalCode::kNotFound, Text("store.no_such_job"));
  return {};
}

}  // namespace wardroom::store
