-- The names of files are most of what searches of calls need of a page of steps, and
-- few searches read them: they lie apart, and the rest begins with the kinds of calls
-- that there are in the page. All is made again, see ledger.Rules.
DELETE FROM ledger_pages;
DELETE FROM run_ledgers;
ALTER TABLE ledger_pages ADD COLUMN paths BLOB NOT NULL DEFAULT x''; -- names of files, a line each

-- The words of the text index, by which the beginning of a word is written out. It
-- holds nothing itself.
CREATE VIRTUAL TABLE step_text_terms USING fts5vocab(step_text, instance);
UPDATE benchmarks SET stale = 1;
