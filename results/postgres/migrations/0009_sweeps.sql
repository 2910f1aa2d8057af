-- The sweeps of the system that a run stands for (results.SweepScores as JSON), empty
-- where it is one: its numbers are means over them.
ALTER TABLE main.run_scores ADD COLUMN sweeps text COLLATE "C" NOT NULL DEFAULT '';
UPDATE main.benchmarks SET stale = 1;
