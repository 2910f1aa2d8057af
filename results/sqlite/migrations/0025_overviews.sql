-- What is kept of long traces as a whole. It is made of traces together with what
-- searches of calls need, and made again with it.
CREATE TABLE trace_overviews (
  trial_id INTEGER PRIMARY KEY REFERENCES trials (id) ON DELETE CASCADE,
  map      TEXT NOT NULL -- outline.Map as JSON
) STRICT;
CREATE TABLE trace_cycles (
  trial_id INTEGER NOT NULL REFERENCES trace_overviews (trial_id) ON DELETE CASCADE,
  first    INTEGER NOT NULL, -- numbers of its steps; cycles of a trace do not overlap
  last     INTEGER NOT NULL,
  data     TEXT NOT NULL, -- cycles.Cycle as JSON
  PRIMARY KEY (trial_id, first)
) STRICT, WITHOUT ROWID;
UPDATE benchmarks SET stale = 1;
