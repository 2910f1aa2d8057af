-- The file says that it is ours: "ClAt".
PRAGMA application_id = 1131168116;

-- What tells databases and their states apart. Every value is random: a counter
-- would begin anew in each file, and two copies that went separate ways would
-- meet at the same number. id stays for the life of a database and its copies,
-- all is drawn at each commit, base when something changes that every benchmark
-- shows, and a benchmark's revision when something of that benchmark changes.
DELETE FROM meta WHERE key = 'revision';
INSERT INTO meta (key, value) VALUES
  ('id', lower(hex(randomblob(16)))),
  ('all', lower(hex(randomblob(8)))),
  ('base', lower(hex(randomblob(8))));
ALTER TABLE benchmarks ADD COLUMN revision TEXT NOT NULL DEFAULT '';
UPDATE benchmarks SET revision = lower(hex(randomblob(8)));

-- Models are on the pages of all benchmarks. One that nothing is known of yet
-- is on none.
CREATE TRIGGER models_changed AFTER UPDATE ON models
WHEN (old.slug, old.name, old.vendor, old.scripted) IS NOT (new.slug, new.name, new.vendor, new.scripted)
BEGIN
  UPDATE meta SET value = lower(hex(randomblob(8))) WHERE key = 'base';
END;
CREATE TRIGGER models_removed AFTER DELETE ON models
BEGIN
  UPDATE meta SET value = lower(hex(randomblob(8))) WHERE key = 'base';
END;
CREATE TRIGGER aliases_added AFTER INSERT ON model_aliases
WHEN EXISTS (SELECT 1 FROM runs WHERE model_id = new.model_id)
  OR EXISTS (SELECT 1 FROM figures WHERE model_id = new.model_id)
BEGIN
  UPDATE meta SET value = lower(hex(randomblob(8))) WHERE key = 'base';
END;
CREATE TRIGGER aliases_changed AFTER UPDATE ON model_aliases
WHEN (old.alias, old.model_id) IS NOT (new.alias, new.model_id)
BEGIN
  UPDATE meta SET value = lower(hex(randomblob(8))) WHERE key = 'base';
END;
CREATE TRIGGER aliases_removed AFTER DELETE ON model_aliases
BEGIN
  UPDATE meta SET value = lower(hex(randomblob(8))) WHERE key = 'base';
END;
