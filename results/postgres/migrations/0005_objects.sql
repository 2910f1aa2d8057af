-- Bodies of traces and raw records lie in objects beside the database.
SET LOCAL search_path = main;

-- Before, each piece was an object by its number, which no row says. What has runs is
-- stored anew into another database.
DO $$
BEGIN
  IF EXISTS (SELECT FROM trials) OR EXISTS (SELECT FROM raws) THEN
    RAISE EXCEPTION 'the bodies of its runs are kept in a way that is no longer read: store the runs in a new database and a new directory';
  END IF;
END $$;

-- The objects of a run, which are named by the digests of their contents: two runs may
-- have one of the same name.
CREATE TABLE run_objects (
  run_id bigint NOT NULL REFERENCES runs (id) ON DELETE CASCADE DEFERRABLE,
  ordinal bigint NOT NULL, -- from 0
  name text COLLATE "C" NOT NULL,
  size bigint NOT NULL, -- bytes
  PRIMARY KEY (run_id, ordinal)
);
CREATE INDEX run_objects_name ON run_objects (name);

-- Where the pieces of bodies lie.
CREATE TABLE body_pieces (
  kind text COLLATE "C" NOT NULL, -- trace or raw
  body_id bigint NOT NULL, -- the trial or the raw record
  n bigint NOT NULL, -- from 0
  run_id bigint NOT NULL,
  ordinal bigint NOT NULL, -- of the object
  start bigint NOT NULL, -- bytes before it in the object
  length bigint NOT NULL, -- bytes as packed
  size bigint NOT NULL, -- bytes before packing
  sum bytea NOT NULL, -- first 16 bytes of the SHA-256 of the packed bytes
  PRIMARY KEY (kind, body_id, n),
  FOREIGN KEY (run_id, ordinal) REFERENCES run_objects (run_id, ordinal) ON DELETE CASCADE DEFERRABLE
);
CREATE INDEX body_pieces_object ON body_pieces (run_id, ordinal);

-- Objects that a run had which is gone. They are deleted after the commit, unless
-- another run has one of the same name.
CREATE TABLE dropped_objects (
  name text COLLATE "C" PRIMARY KEY
);
CREATE FUNCTION object_dropped() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO main.dropped_objects (name) VALUES (old.name) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER objects_dropped AFTER DELETE ON run_objects FOR EACH ROW EXECUTE FUNCTION object_dropped();

-- Several programs write runs at the same time, and none waits for another's numbers.
CREATE SEQUENCE raw_ids;
SELECT setval('raw_ids', (SELECT COALESCE(max(id), 0) + 1 FROM raws), false);
CREATE SEQUENCE run_ids;
SELECT setval('run_ids', CAST(value AS bigint) + 1, false) FROM meta WHERE key = 'last_run';
DELETE FROM meta WHERE key = 'last_run';
