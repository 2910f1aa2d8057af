-- What the boards need of each run, kept so that one more run costs one run.

-- A digest of the tasks and formulas that the run's counts, metrics and its
-- objection of another revision come from; empty where that is not known.
ALTER TABLE runs ADD COLUMN score_key TEXT NOT NULL DEFAULT '';

-- The score of a run that stands for its system: its numbers over all tasks
-- (without is empty), and without the tasks that no answer can pass.
CREATE TABLE run_scores (
  run_id   INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
  without  TEXT NOT NULL,
  key      TEXT NOT NULL,     -- digest of tasks, formulas and draws; another key is out of date
  complete INTEGER NOT NULL,
  counts   TEXT NOT NULL,     -- results.Counts as JSON
  clusters INTEGER NOT NULL,  -- scenarios or tasks that are resampled
  bounded  INTEGER NOT NULL,  -- 1 if a verdict is missing, so that failed and passed below are bounds
  metrics  INTEGER NOT NULL,  -- metrics of a convention
  numbers  BLOB NOT NULL,     -- per convention, in their order: for each metric value, then lo, hi of its interval, failed, passed; little-endian float64, NaN for none
  units    BLOB,              -- of a complete run: clusters vectors, little-endian float64, compressed
  PRIMARY KEY (run_id, without)
) STRICT, WITHOUT ROWID;

-- The headline of a complete run in each bootstrap draw, by which ranks are
-- counted. The draws are the same for all runs, and block after block of them is
-- read for all runs at once.
CREATE TABLE run_draws (
  benchmark_id INTEGER NOT NULL REFERENCES benchmarks (id) ON DELETE CASCADE,
  without    TEXT NOT NULL,
  convention TEXT NOT NULL,
  block      INTEGER NOT NULL, -- 2,000 draws each, from 0
  run_id     INTEGER NOT NULL,
  data       BLOB NOT NULL,    -- 5 bytes a draw, see stats.PackDraws
  PRIMARY KEY (benchmark_id, without, convention, block, run_id),
  FOREIGN KEY (run_id, without) REFERENCES run_scores (run_id, without) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX run_draws_run ON run_draws (run_id, without);

-- The paired test of a run against the leader of its board.
CREATE TABLE run_tests (
  run_id     INTEGER NOT NULL,
  without    TEXT NOT NULL,
  convention TEXT NOT NULL,
  against    TEXT NOT NULL, -- the leader's slug and the key of its score; with another leader it is out of date
  p          REAL,          -- two-sided; NULL if one of the two has no data
  PRIMARY KEY (run_id, without, convention),
  FOREIGN KEY (run_id, without) REFERENCES run_scores (run_id, without) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- Boards: what a row says of its own system apart from its place among the
-- others, which changes with every system that comes. A board without doubtful
-- tasks where there are none is the whole one and not kept a second time.
ALTER TABLE board_rows RENAME TO board_rows_old;
CREATE TABLE board_rows (
  benchmark_id INTEGER NOT NULL REFERENCES benchmarks (id) ON DELETE CASCADE,
  convention   TEXT NOT NULL,
  without      TEXT NOT NULL,
  key          TEXT NOT NULL,   -- digest of data
  run_id       INTEGER,         -- NULL for a row of figures alone
  model_id     INTEGER NOT NULL,
  data         TEXT NOT NULL,   -- results.BoardRow as JSON, without what board_places has
  PRIMARY KEY (benchmark_id, convention, without, key)
) STRICT, WITHOUT ROWID;
CREATE TABLE board_places (
  benchmark_id INTEGER NOT NULL REFERENCES benchmarks (id) ON DELETE CASCADE,
  convention   TEXT NOT NULL,
  without      TEXT NOT NULL,
  ordinal      INTEGER NOT NULL, -- from 1, in the board's order
  key          TEXT NOT NULL,    -- of the row
  rank         INTEGER,          -- these are NULL for a row that is not ranked
  rank_lo      INTEGER,
  rank_hi      INTEGER,
  p_first      REAL,
  tie_class    INTEGER,
  PRIMARY KEY (benchmark_id, convention, without, ordinal)
) STRICT, WITHOUT ROWID;
CREATE INDEX board_places_row ON board_places (benchmark_id, convention, without, key);
INSERT INTO board_rows (benchmark_id, convention, without, key, run_id, model_id, data)
SELECT benchmark_id, convention, without, 'old-' || ordinal, run_id, model_id, data FROM board_rows_old;
INSERT INTO board_places (benchmark_id, convention, without, ordinal, key, rank, rank_lo, rank_hi, p_first, tie_class)
SELECT benchmark_id, convention, without, ordinal, 'old-' || ordinal, data ->> '$.rank', data ->> '$.rank_interval[0]',
  data ->> '$.rank_interval[1]', data ->> '$.p_first', data ->> '$.tie_class'
FROM board_rows_old;
DROP TABLE board_rows_old;
CREATE INDEX board_rows_model ON board_rows (model_id);
-- A digest of the board's places, by which a board that is as before is known.
ALTER TABLE boards ADD COLUMN places TEXT NOT NULL DEFAULT '';
UPDATE benchmarks SET stale = 1;
