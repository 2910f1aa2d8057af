-- The tables of a database file. Whoever changes them counts schemaVersion up; a file of
-- another version is filled anew from its stored records, see migrate.go. Views and their
-- columns are for others and stay, see docs/data.md.
PRAGMA application_id = 1131168116;

CREATE TABLE meta (
  key   TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT;

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
  ordinal      INTEGER NOT NULL,
  stale INTEGER NOT NULL DEFAULT 0,
  revision TEXT NOT NULL DEFAULT '',
  official INTEGER NOT NULL DEFAULT 0
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

CREATE TABLE models (
  id       INTEGER PRIMARY KEY,
  slug     TEXT NOT NULL UNIQUE,
  name     TEXT NOT NULL,
  vendor   TEXT NOT NULL,
  scripted INTEGER NOT NULL,
  listed INTEGER NOT NULL DEFAULT 0
) STRICT;

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
  facts        TEXT NOT NULL,
  objections TEXT NOT NULL DEFAULT '[]',
  fingerprint TEXT NOT NULL DEFAULT '',
  replaces TEXT NOT NULL DEFAULT '',
  n_not_judged INTEGER NOT NULL DEFAULT 0,
  score_key TEXT NOT NULL DEFAULT '',
  hidden INTEGER NOT NULL DEFAULT 0,
  reader TEXT NOT NULL DEFAULT '',
  origin TEXT NOT NULL DEFAULT ''
) STRICT;

CREATE TABLE run_metrics (
  run_id     INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
  scope      TEXT NOT NULL,
  convention TEXT NOT NULL,
  key        TEXT NOT NULL,
  value      REAL,
  num        REAL,
  den        REAL,
  lo REAL,
  hi REAL,
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
  points REAL,
  UNIQUE (run_id, task_id, attempt)
) STRICT;

CREATE TABLE trial_details (
  trial_id INTEGER PRIMARY KEY REFERENCES trials (id) ON DELETE CASCADE, -- the first of the trials in data
  data     BLOB NOT NULL -- results.TrialDetails of consecutive trials as JSON, each after its length, packed
) STRICT;

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
  block    INTEGER NOT NULL,
  start    INTEGER NOT NULL,
  PRIMARY KEY (trial_id, frame)
) STRICT, WITHOUT ROWID;

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
  trial_id INTEGER, -- goes with the run
  name     TEXT NOT NULL,
  media    TEXT NOT NULL, -- empty for application/json, which most are
  size     INTEGER NOT NULL,
  sum      BLOB NOT NULL
) STRICT;

