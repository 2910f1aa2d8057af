-- What updates change in front of the agent: the objects of a scenario before its
-- first round, and each one again as often as the updates before a round change
-- it. The text before a change is that of the state before it.
CREATE TABLE worlds (
  scenario_id INTEGER PRIMARY KEY REFERENCES scenarios (id) ON DELETE CASCADE,
  files       INTEGER NOT NULL, -- before the first round
  chats       INTEGER NOT NULL
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
  parts       BLOB,             -- the difference that pages show, packed JSON
  data        BLOB,             -- its text, packed
  UNIQUE (scenario_id, ordinal),
  UNIQUE (scenario_id, kind, path, round)
) STRICT;
