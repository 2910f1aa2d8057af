-- Whether a published row's model ran in its own provider's agent, which the
-- name of its group said before.
ALTER TABLE figures ADD COLUMN native INTEGER NOT NULL DEFAULT 0;
UPDATE figures
SET native = 1
WHERE grp = 'clawarena/table3/claude-code/provider-native';
UPDATE benchmarks SET stale = 1;
