-- What mined cases need of the trials of each run, so that one more run costs
-- one run. It is made of the trials and made again where it is missing.
CREATE TABLE run_mined (
  run_id INTEGER PRIMARY KEY REFERENCES runs (id) ON DELETE CASCADE,
  key    TEXT NOT NULL -- digest of tasks and rules; with another key it is out of date
) STRICT;
CREATE TABLE run_evidence (
  benchmark_id INTEGER NOT NULL REFERENCES benchmarks (id) ON DELETE CASCADE,
  scenario     TEXT NOT NULL,
  run_id       INTEGER NOT NULL REFERENCES run_mined (run_id) ON DELETE CASCADE,
  data         BLOB NOT NULL, -- see cases.Pack
  PRIMARY KEY (benchmark_id, scenario, run_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX run_evidence_run ON run_evidence (run_id);
CREATE TRIGGER evidence_changed AFTER UPDATE OF task_id, attempt, status, score, selected, gold, pref_passed, told_contrary, loop_calls ON trials
BEGIN
  DELETE FROM run_mined WHERE run_id IN (old.run_id, new.run_id);
END;
CREATE TRIGGER evidence_removed AFTER DELETE ON trials
BEGIN
  DELETE FROM run_mined WHERE run_id = old.run_id;
END;

-- Finds the tasks that nobody has passed without reading the trials of the others.
CREATE INDEX trials_passed ON trials (task_id, run_id) WHERE score >= 1;
