package sqlstore

import (
	"context"

	"github.com/clawatlas/clawatlas/results"
)

const readingQuery = `SELECT r.id, r.slug AS run, b.slug AS benchmark, r.format, r.label, r.digest, r.reader, r.hidden, r.origin AS origin_json,
  r.n_scored AS scored, r.n_passed AS passed,
  (SELECT count(*) FROM trials t WHERE t.run_id = r.id) AS trials,
  CAST((SELECT COALESCE(sum(t.steps_total), 0) FROM trials t WHERE t.run_id = r.id) AS bigint) AS steps,
  CAST((SELECT COALESCE(sum(t.tool_calls), 0) FROM trials t WHERE t.run_id = r.id) AS bigint) AS calls,
  CAST((SELECT COALESCE(sum(t.failed_calls), 0) FROM trials t WHERE t.run_id = r.id) AS bigint) AS failed,
  (SELECT count(*) FROM warnings w WHERE w.run_id = r.id) AS warnings,
  (SELECT k.value
   FROM run_metrics k
   WHERE k.run_id = r.id
     AND k.scope = ''
     AND k.key = b.headline
   ORDER BY k.convention = 'paper' DESC, k.convention
   LIMIT 1) AS headline
FROM main.runs r
JOIN benchmarks b ON b.id = r.benchmark_id`

type readingRow struct {
	results.Reading
	OriginJSON string
}

func (r readingRow) reading() (results.Reading, error) {
	err := fromJSON(r.OriginJSON, &r.Origin)
	return r.Reading, err
}

// Readings describes the import of every run, including hidden runs, ordered by id.
func (db *DB) Readings(ctx context.Context) ([]results.Reading, error) {
	rows, err := ListOf[readingRow](ctx, db.r, "list readings", readingQuery+"\nORDER BY r.id")
	if err != nil {
		return nil, err
	}
	return each(rows, readingRow.reading)
}

// Readers returns the number of runs by version of the importer.
func (db *DB) Readers(ctx context.Context) ([]results.ReaderCount, error) {
	const q = `SELECT format, reader, count(*) AS runs
FROM main.runs
GROUP BY format, reader
ORDER BY format, reader`
	return ListOf[results.ReaderCount](ctx, db.r, "count readers", q)
}

// FindReading describes the import of a run, hidden or not. It returns results.ErrNotFound if there
// is no such run.
func (db *DB) FindReading(ctx context.Context, slug string) (results.Reading, error) {
	row, err := oneOf[readingRow](ctx, db.r, "find run "+slug, readingQuery+"\nWHERE r.slug = ?", slug)
	if err != nil {
		return results.Reading{}, err
	}
	return row.reading()
}

// StoredRun returns the run with the given id, even if it is hidden.
func (db *DB) StoredRun(ctx context.Context, id int64) (results.Run, error) {
	const q = `SELECT ` + runColumns + `
FROM main.runs r
JOIN benchmarks b ON b.id = r.benchmark_id
JOIN models m ON m.id = r.model_id
WHERE r.id = ?`
	row, err := oneOf[runRow](ctx, db.r, "find run", q, id)
	if err != nil {
		return results.Run{}, err
	}
	return row.run()
}

// RunRecords returns all raw records of a run, including those of its trials.
func (db *DB) RunRecords(ctx context.Context, run int64) ([]results.StoredRecord, error) {
	return ListOf[results.StoredRecord](ctx, db.r, "list raw records", "SELECT id, name, size, sum FROM raws WHERE run_id = ? ORDER "+
		"BY id", run)
}

// RunLabels returns the labels of a run's trials, even if the run is hidden.
func (db *DB) RunLabels(ctx context.Context, run int64) ([]results.Label, error) {
	const q = `SELECT r.slug AS run, s.slug AS scenario, k.slug AS task, t.attempt, l.label, l.step, l.note
FROM main.runs r
JOIN trials t ON t.run_id = r.id
JOIN labels l ON l.trial_id = t.id /*! AND l.run_id = t.run_id */
JOIN tasks k ON k.id = t.task_id
JOIN scenarios s ON s.id = k.scenario_id
WHERE r.id = ?
ORDER BY l.id`
	return ListOf[results.Label](ctx, db.r, "list labels of a run", q, run)
}
