-- Why a trial did not pass, for counts and lists; kind is empty where it was not asked.
DELETE FROM main.run_whys;
ALTER TABLE main.trial_whys ADD COLUMN kind text COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE main.trial_whys ADD COLUMN sentence text COLLATE "C" NOT NULL DEFAULT '';
UPDATE main.benchmarks SET stale = 1;
