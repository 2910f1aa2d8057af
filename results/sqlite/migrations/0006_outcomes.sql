-- What a run's trials came to at each task, packed in the run's own transaction:
-- a page over all runs reads one row of each instead of all their trials. A run
-- without a row is read from its trials.
CREATE TABLE run_outcomes (
  run_id INTEGER PRIMARY KEY REFERENCES runs (id) ON DELETE CASCADE,
  data   BLOB NOT NULL
) STRICT;
-- Trials that change make what was packed of them wrong.
CREATE TRIGGER trials_rescored AFTER UPDATE OF task_id, attempt, attempts, status, score, gold, told_contrary ON trials
BEGIN
  DELETE FROM run_outcomes WHERE run_id IN (old.run_id, new.run_id);
END;
CREATE TRIGGER trials_removed AFTER DELETE ON trials
BEGIN
  DELETE FROM run_outcomes WHERE run_id = old.run_id;
END;
