-- What has read a run: the version of its reader and rules, see package reading. Those
-- that were read before say none, and are out of date. origin says where the records
-- lay and what the caller stated, as results.ReadFrom in JSON, for reading them again.
ALTER TABLE main.runs ADD COLUMN reader text COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE main.runs ADD COLUMN origin text COLLATE "C" NOT NULL DEFAULT '';
CREATE OR REPLACE VIEW shown.runs AS SELECT * FROM main.runs WHERE NOT hidden;
