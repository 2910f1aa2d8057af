-- What speaks against ranking a run, and what tells two runs apart.
ALTER TABLE runs ADD COLUMN objections TEXT NOT NULL DEFAULT '[]';
ALTER TABLE runs ADD COLUMN fingerprint TEXT NOT NULL DEFAULT '';
ALTER TABLE runs ADD COLUMN replaces TEXT NOT NULL DEFAULT '';
ALTER TABLE runs ADD COLUMN n_not_judged INTEGER NOT NULL DEFAULT 0;
CREATE INDEX runs_fingerprint ON runs (fingerprint);

UPDATE runs
SET objections = '[{"kind":"snapshot","message":"a later snapshot of its source stands for it"}]', facts = json_remove(facts, '$.superseded')
WHERE json_extract(facts, '$.superseded') <> '';

-- A loose transcript was filed as a judge error.
UPDATE trials
SET status = 'not_judged'
WHERE status = 'judge_error'
  AND run_id IN (SELECT id FROM runs WHERE format = 'transcripts');
UPDATE runs
SET n_not_judged = n_error, n_error = 0
WHERE format = 'transcripts';

-- Bounds of the metrics of an incomplete run.
ALTER TABLE run_metrics ADD COLUMN lo REAL;
ALTER TABLE run_metrics ADD COLUMN hi REAL;

-- A benchmark whose boards lag behind its runs, datasets or figures. Those that
-- were made by an older program do.
ALTER TABLE benchmarks ADD COLUMN stale INTEGER NOT NULL DEFAULT 0;
UPDATE benchmarks SET stale = 1;

-- Boards with and without the tasks that no answer can pass.
ALTER TABLE boards RENAME TO boards_old;
CREATE TABLE boards (
  benchmark_id INTEGER NOT NULL REFERENCES benchmarks (id) ON DELETE CASCADE,
  convention   TEXT NOT NULL,
  without      TEXT NOT NULL,
  data         TEXT NOT NULL,
  PRIMARY KEY (benchmark_id, convention, without)
) STRICT, WITHOUT ROWID;
INSERT INTO boards (benchmark_id, convention, without, data)
SELECT benchmark_id, convention, '', data FROM boards_old;
DROP TABLE boards_old;

ALTER TABLE board_rows RENAME TO board_rows_old;
CREATE TABLE board_rows (
  benchmark_id INTEGER NOT NULL REFERENCES benchmarks (id) ON DELETE CASCADE,
  convention   TEXT NOT NULL,
  without      TEXT NOT NULL,
  ordinal      INTEGER NOT NULL,
  run_id       INTEGER,
  model_id     INTEGER NOT NULL,
  data         TEXT NOT NULL,
  PRIMARY KEY (benchmark_id, convention, without, ordinal)
) STRICT, WITHOUT ROWID;
INSERT INTO board_rows (benchmark_id, convention, without, ordinal, run_id, model_id, data)
SELECT benchmark_id, convention, '', ordinal, run_id, model_id, data FROM board_rows_old;
DROP TABLE board_rows_old;
CREATE INDEX board_rows_model ON board_rows (model_id);
