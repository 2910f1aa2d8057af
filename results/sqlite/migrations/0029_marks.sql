-- What tells the trials of a run from all others, and what it has in common with other
-- runs. It is made of traces and made again where it is missing.
CREATE TABLE run_marks (
  run_id INTEGER PRIMARY KEY REFERENCES runs (id) ON DELETE CASCADE,
  key    TEXT NOT NULL,              -- version of the rules; with another key it is out of date
  data   BLOB NOT NULL DEFAULT x'',  -- marks of its trials
  shared TEXT                        -- results.Shared as JSON; NULL until it was compared with the others
) STRICT;
UPDATE benchmarks SET stale = 1;
