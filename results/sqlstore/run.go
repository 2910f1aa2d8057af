package sqlstore

import (
	"context"
	"fmt"
	"strings"

	"github.com/clawatlas/clawatlas/results"
)

type runRow struct {
	ID         int64            `db:"id"`
	Slug       string           `db:"slug"`
	Benchmark  string           `db:"benchmark"`
	Model      string           `db:"model"`
	Framework  string           `db:"framework"`
	Variant    string           `db:"variant"`
	Provider   string           `db:"provider"`
	ModelName  string           `db:"model_name"`
	Evidence   results.Evidence `db:"evidence"`
	Scripted   bool             `db:"scripted"`
	Label      string           `db:"label"`
	Format     string           `db:"format"`
	Digest     string           `db:"digest"`
	IngestedAt int64            `db:"ingested_at"`
	StartedAt  *int64           `db:"started_at"`
	FinishedAt *int64           `db:"finished_at"`
	Formula    int              `db:"formula"`
	Complete   bool             `db:"complete"`
	results.Counts
	Reported    string `db:"reported"`
	Redactions  string `db:"redactions"`
	Facts       string `db:"facts"`
	Objections  string `db:"objections"`
	Fingerprint string `db:"fingerprint"`
	Replaces    string `db:"replaces"`
	ScoreKey    string `db:"score_key"`
}

const runColumns = `r.id, r.slug, b.slug AS benchmark, m.slug AS model, r.framework, r.variant, r.provider, r.model_name,
  r.evidence, r.scripted, r.label, r.format, r.digest, r.ingested_at, r.started_at, r.finished_at, r.formula, r.complete,
  r.n_expected AS expected, r.n_scored AS scored, r.n_passed AS passed, r.n_failed AS failed, r.n_no_answer AS no_answer, r.n_timeout AS timeout,
  r.n_error AS error, r.n_not_judged AS not_judged, r.n_missing AS missing,
  r.reported, r.redactions, r.facts, r.objections, r.fingerprint, r.replaces, r.score_key`

const runTables = `FROM runs r
JOIN benchmarks b ON b.id = r.benchmark_id
JOIN models m ON m.id = r.model_id`

func (r runRow) run() (results.Run, error) {
	run := results.Run{
		ID: r.ID, Slug: r.Slug, Benchmark: r.Benchmark,
		System:    results.System{Model: r.Model, Framework: r.Framework, Variant: r.Variant, Provider: r.Provider},
		ModelName: r.ModelName, Evidence: r.Evidence, Scripted: r.Scripted, Label: r.Label, Counts: r.Counts, Complete: r.Complete,
		Format: r.Format, Digest: r.Digest, IngestedAt: r.IngestedAt, StartedAt: r.StartedAt, FinishedAt: r.FinishedAt, Formula: r.Formula,
		Fingerprint: r.Fingerprint, Replaces: r.Replaces, ScoreKey: r.ScoreKey,
	}
	for _, part := range []struct {
		from string
		to   any
	}{{r.Reported, &run.Reported}, {r.Redactions, &run.Redactions}, {r.Facts, &run.Facts}, {r.Objections, &run.Objections}} {
		if err := fromJSON(part.from, part.to); err != nil {
			return run, fmt.Errorf("read run %s: %w", r.Slug, err)
		}
	}
	return run, nil
}

func runsOf(rows []runRow) ([]results.Run, error) {
	list := make([]results.Run, len(rows))
	for i, r := range rows {
		run, err := r.run()
		if err != nil {
			return nil, err
		}
		list[i] = run
	}
	return list, nil
}

// FindRun returns the run with the slug or results.ErrNotFound.
func (db *DB) FindRun(ctx context.Context, slug string) (results.Run, error) {
	var row runRow
	const q = `SELECT ` + runColumns + `
` + runTables + `
WHERE r.slug = ?`
	if err := db.r.GetContext(ctx, &row, q, slug); err != nil {
		return results.Run{}, mapError("find run "+slug, err)
	}
	return row.run()
}

