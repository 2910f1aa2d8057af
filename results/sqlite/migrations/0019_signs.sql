-- What the traces of a run show that cases are mined from. It goes with the looks.
CREATE TABLE look_signs (
  run_id   INTEGER NOT NULL REFERENCES run_looked (run_id) ON DELETE CASCADE,
  ordinal  INTEGER NOT NULL, -- in the dataset's order
  scenario TEXT NOT NULL,
  round    TEXT NOT NULL, -- whose trace has it
  rule     TEXT NOT NULL,
  proof    TEXT NOT NULL, -- places as JSON
  PRIMARY KEY (run_id, ordinal)
) STRICT, WITHOUT ROWID;
