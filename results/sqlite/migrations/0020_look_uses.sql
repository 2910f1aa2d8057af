-- The first call of a run that wrote values which only one change of an object
-- brings. It goes with the looks.
CREATE TABLE look_uses (
  run_id   INTEGER NOT NULL REFERENCES run_looked (run_id) ON DELETE CASCADE,
  ordinal  INTEGER NOT NULL, -- in the dataset's order
  scenario TEXT NOT NULL,
  round    TEXT NOT NULL, -- before which the object changed
  kind     TEXT NOT NULL,
  path     TEXT NOT NULL,
  at_round TEXT NOT NULL,
  step     INTEGER NOT NULL,
  call     INTEGER NOT NULL,
  file     TEXT NOT NULL, -- base name of what was written
  found    TEXT NOT NULL, -- the values, as JSON
  quote    TEXT NOT NULL,
  PRIMARY KEY (run_id, ordinal)
) STRICT, WITHOUT ROWID;