// Runs lists runs, the newest first, and their total number.
func (db *DB) Runs(ctx context.Context, f results.RunFilter) ([]results.Run, int, error) {
	var where []string
	var args []any
	if f.Benchmark != "" {
		where, args = append(where, "b.slug = ?"), append(args, f.Benchmark)
	}
	if f.Model != "" {
		where, args = append(where, "m.slug = ?"), append(args, f.Model)
	}
	if f.Scored {
		where = append(where, "r.n_scored > 0")
	}
	cond := ""
	if len(where) > 0 {
		cond = "\nWHERE " + strings.Join(where, " AND ")
	}
	var total int
	if err := db.r.GetContext(ctx, &total, "SELECT count(*)\n"+runTables+cond, args...); err != nil {
		return nil, 0, mapError("count runs", err)
	}
	rows := []runRow{}
	columns := runColumns
	if f.Bare {
		columns = strings.Replace(columns, "r.reported, r.redactions", "'' AS reported, '' AS redactions", 1)
	}
	q := "SELECT " + columns + "\n" + runTables + cond + `
ORDER BY COALESCE(r.started_at, r.finished_at) IS NULL, COALESCE(r.started_at, r.finished_at, r.ingested_at) DESC, r.id DESC
LIMIT ? OFFSET ?`
	if err := db.r.SelectContext(ctx, &rows, q, append(args, f.Limit, f.Offset)...); err != nil {
		return nil, 0, mapError("list runs", err)
	}
	list, err := runsOf(rows)
	return list, total, err
}

// RunMetrics returns all stored metrics of a run.
func (db *DB) RunMetrics(ctx context.Context, run int64) ([]results.Metric, error) {
	const q = `SELECT scope, convention, key, value, num, den, lo, hi
FROM run_metrics
WHERE run_id = ?
ORDER BY scope, convention, key
LIMIT 100000`
	return listOf[results.Metric](ctx, db.r, "read metrics", q, run)
}

// RunValues returns one metric of whole runs of a benchmark under a convention, or of a
// run that has none under that its only one. Runs without the metric are absent; a value
// is nil where the metric has none.
func (db *DB) RunValues(ctx context.Context, benchmark, convention, key string) (map[int64]*float64, error) {
	const q = `SELECT k.run_id AS run, k.value
FROM runs r
JOIN benchmarks b ON b.id = r.benchmark_id
JOIN run_metrics k ON k.run_id = r.id AND k.scope = '' AND k.convention IN ('', ?) AND k.key = ?
WHERE b.slug = ?
ORDER BY k.run_id, k.convention
LIMIT 1000000`
	list := []results.ScopedMetric{}
	err := db.r.SelectContext(ctx, &list, q, convention, key, benchmark)
	values := make(map[int64]*float64, len(list))
	for _, m := range list {
		values[m.Run] = m.Value
	}
	return values, whole("read metrics of "+benchmark, len(list), err)
}

// ScopedMetrics returns the metrics of all runs of a benchmark whose scope
// begins with prefix, e.g. "scenario:".
func (db *DB) ScopedMetrics(ctx context.Context, benchmark, prefix string) ([]results.ScopedMetric, error) {
	list := []results.ScopedMetric{}
	const q = `SELECT k.run_id AS run, k.scope, k.key, k.value, k.num, k.den
FROM runs r
JOIN benchmarks b ON b.id = r.benchmark_id
JOIN run_metrics k ON k.run_id = r.id AND k.scope >= ? AND k.scope < ?
WHERE b.slug = ?
ORDER BY k.run_id, k.scope, k.key
LIMIT 1000000`
	err := db.r.SelectContext(ctx, &list, q, prefix, prefix+"\U0010ffff", benchmark)
	return list, whole("read metrics of "+benchmark, len(list), err)
}

// Warnings lists the warnings of a run.
func (db *DB) Warnings(ctx context.Context, run int64) ([]results.Warning, error) {
	const q = `SELECT file, line, message
FROM warnings
WHERE run_id = ?
ORDER BY id
LIMIT 100000`
	return listOf[results.Warning](ctx, db.r, "list warnings", q, run)
}

// RunTools counts the tool calls of a run by tool and failure.
func (db *DB) RunTools(ctx context.Context, run int64) ([]results.ToolCount, error) {
	const q = `SELECT run_id AS run, tool, failure, calls
FROM run_tools
WHERE run_id = ?
ORDER BY tool, failure
LIMIT 100000`
	return listOf[results.ToolCount](ctx, db.r, "count tools", q, run)
}

// ScoredRuns returns every run of a benchmark with the outcomes of its trials.
func (db *DB) ScoredRuns(ctx context.Context, benchmark string) ([]results.ScoredRun, error) {
	const q = `SELECT ` + runColumns + `
` + runTables + `
WHERE b.slug = ?
ORDER BY r.id`
	rows, err := listOf[runRow](ctx, db.r, "list runs of "+benchmark, q, benchmark)
	if err != nil {
		return nil, err
	}
	runs, err := runsOf(rows)
	if err != nil {
		return nil, err
	}
	list := make([]results.ScoredRun, len(runs))
	for i := range runs {
		list[i].Run = runs[i]
		if list[i].Trials, err = db.Outcomes(ctx, runs[i].ID); err != nil {
			return nil, err
		}
	}
	return list, nil
}
