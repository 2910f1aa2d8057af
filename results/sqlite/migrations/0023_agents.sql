-- Sub-agents of traces, and references from one trace to another. Which trace a
-- reference means is found when it is asked for, so that neither the order of
-- ingest nor a run that is removed later leaves a wrong link.
CREATE TABLE trace_ids (
  trial_id   INTEGER PRIMARY KEY REFERENCES trials (id) ON DELETE CASCADE,
  trajectory TEXT NOT NULL, -- id of the trace itself; empty if it has none
  session    TEXT NOT NULL
) STRICT;
CREATE INDEX trace_ids_trajectory ON trace_ids (trajectory) WHERE trajectory <> '';
CREATE INDEX trace_ids_session ON trace_ids (session) WHERE session <> '';
CREATE TABLE trace_refs (
  trial_id   INTEGER NOT NULL REFERENCES trials (id) ON DELETE CASCADE,
  ordinal    INTEGER NOT NULL, -- in the order of the trace
  trajectory TEXT NOT NULL,
  session    TEXT NOT NULL,
  data       TEXT NOT NULL, -- results.RefPlace as JSON
  PRIMARY KEY (trial_id, ordinal)
) STRICT, WITHOUT ROWID;
CREATE INDEX trace_refs_trajectory ON trace_refs (trajectory) WHERE trajectory <> '';
CREATE INDEX trace_refs_session ON trace_refs (session) WHERE session <> '';
CREATE TABLE trace_agents (
  trial_id INTEGER NOT NULL REFERENCES trials (id) ON DELETE CASCADE,
  ordinal  INTEGER NOT NULL, -- in the order of their first steps
  data     TEXT NOT NULL, -- results.TraceAgent as JSON
  PRIMARY KEY (trial_id, ordinal)
) STRICT, WITHOUT ROWID;
