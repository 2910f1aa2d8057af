-- Every row of a run names the run, also in each key and each reference to another
-- such row, so that a database may be spread over machines by the column run_id. The
-- number of a run stands in the upper 32 bits of the keys of its trials and steps, and
-- in the upper 38 of those of its blocks of trigrams.
--
-- A column that is generated is filled while its table is written once; then it becomes
-- one as any other.
SET LOCAL search_path = main;

DO $$
DECLARE
  c record;
BEGIN
  FOR c IN SELECT conrelid::regclass AS tbl, conname FROM pg_constraint
    WHERE connamespace = 'main'::regnamespace AND contype = 'f' AND confrelid IN ('trials'::regclass, 'trace_overviews'::regclass)
  LOOP
    EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', c.tbl, c.conname);
  END LOOP;
  FOR c IN SELECT conrelid::regclass AS tbl, conname FROM pg_constraint
    WHERE connamespace = 'main'::regnamespace AND contype = 'f' AND condeferrable
  LOOP
    EXECUTE format('ALTER TABLE %s ALTER CONSTRAINT %I NOT DEFERRABLE', c.tbl, c.conname);
  END LOOP;
END $$;

-- What was made of trials goes with their run, and nothing changes a trial. Names of
-- objects that a run had are noted by who deletes the run.
DROP FUNCTION made_of_trials() CASCADE;
DROP FUNCTION object_dropped() CASCADE;

ALTER TABLE trials DROP CONSTRAINT trials_pkey, ADD PRIMARY KEY (id, run_id);
ALTER TABLE raws DROP CONSTRAINT raws_pkey, ADD PRIMARY KEY (id, run_id),
  ADD FOREIGN KEY (trial_id, run_id) REFERENCES trials (id, run_id) ON DELETE CASCADE;
ALTER TABLE trial_whys DROP CONSTRAINT trial_whys_pkey, ADD PRIMARY KEY (trial_id, run_id),
  ADD FOREIGN KEY (trial_id, run_id) REFERENCES trials (id, run_id) ON DELETE CASCADE;
ALTER TABLE body_pieces DROP CONSTRAINT body_pieces_pkey, ADD PRIMARY KEY (kind, body_id, run_id, n);

ALTER TABLE steps DROP CONSTRAINT steps_pkey,
  ADD COLUMN run_id bigint NOT NULL GENERATED ALWAYS AS (id >> 32) STORED, ADD PRIMARY KEY (id, run_id);
ALTER TABLE steps ALTER COLUMN run_id DROP EXPRESSION;
ALTER TABLE trial_checks DROP CONSTRAINT trial_checks_pkey,
  ADD COLUMN run_id bigint NOT NULL GENERATED ALWAYS AS (trial_id >> 32) STORED, ADD PRIMARY KEY (trial_id, run_id, ordinal),
  ADD FOREIGN KEY (trial_id, run_id) REFERENCES trials (id, run_id) ON DELETE CASCADE;
ALTER TABLE trial_checks ALTER COLUMN run_id DROP EXPRESSION;
ALTER TABLE trace_groups DROP CONSTRAINT trace_groups_pkey,
  ADD COLUMN run_id bigint NOT NULL GENERATED ALWAYS AS (trial_id >> 32) STORED, ADD PRIMARY KEY (trial_id, run_id, kind, level, ordinal);
ALTER TABLE trace_groups ALTER COLUMN run_id DROP EXPRESSION;
DROP INDEX labels_trial;
ALTER TABLE labels DROP CONSTRAINT labels_pkey,
  ADD COLUMN run_id bigint NOT NULL GENERATED ALWAYS AS (trial_id >> 32) STORED, ADD PRIMARY KEY (id, run_id),
  ADD FOREIGN KEY (trial_id, run_id) REFERENCES trials (id, run_id) ON DELETE CASCADE;
ALTER TABLE labels ALTER COLUMN run_id DROP EXPRESSION;
CREATE INDEX labels_trial ON labels (trial_id, run_id);
ALTER TABLE trace_ids DROP CONSTRAINT trace_ids_pkey,
  ADD COLUMN run_id bigint NOT NULL GENERATED ALWAYS AS (trial_id >> 32) STORED, ADD PRIMARY KEY (trial_id, run_id),
  ADD FOREIGN KEY (trial_id, run_id) REFERENCES trials (id, run_id) ON DELETE CASCADE;
ALTER TABLE trace_ids ALTER COLUMN run_id DROP EXPRESSION;
ALTER TABLE trace_refs DROP CONSTRAINT trace_refs_pkey,
  ADD COLUMN run_id bigint NOT NULL GENERATED ALWAYS AS (trial_id >> 32) STORED, ADD PRIMARY KEY (trial_id, run_id, ordinal),
  ADD FOREIGN KEY (trial_id, run_id) REFERENCES trials (id, run_id) ON DELETE CASCADE;
ALTER TABLE trace_refs ALTER COLUMN run_id DROP EXPRESSION;
ALTER TABLE trace_agents DROP CONSTRAINT trace_agents_pkey,
  ADD COLUMN run_id bigint NOT NULL GENERATED ALWAYS AS (trial_id >> 32) STORED, ADD PRIMARY KEY (trial_id, run_id, ordinal),
  ADD FOREIGN KEY (trial_id, run_id) REFERENCES trials (id, run_id) ON DELETE CASCADE;
ALTER TABLE trace_agents ALTER COLUMN run_id DROP EXPRESSION;
ALTER TABLE trace_overviews DROP CONSTRAINT trace_overviews_pkey,
  ADD COLUMN run_id bigint NOT NULL GENERATED ALWAYS AS (trial_id >> 32) STORED, ADD PRIMARY KEY (trial_id, run_id),
  ADD FOREIGN KEY (trial_id, run_id) REFERENCES trials (id, run_id) ON DELETE CASCADE;
ALTER TABLE trace_overviews ALTER COLUMN run_id DROP EXPRESSION;
ALTER TABLE trace_cycles DROP CONSTRAINT trace_cycles_pkey,
  ADD COLUMN run_id bigint NOT NULL GENERATED ALWAYS AS (trial_id >> 32) STORED, ADD PRIMARY KEY (trial_id, run_id, first),
  ADD FOREIGN KEY (trial_id, run_id) REFERENCES trace_overviews (trial_id, run_id) ON DELETE CASCADE;
ALTER TABLE trace_cycles ALTER COLUMN run_id DROP EXPRESSION;
ALTER TABLE step_text DROP CONSTRAINT step_text_pkey,
  ADD COLUMN run_id bigint NOT NULL GENERATED ALWAYS AS (step_id >> 32) STORED, ADD PRIMARY KEY (step_id, run_id);
ALTER TABLE step_text ALTER COLUMN run_id DROP EXPRESSION;
ALTER TABLE step_text_pieces DROP CONSTRAINT step_text_pieces_pkey,
  ADD COLUMN run_id bigint NOT NULL GENERATED ALWAYS AS (step_id >> 32) STORED, ADD PRIMARY KEY (step_id, run_id, piece);
ALTER TABLE step_text_pieces ALTER COLUMN run_id DROP EXPRESSION;
ALTER TABLE step_grams DROP CONSTRAINT step_grams_pkey,
  ADD COLUMN run_id bigint NOT NULL GENERATED ALWAYS AS (block >> 26) STORED, ADD PRIMARY KEY (block, run_id);
ALTER TABLE step_grams ALTER COLUMN run_id DROP EXPRESSION;
