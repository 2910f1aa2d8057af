-- A hidden run is kept, but readers do not see it: their connections have a view
-- of this table without such rows, see reader.go. It is not in the text index.
ALTER TABLE runs ADD COLUMN hidden INTEGER NOT NULL DEFAULT 0;

-- What stays of a run whose content was deleted, so that links to it say why and
-- its records are not read again.
CREATE TABLE withdrawn (
  slug      TEXT PRIMARY KEY,
  benchmark TEXT NOT NULL,    -- slug
  system    TEXT NOT NULL,    -- results.System as JSON
  reason    TEXT NOT NULL,
  at        INTEGER NOT NULL, -- Unix milliseconds
  digest    TEXT NOT NULL     -- of its records
) STRICT;
CREATE INDEX withdrawn_digest ON withdrawn (digest);
