-- Keys by sequence: a run's number is never given twice, and the key of its nth
-- step is the run's number shifted by 32 bits, plus n. Steps had the next free
-- numbers of all, which no two loads could give out at the same time.
INSERT INTO meta (key, value)
SELECT 'last_run', COALESCE(max(id), 0)
FROM runs;

CREATE TEMP TABLE shift (
  run_id INTEGER PRIMARY KEY,
  by     INTEGER NOT NULL
);
INSERT INTO temp.shift (run_id, by)
SELECT run_id, (run_id << 32) + 1 - min(first_step)
FROM trials
GROUP BY run_id;

-- first_step is the key of the trial's first step; those of the others follow it.
UPDATE trials
SET first_step = first_step + (SELECT x.by FROM temp.shift x WHERE x.run_id = trials.run_id);

CREATE TABLE keyed_steps (
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
INSERT INTO keyed_steps (id, trial_id, source, event, agent, day, ts, tools, calls, failed, tokens_in, tokens_out, frame, offset, length)
SELECT s.id + x.by, s.trial_id, s.source, s.event, s.agent, s.day, s.ts, s.tools, s.calls, s.failed, s.tokens_in, s.tokens_out, s.frame, s.offset, s.length
FROM steps s
CROSS JOIN trials t ON t.id = s.trial_id
CROSS JOIN temp.shift x ON x.run_id = t.run_id
ORDER BY s.id;
DROP TABLE steps;
ALTER TABLE keyed_steps RENAME TO steps;
CREATE INDEX steps_failed ON steps (trial_id, id) WHERE failed > 0;
CREATE INDEX steps_agent ON steps (trial_id, agent, id) WHERE agent <> '';
DROP TABLE temp.shift;

-- The text index does not know its texts, so it is filled again from the traces,
-- see migrate.go. The reasons for its options are in 0001.
DROP TABLE step_text;
CREATE VIRTUAL TABLE step_text USING fts5 (
  body,
  tags,
  content = '',
  tokenize = "unicode61 remove_diacritics 2"
);
INSERT INTO step_text (step_text, rank) VALUES ('hashsize', 16777216);
INSERT INTO step_text (step_text, rank) VALUES ('automerge', 8);
INSERT INTO step_text (step_text, rank) VALUES ('rank', 'bm25(1.0, 0.0)');
