-- What searches of calls need of the steps of each run. It is made of traces and
-- made again where it is missing.
CREATE TABLE run_ledgers (
  run_id INTEGER PRIMARY KEY REFERENCES runs (id) ON DELETE CASCADE,
  key    TEXT NOT NULL -- version of the rules; with another key it is out of date
) STRICT;
CREATE TABLE ledger_pages (
  run_id INTEGER NOT NULL REFERENCES run_ledgers (run_id) ON DELETE CASCADE,
  first  INTEGER NOT NULL, -- number in the run of its first step, from 1
  steps  INTEGER NOT NULL,
  data   BLOB NOT NULL, -- see ledger.Page
  UNIQUE (run_id, first)
) STRICT;
-- Trials are narrowed by these without a look at their rows, which are long.
CREATE INDEX trials_found ON trials (run_id, first_step, steps_total, status, task_id, attempt, started_at);
UPDATE benchmarks SET stale = 1;
