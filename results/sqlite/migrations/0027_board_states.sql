-- How boards stood on the days on which they changed (UTC), so that a number can
-- be cited and found again. A later state of one day replaces the former.
CREATE TABLE board_states (
  id           INTEGER PRIMARY KEY,
  benchmark_id INTEGER NOT NULL REFERENCES benchmarks (id) ON DELETE CASCADE,
  convention   TEXT NOT NULL,
  without      TEXT NOT NULL,
  day          TEXT NOT NULL, -- ISO date
  data         TEXT NOT NULL, -- results.Board as JSON, without rows
  digest       TEXT NOT NULL, -- of numbers and order; empty since a row was taken out
  UNIQUE (benchmark_id, convention, without, day)
) STRICT;

-- What a row said of its own system, once for all states that have it.
CREATE TABLE state_rows (
  id           INTEGER PRIMARY KEY,
  benchmark_id INTEGER NOT NULL REFERENCES benchmarks (id) ON DELETE CASCADE,
  key          TEXT NOT NULL, -- digest of data
  run          TEXT NOT NULL, -- slug, because the run may be gone; empty: figures alone
  data         TEXT NOT NULL, -- results.BoardRow as JSON, without its place; empty since the run was withdrawn
  UNIQUE (benchmark_id, key)
) STRICT;
CREATE INDEX state_rows_run ON state_rows (run);

CREATE TABLE state_places (
  state_id  INTEGER NOT NULL REFERENCES board_states (id) ON DELETE CASCADE,
  ordinal   INTEGER NOT NULL, -- from 1, in the board's order
  row_id    INTEGER REFERENCES state_rows (id) ON DELETE SET NULL, -- NULL since its run was removed
  rank      INTEGER,          -- these are NULL for a row that is not ranked
  rank_lo   INTEGER,
  rank_hi   INTEGER,
  p_first   REAL,
  tie_class INTEGER,
  PRIMARY KEY (state_id, ordinal)
) STRICT, WITHOUT ROWID;
CREATE INDEX state_places_row ON state_places (row_id);

-- The boards there are become their first states.
UPDATE benchmarks SET stale = 1;
