-- What tells the trials of a run from all others, and what it has in common with other
-- runs. It is made of traces and made again where it is missing.
CREATE TABLE main.run_marks (
  run_id bigint PRIMARY KEY REFERENCES main.runs (id) ON DELETE CASCADE,
  key text COLLATE "C" NOT NULL,     -- version of the rules; with another key it is out of date
  data bytea NOT NULL DEFAULT '',    -- marks of its trials
  shared text COLLATE "C"            -- results.Shared as JSON; NULL until it was compared with the others
);
UPDATE main.benchmarks SET stale = 1;
