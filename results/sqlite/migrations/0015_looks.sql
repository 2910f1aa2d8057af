-- How far the agent of each run got with what updates changed in front of it. It
-- is made of traces and worlds and made again where it is missing.

-- What the looks at a scenario's changes are found by. It goes with the world.
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
  call         INTEGER NOT NULL,
  call_id      TEXT NOT NULL,
  quote        TEXT NOT NULL,
  delay_rounds INTEGER NOT NULL,
  delay_calls  INTEGER NOT NULL,
  anchors      INTEGER NOT NULL,
  shown        INTEGER NOT NULL,
  missing      INTEGER NOT NULL,
  hidden       TEXT, -- a listing that left the chat out, as JSON
  PRIMARY KEY (run_id, ordinal)
) STRICT, WITHOUT ROWID;

CREATE TABLE looked_rounds (
  run_id   INTEGER NOT NULL REFERENCES run_looked (run_id) ON DELETE CASCADE,
  ordinal  INTEGER NOT NULL,
  scenario TEXT NOT NULL,
  round    TEXT NOT NULL,
  objects  INTEGER NOT NULL,
  same     INTEGER NOT NULL,
  ever     INTEGER NOT NULL,
  traced   INTEGER NOT NULL,
  blind    INTEGER NOT NULL,
  PRIMARY KEY (run_id, ordinal)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER looks_removed AFTER DELETE ON trials
BEGIN
  DELETE FROM run_looked WHERE run_id = old.run_id;
END;