CREATE TABLE raw_chunks (
  raw_id INTEGER NOT NULL REFERENCES raws (id) ON DELETE CASCADE,
  seq    INTEGER NOT NULL,
  size   INTEGER NOT NULL,
  block  INTEGER NOT NULL,
  start  INTEGER NOT NULL,
  PRIMARY KEY (raw_id, seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE warnings (
  id           INTEGER PRIMARY KEY,
  run_id       INTEGER REFERENCES runs (id) ON DELETE CASCADE,
  benchmark_id INTEGER REFERENCES benchmarks (id) ON DELETE CASCADE,
  file         TEXT NOT NULL,
  line         INTEGER NOT NULL,
  message      TEXT NOT NULL
) STRICT;

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
  board        INTEGER NOT NULL,
  native INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE stat_tables (
  id           INTEGER PRIMARY KEY,
  benchmark_id INTEGER NOT NULL REFERENCES benchmarks (id) ON DELETE CASCADE,
  slug         TEXT NOT NULL,
  data         TEXT NOT NULL,
  UNIQUE (benchmark_id, slug)
) STRICT;

CREATE TABLE mined_cases (
  id           INTEGER PRIMARY KEY,
  benchmark_id INTEGER NOT NULL REFERENCES benchmarks (id) ON DELETE CASCADE,
  slug         TEXT NOT NULL UNIQUE,
  rule         TEXT NOT NULL,
  scenario     TEXT NOT NULL,
  task         TEXT NOT NULL,
  data         TEXT NOT NULL
) STRICT;

CREATE TABLE labels (
  id       INTEGER PRIMARY KEY,
  trial_id INTEGER NOT NULL REFERENCES trials (id) ON DELETE CASCADE,
  label    TEXT NOT NULL,
  step     INTEGER NOT NULL,
  note     TEXT NOT NULL
) STRICT;

CREATE TABLE boards (
  benchmark_id INTEGER NOT NULL REFERENCES benchmarks (id) ON DELETE CASCADE,
  convention   TEXT NOT NULL,
  without      TEXT NOT NULL,
  data         TEXT NOT NULL,
  places TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (benchmark_id, convention, without)
) STRICT, WITHOUT ROWID;

CREATE TABLE run_outcomes (
  run_id INTEGER PRIMARY KEY REFERENCES runs (id) ON DELETE CASCADE,
  data   BLOB NOT NULL
) STRICT;

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
  units    BLOB,  -- of a complete run: clusters vectors, little-endian float64, compressed
  sweeps TEXT NOT NULL DEFAULT '',
  UNIQUE (run_id, without)
) STRICT;

CREATE TABLE run_draws (
  run_id     INTEGER NOT NULL,
  without    TEXT NOT NULL,
  convention TEXT NOT NULL,
  data       BLOB NOT NULL, -- see stats.PackDraws
  UNIQUE (run_id, without, convention),
  FOREIGN KEY (run_id, without) REFERENCES run_scores (run_id, without) ON DELETE CASCADE
) STRICT;

CREATE TABLE run_tests (
  run_id     INTEGER NOT NULL,
  without    TEXT NOT NULL,
  convention TEXT NOT NULL,
  against    TEXT NOT NULL, -- the leader's slug and the key of its score; with another leader it is out of date
  p          REAL,          -- two-sided; NULL if one of the two has no data
  PRIMARY KEY (run_id, without, convention),
  FOREIGN KEY (run_id, without) REFERENCES run_scores (run_id, without) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE TABLE board_rows (
  benchmark_id INTEGER NOT NULL REFERENCES benchmarks (id) ON DELETE CASCADE,
  convention   TEXT NOT NULL,
  without      TEXT NOT NULL,
  key          TEXT NOT NULL,   -- digest of data
  run_id       INTEGER,         -- NULL for a row of figures alone
  model_id     INTEGER NOT NULL,
  data         TEXT NOT NULL,   -- results.BoardRow as JSON, without what board_places has
  UNIQUE (benchmark_id, convention, without, key)
) STRICT;

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
  p_leader     REAL,
  tie_class    INTEGER,
  PRIMARY KEY (benchmark_id, convention, without, ordinal)
) STRICT, WITHOUT ROWID;

CREATE TABLE run_mined (
  run_id INTEGER PRIMARY KEY REFERENCES runs (id) ON DELETE CASCADE,
  key    TEXT NOT NULL -- digest of tasks and rules; with another key it is out of date
) STRICT;

CREATE TABLE run_evidence (
  benchmark_id INTEGER NOT NULL REFERENCES benchmarks (id) ON DELETE CASCADE,
  scenario     TEXT NOT NULL,
  run_id       INTEGER NOT NULL REFERENCES run_mined (run_id) ON DELETE CASCADE,
  data         BLOB NOT NULL, -- see cases.Pack
  UNIQUE (benchmark_id, scenario, run_id)
) STRICT;

CREATE TABLE withdrawn (
  slug      TEXT PRIMARY KEY,
  benchmark TEXT NOT NULL,    -- slug
  system    TEXT NOT NULL,    -- results.System as JSON
  reason    TEXT NOT NULL,
  at        INTEGER NOT NULL, -- Unix milliseconds
  digest    TEXT NOT NULL     -- of its records
) STRICT;

CREATE TABLE changes (
  id        INTEGER PRIMARY KEY,
  at        INTEGER NOT NULL, -- Unix milliseconds
  kind      TEXT NOT NULL,
  benchmark TEXT NOT NULL,    -- slugs, because what they name may be gone
  run       TEXT NOT NULL,
  other     TEXT NOT NULL,
  detail    TEXT NOT NULL
) STRICT;

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

CREATE TABLE worlds (
  scenario_id INTEGER PRIMARY KEY REFERENCES scenarios (id) ON DELETE CASCADE,
  files       INTEGER NOT NULL, -- before the first round
  chats       INTEGER NOT NULL,
  layout TEXT NOT NULL DEFAULT '',
  layouts TEXT NOT NULL DEFAULT '[]'
) STRICT;

CREATE TABLE world_states (
  scenario_id INTEGER NOT NULL REFERENCES worlds (scenario_id) ON DELETE CASCADE,
  ordinal     INTEGER NOT NULL, -- those before the first round first, then as the harness goes
  round       TEXT NOT NULL,    -- slug of the task before which it changes; '' before the first
  kind        TEXT NOT NULL,
  path        TEXT NOT NULL,
  name        TEXT NOT NULL,
  updates     TEXT NOT NULL,    -- ids, as JSON
  effect      TEXT NOT NULL,
  told        TEXT NOT NULL,
  author      TEXT NOT NULL,
  removed     INTEGER NOT NULL,
  added       INTEGER NOT NULL,
  kept        INTEGER NOT NULL,
  size        INTEGER,          -- bytes of its text; NULL where only facts are known
  data        BLOB,  -- its text, packed
  had INTEGER NOT NULL DEFAULT 0,
  UNIQUE (scenario_id, ordinal),
  UNIQUE (scenario_id, kind, path, round)
) STRICT;

CREATE TABLE world_scenes (
  scenario_id INTEGER PRIMARY KEY REFERENCES worlds (scenario_id) ON DELETE CASCADE,
  key         TEXT NOT NULL, -- digest of tasks and rules; with another key it is out of date
  digest      TEXT NOT NULL, -- sha256 of the scene
  data        BLOB NOT NULL  -- see world.Scene.Pack
) STRICT;

CREATE TABLE run_looked (
  run_id INTEGER PRIMARY KEY REFERENCES runs (id) ON DELETE CASCADE,
  key    TEXT NOT NULL -- digest of scenes and rules; with another key it is out of date
) STRICT;

CREATE TABLE looks (
  run_id       INTEGER NOT NULL REFERENCES run_looked (run_id) ON DELETE CASCADE,
  ordinal      INTEGER NOT NULL, -- in the dataset's order
  scenario     TEXT NOT NULL,
  round        TEXT NOT NULL, -- before which the object changed
  kind         TEXT NOT NULL,
  path         TEXT NOT NULL,
  level        TEXT NOT NULL,
  at_round     TEXT NOT NULL, -- the first call that reached the level
  step         INTEGER NOT NULL,
  delay_rounds INTEGER NOT NULL,
  PRIMARY KEY (run_id, ordinal)
) STRICT, WITHOUT ROWID;

CREATE TABLE run_failures (
  run_id INTEGER PRIMARY KEY REFERENCES runs (id) ON DELETE CASCADE,
  key    TEXT NOT NULL -- version of the rules; with another key it is out of date
) STRICT;

CREATE TABLE run_causes (
  run_id INTEGER NOT NULL REFERENCES run_failures (run_id) ON DELETE CASCADE,
  family TEXT NOT NULL,
  cause  TEXT NOT NULL,
  calls  INTEGER NOT NULL,
  trials INTEGER NOT NULL, -- with such a call
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

CREATE TABLE run_whys (
  run_id INTEGER PRIMARY KEY REFERENCES runs (id) ON DELETE CASCADE,
  key    TEXT NOT NULL -- digest of rules and tasks; with another key it is out of date
) STRICT;

CREATE TABLE trial_whys (
  trial_id INTEGER PRIMARY KEY REFERENCES trials (id) ON DELETE CASCADE,
  run_id   INTEGER NOT NULL REFERENCES run_whys (run_id) ON DELETE CASCADE,
  data     TEXT NOT NULL, -- results.Why as JSON
  kind TEXT NOT NULL DEFAULT '',
  sentence TEXT NOT NULL DEFAULT ''
) STRICT;

CREATE TABLE look_signs (
  run_id   INTEGER NOT NULL REFERENCES run_looked (run_id) ON DELETE CASCADE,
  ordinal  INTEGER NOT NULL, -- in the dataset's order
  scenario TEXT NOT NULL,
  round    TEXT NOT NULL, -- whose trace has it
  rule     TEXT NOT NULL,
  proof    TEXT NOT NULL, -- places as JSON
  PRIMARY KEY (run_id, ordinal)
) STRICT, WITHOUT ROWID;

CREATE TABLE trace_ids (
  trial_id   INTEGER PRIMARY KEY REFERENCES trials (id) ON DELETE CASCADE,
  trajectory TEXT NOT NULL, -- id of the trace itself; empty if it has none
  session    TEXT NOT NULL
) STRICT;

CREATE TABLE trace_refs (
  trial_id   INTEGER NOT NULL REFERENCES trials (id) ON DELETE CASCADE,
  ordinal    INTEGER NOT NULL, -- in the order of the trace
  trajectory TEXT NOT NULL,
  session    TEXT NOT NULL,
  data       TEXT NOT NULL, -- results.RefPlace as JSON
  PRIMARY KEY (trial_id, ordinal)
) STRICT, WITHOUT ROWID;

CREATE TABLE trace_agents (
  trial_id INTEGER NOT NULL REFERENCES trials (id) ON DELETE CASCADE,
  ordinal  INTEGER NOT NULL, -- in the order of their first steps
  data     TEXT NOT NULL, -- results.TraceAgent as JSON
  PRIMARY KEY (trial_id, ordinal)
) STRICT, WITHOUT ROWID;

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

CREATE TABLE state_rows (
  id           INTEGER PRIMARY KEY,
  benchmark_id INTEGER NOT NULL REFERENCES benchmarks (id) ON DELETE CASCADE,
  key          TEXT NOT NULL, -- digest of data
  run          TEXT NOT NULL, -- slug, because the run may be gone; empty: figures alone
  data         TEXT NOT NULL, -- results.BoardRow as JSON, without its place; empty since the run was withdrawn
  UNIQUE (benchmark_id, key)
) STRICT;

CREATE TABLE state_places (
  state_id  INTEGER NOT NULL REFERENCES board_states (id) ON DELETE CASCADE,
  ordinal   INTEGER NOT NULL, -- from 1, in the board's order
  row_id    INTEGER REFERENCES state_rows (id) ON DELETE SET NULL, -- NULL since its run was removed
  rank      INTEGER,          -- these are NULL for a row that is not ranked
  rank_lo   INTEGER,
  rank_hi   INTEGER,
  p_first   REAL,
  p_leader  REAL,
  tie_class INTEGER,
  PRIMARY KEY (state_id, ordinal)
) STRICT, WITHOUT ROWID;

CREATE TABLE run_marks (
  run_id INTEGER PRIMARY KEY REFERENCES runs (id) ON DELETE CASCADE,
  key    TEXT NOT NULL,              -- version of the rules; with another key it is out of date
  data   BLOB NOT NULL DEFAULT x'',  -- marks of its trials
  shared TEXT                        -- results.Shared as JSON; NULL until it was compared with the others
) STRICT;

CREATE TABLE body_blocks (
  id     INTEGER PRIMARY KEY,
  run_id INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
  size   INTEGER NOT NULL,
  data   BLOB NOT NULL
) STRICT;

-- rowid = steps.id. body holds the words and signs of a step as search.IndexText writes
-- them, with spaces between them, so that this tokenizer has nothing to decide; tags are
-- what a search is narrowed by. The index does not keep its texts.
CREATE VIRTUAL TABLE step_text USING fts5 (
  body,
  tags,
  content = '',
  tokenize = "ascii"
);

CREATE INDEX tasks_benchmark ON tasks (benchmark_id, scenario_id, ordinal);
CREATE INDEX runs_benchmark ON runs (benchmark_id, ingested_at);
CREATE INDEX runs_model ON runs (model_id);
CREATE INDEX trials_task ON trials (task_id, run_id);
CREATE INDEX raws_run ON raws (run_id, trial_id);
CREATE INDEX warnings_run ON warnings (run_id);
CREATE INDEX figures_benchmark ON figures (benchmark_id, source_id, id);
CREATE INDEX figures_model ON figures (model_id);
CREATE INDEX mined_cases_task ON mined_cases (benchmark_id, scenario, task);
CREATE INDEX labels_trial ON labels (trial_id);
CREATE INDEX labels_label ON labels (label);
CREATE INDEX runs_fingerprint ON runs (fingerprint);
CREATE INDEX board_places_row ON board_places (benchmark_id, convention, without, key);
CREATE INDEX board_rows_model ON board_rows (model_id);
CREATE INDEX run_evidence_run ON run_evidence (run_id);
CREATE INDEX trials_passed ON trials (task_id, run_id) WHERE score >= 1;
CREATE INDEX withdrawn_digest ON withdrawn (digest);
CREATE INDEX changes_benchmark ON changes (benchmark, id);
CREATE INDEX changes_run ON changes (run, id);
CREATE INDEX changes_other ON changes (other, id);
CREATE INDEX steps_failed ON steps (trial_id, id) WHERE failed > 0;
CREATE INDEX steps_agent ON steps (trial_id, agent, id) WHERE agent <> '';
CREATE INDEX trial_whys_run ON trial_whys (run_id);
CREATE INDEX trace_ids_trajectory ON trace_ids (trajectory) WHERE trajectory <> '';
CREATE INDEX trace_ids_session ON trace_ids (session) WHERE session <> '';
CREATE INDEX trace_refs_trajectory ON trace_refs (trajectory) WHERE trajectory <> '';
CREATE INDEX trace_refs_session ON trace_refs (session) WHERE session <> '';
CREATE INDEX state_rows_run ON state_rows (run);
CREATE INDEX state_places_row ON state_places (row_id);
CREATE INDEX body_blocks_run ON body_blocks (run_id);

CREATE TRIGGER models_changed AFTER UPDATE ON models
WHEN (old.slug, old.name, old.vendor, old.scripted) IS NOT (new.slug, new.name, new.vendor, new.scripted)
BEGIN
  UPDATE meta SET value = lower(hex(randomblob(8))) WHERE key = 'base';
END;

CREATE TRIGGER models_removed AFTER DELETE ON models
BEGIN
  UPDATE meta SET value = lower(hex(randomblob(8))) WHERE key = 'base';
END;

CREATE TRIGGER aliases_added AFTER INSERT ON model_aliases
WHEN EXISTS (SELECT 1 FROM runs WHERE model_id = new.model_id)
  OR EXISTS (SELECT 1 FROM figures WHERE model_id = new.model_id)
BEGIN
  UPDATE meta SET value = lower(hex(randomblob(8))) WHERE key = 'base';
END;

CREATE TRIGGER aliases_changed AFTER UPDATE ON model_aliases
WHEN (old.alias, old.model_id) IS NOT (new.alias, new.model_id)
BEGIN
  UPDATE meta SET value = lower(hex(randomblob(8))) WHERE key = 'base';
END;

CREATE TRIGGER aliases_removed AFTER DELETE ON model_aliases
BEGIN
  UPDATE meta SET value = lower(hex(randomblob(8))) WHERE key = 'base';
END;

CREATE TRIGGER trials_removed AFTER DELETE ON trials
BEGIN
  DELETE FROM run_outcomes WHERE run_id = old.run_id;
END;

CREATE TRIGGER evidence_changed AFTER UPDATE OF task_id, attempt, status, score, selected, gold, pref_passed, told_contrary, loop_calls ON trials
BEGIN
  DELETE FROM run_mined WHERE run_id IN (old.run_id, new.run_id);
END;

CREATE TRIGGER evidence_removed AFTER DELETE ON trials
BEGIN
  DELETE FROM run_mined WHERE run_id = old.run_id;
END;

CREATE TRIGGER trials_rescored AFTER UPDATE OF task_id, attempt, attempts, status, score, gold, told_contrary,
  duration_ms, tokens_input, tokens_output, tokens_total, cost_usd, steps_total, tool_calls ON trials
BEGIN
  DELETE FROM run_outcomes WHERE run_id IN (old.run_id, new.run_id);
END;

CREATE TRIGGER looks_removed AFTER DELETE ON trials
BEGIN
  DELETE FROM run_looked WHERE run_id = old.run_id;
END;

CREATE TRIGGER failures_changed AFTER UPDATE OF task_id, attempt, status, score ON trials
BEGIN
  DELETE FROM run_failures WHERE run_id IN (old.run_id, new.run_id);
END;

CREATE TRIGGER failures_removed AFTER DELETE ON trials
BEGIN
  DELETE FROM run_failures WHERE run_id = old.run_id;
END;

CREATE TRIGGER whys_changed AFTER UPDATE OF task_id, attempt, status, selected, gold ON trials
BEGIN
  DELETE FROM run_whys WHERE run_id IN (old.run_id, new.run_id);
END;

CREATE VIEW run AS
SELECT r.slug AS run, b.slug AS benchmark, m.slug AS model, r.framework, r.variant, r.provider, r.evidence, r.scripted,
  r.complete, r.n_expected AS expected, r.n_scored AS scored, r.n_passed AS passed, b.headline AS metric, h.value AS score,
  h.num AS score_num, h.den AS score_den, r.started_at, r.finished_at, r.ingested_at AS added_at, r.format
FROM runs r
JOIN benchmarks b ON b.id = r.benchmark_id
JOIN models m ON m.id = r.model_id
LEFT JOIN run_metrics h ON h.run_id = r.id AND h.scope = '' AND h.key = b.headline
  AND h.convention = (SELECT x.convention FROM boards x WHERE x.benchmark_id = b.id AND x.without = '' ORDER BY x.convention = 'paper' DESC, x.convention LIMIT 1)
WHERE NOT r.hidden;

CREATE VIEW trial AS
SELECT r.run, r.benchmark, r.model, r.framework, r.variant, s.slug AS scenario, k.slug AS task, k.title, t.kind, t.attempt, t.status,
  t.score, t.points, t.score >= 1 AS passed, w.kind AS reason_kind, w.sentence AS reason, t.started_at, t.finished_at, t.duration_ms, t.agent_ms,
  t.tokens_input, t.tokens_output, t.tokens_cache_read, t.tokens_cache_write, t.tokens_total, t.cost_usd, nullif(t.steps_total, 0) AS steps,
  CASE WHEN t.steps_total > 0 THEN t.tool_calls END AS tool_calls, CASE WHEN t.steps_total > 0 THEN t.failed_calls END AS failed_calls,
  t.id AS trial_id
FROM trials t
JOIN runs i ON i.id = t.run_id
JOIN run r ON r.run = i.slug
JOIN tasks k ON k.id = t.task_id
JOIN scenarios s ON s.id = k.scenario_id
LEFT JOIN trial_whys w ON w.trial_id = t.id;

CREATE VIEW leaderboard AS
SELECT b.slug AS benchmark, p.convention, p.ordinal AS place, p.rank, p.rank_lo, p.rank_hi, p.p_first, m.slug AS model,
  json_extract(w.data, '$.system.framework') AS framework, json_extract(w.data, '$.system.variant') AS variant,
  json_extract(w.data, '$.run') AS run, json_extract(w.data, '$.evidence') AS evidence, b.headline AS metric,
  json_extract(w.data, '$.metrics.' || b.headline || '.value') AS score,
  json_extract(w.data, '$.metrics.' || b.headline || '.ci[0]') AS score_lo,
  json_extract(w.data, '$.metrics.' || b.headline || '.ci[1]') AS score_hi
FROM board_places p
JOIN benchmarks b ON b.id = p.benchmark_id
JOIN board_rows w USING (benchmark_id, convention, without, key)
JOIN models m ON m.id = w.model_id
WHERE p.without = '';

CREATE VIEW "check" AS
SELECT t.run, t.benchmark, t.model, t.scenario, t.task, t.attempt, c.ordinal AS number, c.check_id, c.day, c.weight, c.red_line, c.passed, c.detail
FROM trial_checks c
JOIN trial t USING (trial_id);

CREATE VIEW step AS
SELECT r.slug AS run, s.slug AS scenario, k.slug AS task, t.attempt, x.id - t.first_step + 1 AS step, x.source, x.event, x.agent, x.day,
  x.ts, x.tools, x.calls, x.failed, x.tokens_in, x.tokens_out
FROM steps x
JOIN trials t ON t.id = x.trial_id
JOIN runs r ON r.id = t.run_id
JOIN tasks k ON k.id = t.task_id
JOIN scenarios s ON s.id = k.scenario_id
WHERE NOT r.hidden;

CREATE VIEW failed_call AS
SELECT t.run, t.benchmark, t.model, t.scenario, t.task, t.attempt, f.step, f.call, f.tool, f.family, f.cause, f.asked, f.quote
FROM failed_calls f
JOIN trial t USING (trial_id);

CREATE VIEW change AS
SELECT at, kind, benchmark, run, other, detail
FROM changes;

INSERT INTO step_text (step_text, rank) VALUES ('hashsize', 16777216);
INSERT INTO step_text (step_text, rank) VALUES ('automerge', 8);
INSERT INTO step_text (step_text, rank) VALUES ('rank', 'bm25(1.0, 0.0)');
INSERT INTO meta (key, value) VALUES
  ('id', lower(hex(randomblob(16)))),
  ('all', lower(hex(randomblob(8)))),
  ('base', lower(hex(randomblob(8)))),
  ('last_run', '0');
