-- The spine: datasets, runs, trials, traces, raw records, figures and the
-- aggregates that pages read.

CREATE TABLE meta (
  key   TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT;
INSERT INTO meta (key, value) VALUES ('revision', '0');

CREATE TABLE benchmarks (
  id           INTEGER PRIMARY KEY,
  slug         TEXT NOT NULL UNIQUE,
  name         TEXT NOT NULL,
  version      TEXT NOT NULL,
  scoring      TEXT NOT NULL,
  word_scenario TEXT NOT NULL,
  word_task    TEXT NOT NULL,
  word_day     TEXT NOT NULL,
  headline     TEXT NOT NULL,
  failure_rule TEXT NOT NULL,
  summary      TEXT NOT NULL,
  paper        TEXT NOT NULL,
  repository   TEXT NOT NULL,
  licence      TEXT NOT NULL,
  scripted     INTEGER NOT NULL,
  digest       TEXT NOT NULL,
  ordinal      INTEGER NOT NULL
) STRICT;

CREATE TABLE scenarios (
  id           INTEGER PRIMARY KEY,
  benchmark_id INTEGER NOT NULL REFERENCES benchmarks (id) ON DELETE CASCADE,
  slug         TEXT NOT NULL,
  title        TEXT NOT NULL,
  domain       TEXT NOT NULL,
  description  TEXT NOT NULL,
  ordinal      INTEGER NOT NULL,
  UNIQUE (benchmark_id, slug)
) STRICT;

-- extra marks a task that only a run names and the dataset lacks: it is shown
-- with the run but never counted.
CREATE TABLE tasks (
  id           INTEGER PRIMARY KEY,
  benchmark_id INTEGER NOT NULL REFERENCES benchmarks (id) ON DELETE CASCADE,
  scenario_id  INTEGER NOT NULL REFERENCES scenarios (id) ON DELETE CASCADE,
  slug         TEXT NOT NULL,
  title        TEXT NOT NULL,
  ordinal      INTEGER NOT NULL,
  kind         TEXT NOT NULL,
  day          INTEGER NOT NULL,
  extra        INTEGER NOT NULL DEFAULT 0,
  facts        TEXT NOT NULL,
  options      TEXT NOT NULL,
  checks       TEXT NOT NULL,
  updates      TEXT NOT NULL,
  UNIQUE (scenario_id, slug)
) STRICT;
CREATE INDEX tasks_benchmark ON tasks (benchmark_id, scenario_id, ordinal);

CREATE TABLE models (
  id       INTEGER PRIMARY KEY,
  slug     TEXT NOT NULL UNIQUE,
  name     TEXT NOT NULL,
  vendor   TEXT NOT NULL,
  scripted INTEGER NOT NULL
) STRICT;

-- alias holds the folded spelling: lower case, one separator.
CREATE TABLE model_aliases (
  alias    TEXT PRIMARY KEY,
  model_id INTEGER NOT NULL REFERENCES models (id) ON DELETE CASCADE
) STRICT;

CREATE TABLE runs (
  id           INTEGER PRIMARY KEY,
  slug         TEXT NOT NULL UNIQUE,
  benchmark_id INTEGER NOT NULL REFERENCES benchmarks (id) ON DELETE CASCADE,
  model_id     INTEGER NOT NULL REFERENCES models (id),
  framework    TEXT NOT NULL,
  variant      TEXT NOT NULL,
  provider     TEXT NOT NULL,
  model_name   TEXT NOT NULL,
  evidence     TEXT NOT NULL,
  scripted     INTEGER NOT NULL,
  label        TEXT NOT NULL,
  format       TEXT NOT NULL,
  digest       TEXT NOT NULL,
  ingested_at  INTEGER NOT NULL,
  started_at   INTEGER,
  finished_at  INTEGER,
  formula      INTEGER NOT NULL,
  complete     INTEGER NOT NULL,
  n_expected   INTEGER NOT NULL,
  n_scored     INTEGER NOT NULL,
  n_passed     INTEGER NOT NULL,
  n_failed     INTEGER NOT NULL,
  n_no_answer  INTEGER NOT NULL,
  n_timeout    INTEGER NOT NULL,
  n_error      INTEGER NOT NULL,
  n_missing    INTEGER NOT NULL,
  reported     TEXT NOT NULL,
  redactions   TEXT NOT NULL,
  facts        TEXT NOT NULL
) STRICT;
CREATE INDEX runs_benchmark ON runs (benchmark_id, ingested_at);
CREATE INDEX runs_model ON runs (model_id);

CREATE TABLE run_metrics (
  run_id     INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
  scope      TEXT NOT NULL,
  convention TEXT NOT NULL,
  key        TEXT NOT NULL,
  value      REAL,
  num        REAL,
  den        REAL,
  PRIMARY KEY (run_id, scope, convention, key)
) STRICT, WITHOUT ROWID;

CREATE TABLE trials (
  id           INTEGER PRIMARY KEY,
  run_id       INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
  task_id      INTEGER NOT NULL REFERENCES tasks (id),
  attempt      INTEGER NOT NULL,
  attempts     INTEGER NOT NULL,
  status       TEXT NOT NULL,
  score        REAL,
  kind         TEXT NOT NULL,
  selected     TEXT,
  gold         TEXT,
  pref_passed  INTEGER,
  told_contrary INTEGER NOT NULL,
  started_at   INTEGER,
  finished_at  INTEGER,
  duration_ms  INTEGER,
  agent_ms     INTEGER,
  tokens_input INTEGER,
  tokens_output INTEGER,
  tokens_cache_read INTEGER,
  tokens_cache_write INTEGER,
  tokens_total INTEGER,
  cost_usd     REAL,
  steps_total  INTEGER NOT NULL,
  tool_calls   INTEGER NOT NULL,
  failed_calls INTEGER NOT NULL,
  loop_calls   INTEGER NOT NULL,
  first_step   INTEGER NOT NULL,
  details      BLOB NOT NULL,
  UNIQUE (run_id, task_id, attempt)
) STRICT;
CREATE INDEX trials_task ON trials (task_id, run_id);

CREATE TABLE trial_checks (
  trial_id INTEGER NOT NULL REFERENCES trials (id) ON DELETE CASCADE,
  ordinal  INTEGER NOT NULL,
  check_id TEXT NOT NULL,
  day      TEXT NOT NULL,
  weight   REAL NOT NULL,
  red_line INTEGER NOT NULL,
  passed   INTEGER,
  detail   TEXT NOT NULL,
  PRIMARY KEY (trial_id, ordinal)
) STRICT, WITHOUT ROWID;

-- id = trials.first_step + step_id - 1, so that a window is a range of keys.
-- The body lies at offset..offset+length of the decompressed frame.
-- trial_id bears no foreign key: trials are inserted after their steps, and a
-- reference without an index would scan this table for each of them.
CREATE TABLE steps (
  id       INTEGER PRIMARY KEY,
  trial_id INTEGER NOT NULL,
  source   TEXT NOT NULL,
  event    TEXT NOT NULL,
  agent    TEXT NOT NULL,
  day      TEXT NOT NULL,
  ts       INTEGER,
  tools    TEXT NOT NULL,
  calls    INTEGER NOT NULL,
  failed   INTEGER NOT NULL,
  tokens_in  INTEGER,
  tokens_out INTEGER,
  frame    INTEGER NOT NULL,
  offset   INTEGER NOT NULL,
  length   INTEGER NOT NULL
) STRICT;
CREATE INDEX steps_failed ON steps (trial_id, id) WHERE failed > 0;
CREATE INDEX steps_agent ON steps (trial_id, agent, id) WHERE agent <> '';

-- Sums over stretches of a trace, made while it is written, so that the outline
-- of a trace of any length is read from a few rows. kind is step, turn or day.
-- A row of kind step sums up 50 steps on level 0, and ten rows of the level
-- below on each other; turns likewise, with one turn on level 0. ordinal counts
-- the rows of a level from 0, first is a step's number from 1. A level of one
-- row is left out, because the trial says the same.
CREATE TABLE trace_groups (
  trial_id   INTEGER NOT NULL,
  kind       TEXT NOT NULL,
  level      INTEGER NOT NULL,
  ordinal    INTEGER NOT NULL,
  first      INTEGER NOT NULL,
  steps      INTEGER NOT NULL,
  calls      INTEGER NOT NULL,
  failed     INTEGER NOT NULL,
  turns      INTEGER NOT NULL,
  tokens_in  INTEGER,
  tokens_out INTEGER,
  ts         INTEGER,
  day        TEXT NOT NULL,
  PRIMARY KEY (trial_id, kind, level, ordinal)
) STRICT, WITHOUT ROWID;

CREATE TABLE trace_frames (
  trial_id INTEGER NOT NULL REFERENCES trials (id) ON DELETE CASCADE,
  frame    INTEGER NOT NULL,
  size     INTEGER NOT NULL,
  data     BLOB NOT NULL,
  UNIQUE (trial_id, frame)
) STRICT;

-- Tool usage per run, for the tools view.
CREATE TABLE run_tools (
  run_id  INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
  tool    TEXT NOT NULL,
  failure TEXT NOT NULL,
  calls   INTEGER NOT NULL,
  PRIMARY KEY (run_id, tool, failure)
) STRICT, WITHOUT ROWID;

CREATE TABLE raws (
  id       INTEGER PRIMARY KEY,
  run_id   INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
  trial_id INTEGER REFERENCES trials (id) ON DELETE CASCADE,
  name     TEXT NOT NULL,
  media    TEXT NOT NULL,
  size     INTEGER NOT NULL,
  sum      BLOB NOT NULL
) STRICT;
CREATE INDEX raws_trial ON raws (trial_id);
CREATE INDEX raws_run ON raws (run_id, trial_id);

CREATE TABLE raw_chunks (
  raw_id INTEGER NOT NULL REFERENCES raws (id) ON DELETE CASCADE,
  seq    INTEGER NOT NULL,
  size   INTEGER NOT NULL,
  data   BLOB NOT NULL,
  UNIQUE (raw_id, seq)
) STRICT;

CREATE TABLE warnings (
  id           INTEGER PRIMARY KEY,
  run_id       INTEGER REFERENCES runs (id) ON DELETE CASCADE,
  benchmark_id INTEGER REFERENCES benchmarks (id) ON DELETE CASCADE,
  file         TEXT NOT NULL,
  line         INTEGER NOT NULL,
  message      TEXT NOT NULL
) STRICT;
CREATE INDEX warnings_run ON warnings (run_id);

CREATE TABLE figure_sources (
  id           INTEGER PRIMARY KEY,
  slug         TEXT NOT NULL UNIQUE,
  benchmark_id INTEGER NOT NULL REFERENCES benchmarks (id) ON DELETE CASCADE,
  title        TEXT NOT NULL,
  citation     TEXT NOT NULL,
  version      TEXT NOT NULL,
  date         TEXT NOT NULL,
  note         TEXT NOT NULL
) STRICT;

CREATE TABLE figures (
  id           INTEGER PRIMARY KEY,
  source_id    INTEGER NOT NULL REFERENCES figure_sources (id) ON DELETE CASCADE,
  benchmark_id INTEGER NOT NULL REFERENCES benchmarks (id) ON DELETE CASCADE,
  model_id     INTEGER NOT NULL REFERENCES models (id),
  model_name   TEXT NOT NULL,
  framework    TEXT NOT NULL,
  variant      TEXT NOT NULL,
  provider     TEXT NOT NULL,
  tbl          TEXT NOT NULL,
  grp          TEXT NOT NULL,
  scope        TEXT NOT NULL,
  metric       TEXT NOT NULL,
  value        REAL,
  digits       INTEGER NOT NULL,
  unit         TEXT NOT NULL,
  n            INTEGER,
  note         TEXT NOT NULL,
  board        INTEGER NOT NULL
) STRICT;
CREATE INDEX figures_benchmark ON figures (benchmark_id, source_id, id);
CREATE INDEX figures_model ON figures (model_id);

CREATE TABLE stat_tables (
  id           INTEGER PRIMARY KEY,
  benchmark_id INTEGER NOT NULL REFERENCES benchmarks (id) ON DELETE CASCADE,
  slug         TEXT NOT NULL,
  data         TEXT NOT NULL,
  UNIQUE (benchmark_id, slug)
) STRICT;

-- Mined case studies; data is one results.MinedCase as JSON. scenario and task
-- are empty where a case is about more than one task.
CREATE TABLE mined_cases (
  id           INTEGER PRIMARY KEY,
  benchmark_id INTEGER NOT NULL REFERENCES benchmarks (id) ON DELETE CASCADE,
  slug         TEXT NOT NULL UNIQUE,
  rule         TEXT NOT NULL,
  scenario     TEXT NOT NULL,
  task         TEXT NOT NULL,
  data         TEXT NOT NULL
) STRICT;
CREATE INDEX mined_cases_task ON mined_cases (benchmark_id, scenario, task);

-- A maintainer's labels of trials, shipped as a CSV beside the records.
CREATE TABLE labels (
  id       INTEGER PRIMARY KEY,
  trial_id INTEGER NOT NULL REFERENCES trials (id) ON DELETE CASCADE,
  label    TEXT NOT NULL,
  step     INTEGER NOT NULL,
  note     TEXT NOT NULL
) STRICT;
CREATE INDEX labels_trial ON labels (trial_id);
CREATE INDEX labels_label ON labels (label);

-- Materialised leaderboards; data is one results.BoardRow as JSON.
CREATE TABLE boards (
  benchmark_id INTEGER NOT NULL REFERENCES benchmarks (id) ON DELETE CASCADE,
  convention   TEXT NOT NULL,
  data         TEXT NOT NULL,
  PRIMARY KEY (benchmark_id, convention)
) STRICT, WITHOUT ROWID;

CREATE TABLE board_rows (
  benchmark_id INTEGER NOT NULL REFERENCES benchmarks (id) ON DELETE CASCADE,
  convention   TEXT NOT NULL,
  ordinal      INTEGER NOT NULL,
  run_id       INTEGER,
  model_id     INTEGER NOT NULL,
  data         TEXT NOT NULL,
  PRIMARY KEY (benchmark_id, convention, ordinal)
) STRICT, WITHOUT ROWID;
CREATE INDEX board_rows_model ON board_rows (model_id);

-- Full text of the steps: rowid = steps.id. The texts themselves stay in the
-- frames; CJK characters are separated by spaces before they come here. tags
-- holds words that stand for the properties a search is narrowed by, so that
-- the index itself meets them. No step is ever removed, which saves what
-- contentless_delete would cost.
CREATE VIRTUAL TABLE step_text USING fts5 (
  body,
  tags,
  content = '',
  tokenize = "unicode61 remove_diacritics 2"
);
-- A run is written in one transaction: a larger buffer makes one segment of a
-- usual run and leaves less to merge.
INSERT INTO step_text (step_text, rank) VALUES ('hashsize', 16777216);
INSERT INTO step_text (step_text, rank) VALUES ('automerge', 8);
INSERT INTO step_text (step_text, rank) VALUES ('rank', 'bm25(1.0, 0.0)');
