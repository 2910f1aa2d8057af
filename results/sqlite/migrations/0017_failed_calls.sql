-- The calls of each run that failed, with their causes. They are made of traces
-- and made again where they are missing.
CREATE TABLE run_failures (
  run_id INTEGER PRIMARY KEY REFERENCES runs (id) ON DELETE CASCADE,
  key    TEXT NOT NULL,    -- version of the rules; with another key it is out of date
  judged INTEGER NOT NULL, -- trials with a trace and a score
  passed INTEGER NOT NULL  -- of them
) STRICT;
CREATE TABLE run_causes (
  run_id INTEGER NOT NULL REFERENCES run_failures (run_id) ON DELETE CASCADE,
  family TEXT NOT NULL,
  cause  TEXT NOT NULL,
  calls  INTEGER NOT NULL,
  trials INTEGER NOT NULL, -- with such a call
  judged INTEGER NOT NULL, -- of them
  passed INTEGER NOT NULL, -- of those judged
  PRIMARY KEY (run_id, family, cause)
) STRICT, WITHOUT ROWID;
CREATE TABLE failed_calls (
  run_id   INTEGER NOT NULL REFERENCES run_failures (run_id) ON DELETE CASCADE,
  family   TEXT NOT NULL,
  cause    TEXT NOT NULL,
  ordinal  INTEGER NOT NULL, -- in the order of the dataset and of the traces
  trial_id INTEGER NOT NULL,
  step     INTEGER NOT NULL,
  call     INTEGER NOT NULL,
  tool     TEXT NOT NULL,
  failure  TEXT NOT NULL,
  asked    TEXT NOT NULL,
  quote    TEXT NOT NULL,
  PRIMARY KEY (run_id, family, cause, ordinal)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER failures_changed AFTER UPDATE OF task_id, attempt, status, score ON trials
BEGIN
  DELETE FROM run_failures WHERE run_id IN (old.run_id, new.run_id);
END;
CREATE TRIGGER failures_removed AFTER DELETE ON trials
BEGIN
  DELETE FROM run_failures WHERE run_id = old.run_id;
END;
UPDATE benchmarks SET stale = 1;
