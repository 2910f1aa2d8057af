-- What has read a run: the version of its reader and rules, see package reading. Those
-- that were read before say none, and are out of date. origin says where the records
-- lay and what the caller stated, as results.ReadFrom in JSON, for reading them again.
ALTER TABLE runs ADD COLUMN reader TEXT NOT NULL DEFAULT '';
ALTER TABLE runs ADD COLUMN origin TEXT NOT NULL DEFAULT '';
