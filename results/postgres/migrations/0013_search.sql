-- Searches are of words and filters: the trigrams of regular expressions, the words that
-- a slip may have meant and the notes of calls go.
SET LOCAL search_path = main;

DROP TABLE step_grams;
DROP TABLE step_words;
DROP TABLE ledger_pages;
DROP INDEX trials_found;

-- The runs of which long traces have been gone through, see trace_overviews.
DROP TABLE run_ledgers;
CREATE TABLE run_overviews (
  run_id bigint PRIMARY KEY REFERENCES runs (id) ON DELETE CASCADE,
  key text COLLATE "C" NOT NULL -- version of the rules; with another key it is out of date
);
UPDATE benchmarks SET stale = 1;
