-- What has happened, written in the transaction in which it did. The runs that
-- were there before were read when their rows say.
CREATE TABLE changes (
  id        INTEGER PRIMARY KEY,
  at        INTEGER NOT NULL, -- Unix milliseconds
  kind      TEXT NOT NULL,
  benchmark TEXT NOT NULL,    -- slugs, because what they name may be gone
  run       TEXT NOT NULL,
  other     TEXT NOT NULL,
  detail    TEXT NOT NULL
) STRICT;
CREATE INDEX changes_benchmark ON changes (benchmark, id);
CREATE INDEX changes_run ON changes (run, id);
CREATE INDEX changes_other ON changes (other, id);
INSERT INTO changes (at, kind, benchmark, run, other, detail)
SELECT r.ingested_at, 'added', b.slug, r.slug, '', ''
FROM runs r
JOIN benchmarks b ON b.id = r.benchmark_id
ORDER BY r.id;
