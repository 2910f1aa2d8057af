-- Searches are of words and filters: the trigrams of regular expressions, the words that
-- a slip may have meant and the notes of calls go.
DROP TABLE step_grams;
DROP TABLE step_words;
DROP TABLE ledger_pages;
DROP INDEX trials_found;

-- The runs of which long traces have been gone through, see trace_overviews.
DROP TABLE run_ledgers;
CREATE TABLE run_overviews (
  run_id INTEGER PRIMARY KEY REFERENCES runs (id) ON DELETE CASCADE,
  key    TEXT NOT NULL -- version of the rules; with another key it is out of date
) STRICT;
UPDATE benchmarks SET stale = 1;

-- Full text of the steps: rowid = steps.id. body holds the words and signs of a step as
-- search.IndexText writes them, with spaces between them, so that this tokenizer has
-- nothing to decide; tags stand for what a search is narrowed by. The index of prefixes
-- is for those of three characters, the shortest that are looked up. The index does not
-- know its texts, so it is filled again from the traces, see migrate.go.
DROP TABLE step_text_terms;
DROP TABLE step_text;
CREATE VIRTUAL TABLE step_text USING fts5 (
  body,
  tags,
  content = '',
  tokenize = "ascii",
  prefix = '3'
);
INSERT INTO step_text (step_text, rank) VALUES ('hashsize', 16777216);
INSERT INTO step_text (step_text, rank) VALUES ('automerge', 8);
INSERT INTO step_text (step_text, rank) VALUES ('rank', 'bm25(1.0, 0.0)');
