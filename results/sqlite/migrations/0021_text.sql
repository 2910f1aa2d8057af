-- Full text of the steps: rowid = steps.id. body holds the words of a step as
-- search.IndexText writes them, with spaces between them, so that this tokenizer has
-- nothing to decide; parts holds the words inside of them, such as those of camelCase;
-- tags stand for what a search is narrowed by. The index of prefixes is for those of
-- three characters, the shortest that are looked up. The index does not know its
-- texts, so it is filled again from the traces, see migrate.go; the reasons for the
-- other options are in 0001.
DROP TABLE step_text;
CREATE VIRTUAL TABLE step_text USING fts5 (
  body,
  parts,
  tags,
  content = '',
  tokenize = "ascii",
  prefix = '3'
);
INSERT INTO step_text (step_text, rank) VALUES ('hashsize', 16777216);
INSERT INTO step_text (step_text, rank) VALUES ('automerge', 8);
INSERT INTO step_text (step_text, rank) VALUES ('rank', 'bm25(1.0, 1.0, 0.0)');

-- Words that a reader may have meant who typed one that no step has: see
-- search.Suggestible. runs counts the runs that have it among their first words.
CREATE TABLE step_words (
  word TEXT PRIMARY KEY,
  runs INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Which trigrams the texts of a block of steps may have: see search.Grams. block is
-- steps.id >> 6.
CREATE TABLE step_grams (
  block INTEGER PRIMARY KEY,
  grams BLOB NOT NULL
) STRICT;
