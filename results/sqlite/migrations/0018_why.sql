-- What led to failed verdicts. It is made of traces and datasets and made again
-- where it is missing.
CREATE TABLE run_whys (
  run_id INTEGER PRIMARY KEY REFERENCES runs (id) ON DELETE CASCADE,
  key    TEXT NOT NULL -- digest of rules and tasks; with another key it is out of date
) STRICT;
CREATE TABLE trial_whys (
  trial_id INTEGER PRIMARY KEY REFERENCES trials (id) ON DELETE CASCADE,
  run_id   INTEGER NOT NULL REFERENCES run_whys (run_id) ON DELETE CASCADE,
  data     TEXT NOT NULL -- results.Why as JSON
) STRICT;
CREATE INDEX trial_whys_run ON trial_whys (run_id);
CREATE TRIGGER whys_changed AFTER UPDATE OF task_id, attempt, status, selected, gold ON trials
BEGIN
  DELETE FROM run_whys WHERE run_id IN (old.run_id, new.run_id);
END;
UPDATE benchmarks SET stale = 1;
