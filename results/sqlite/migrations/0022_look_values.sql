-- Which states of a replaced value a run wrote, by round. It goes with the looks.
CREATE TABLE look_values (
  run_id   INTEGER NOT NULL REFERENCES run_looked (run_id) ON DELETE CASCADE,
  ordinal  INTEGER NOT NULL, -- in the order of the annotation
  value    TEXT NOT NULL,
  scenario TEXT NOT NULL,
  task     TEXT NOT NULL,
  written  TEXT NOT NULL, -- new, both, stale or neither
  PRIMARY KEY (run_id, ordinal)
) STRICT, WITHOUT ROWID;
UPDATE benchmarks SET stale = 1; -- those that are kept were found by older rules
