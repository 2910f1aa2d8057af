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

// Readings lists how all runs were read, hidden ones too, in the order of their numbers.
func (db *DB) Readings(ctx context.Context) ([]results.Reading, error) {
	rows, err := ListOf[readingRow](ctx, db.r, "list readings", readingQuery+"\nORDER BY r.id")
	if err != nil {
		return nil, err
	}
	return each(rows, readingRow.reading)
}

// Readers counts runs by what has read them.
func (db *DB) Readers(ctx context.Context) ([]results.ReaderCount, error) {
	const q = `SELECT format, reader, count(*) AS runs
FROM main.runs
GROUP BY format, reader
ORDER BY format, reader`
	return ListOf[results.ReaderCount](ctx, db.r, "count readers", q)
}

// FindReading returns how a run was read, hidden or not, or results.ErrNotFound.
func (db *DB) FindReading(ctx context.Context, slug string) (results.Reading, error) {
	row, err := oneOf[readingRow](ctx, db.r, "find run "+slug, readingQuery+"\nWHERE r.slug = ?", slug)
	if err != nil {
		return results.Reading{}, err
	}
	return row.reading()
}

// StoredRun is FindRun that finds hidden runs too, by their number.
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

// RunRecords lists all raw records of a run, those of its trials too.
func (db *DB) RunRecords(ctx context.Context, run int64) ([]results.StoredRecord, error) {
	return ListOf[results.StoredRecord](ctx, db.r, "list raw records", "SELECT id, name, size, sum FROM raws WHERE run_id = ? ORDER "+
		"BY id", run)
}

// RunLabels lists the labels of the trials of a run, also of a hidden one.
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
