-- Why a trial did not pass, for counts and lists; kind is empty where it was not asked.
DELETE FROM run_whys;
ALTER TABLE trial_whys ADD COLUMN kind TEXT NOT NULL DEFAULT '';
ALTER TABLE trial_whys ADD COLUMN sentence TEXT NOT NULL DEFAULT '';
UPDATE benchmarks SET stale = 1;
