-- The sweeps of the system that a run stands for (results.SweepScores as JSON), empty
-- where it is one: its numbers are means over them.
ALTER TABLE run_scores ADD COLUMN sweeps TEXT NOT NULL DEFAULT '';
UPDATE benchmarks SET stale = 1;
