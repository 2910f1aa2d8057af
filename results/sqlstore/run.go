package sqlstore

import (
	"context"
	"strings"

	"github.com/clawatlas/clawatlas/results"
)

type runRow struct {
	results.Run
	ReportedJSON, RedactionsJSON, FactsJSON, ExclusionsJSON, OriginJSON string
}

const runColumns = `r.id, r.slug, b.slug AS benchmark, ` + systemColumns + `, r.model_name,
  r.evidence, r.scripted, r.label, r.format, r.digest, r.ingested_at, r.started_at, r.finished_at, r.formula, r.complete,
  ` + countColumns + `, ` + savedColumns + `,
  r.facts AS facts_json, r.objections AS exclusions_json, r.fingerprint, r.replaces, r.score_key, r.reader, r.origin AS origin_json,
  (SELECT coalesce(k.value, k.num / nullif(k.den, 0)) FROM run_metrics k
  WHERE k.run_id = r.id AND k.scope = '' AND k.convention IN ('', 'paper') AND k.key = b.headline
  ORDER BY k.convention DESC LIMIT 1) AS mean`

// savedColumns are the columns that a list with RunFilter.Bare omits.
const savedColumns = "r.reported AS reported_json, r.redactions AS redactions_json"

// systemColumns are the columns of a run's system; countColumns are those of its counts.
const (
	systemColumns = `m.slug AS "system.model", r.framework AS "system.framework", r.variant AS "system.variant", r.provider AS "system.provider"`
	countColumns  = `r.n_expected AS "counts.expected", r.n_scored AS "counts.scored", r.n_passed AS "counts.passed", r.n_failed AS "counts.failed",
  r.n_no_answer AS "counts.no_answer", r.n_timeout AS "counts.timeout", r.n_error AS "counts.error", r.n_not_judged AS "counts.not_judged",
  r.n_missing AS "counts.missing"`
)

const runTables = `FROM runs r
JOIN benchmarks b ON b.id = r.benchmark_id
JOIN models m ON m.id = r.model_id`

func (r runRow) run() (results.Run, error) {
	err := fromParts("read run "+r.Slug, part{r.ReportedJSON, &r.Reported}, part{r.RedactionsJSON, &r.Redactions},
		part{r.FactsJSON, &r.Facts}, part{r.ExclusionsJSON, &r.Exclusions}, part{r.OriginJSON, &r.Origin})
	return r.Run, err
}

func runsOf(rows []runRow, err error) ([]results.Run, error) {
	if err != nil {
		return nil, err
	}
	return each(rows, runRow.run)
}

// FindRun returns the run with the given slug, or results.ErrNotFound.
func (db *DB) FindRun(ctx context.Context, slug string) (results.Run, error) {
	const q = `SELECT ` + runColumns + `
` + runTables + `
WHERE r.slug = ?`
	row, err := oneOf[runRow](ctx, db.r, "find run "+slug, q, slug)
	if err != nil {
		return results.Run{}, err
	}
	return row.run()
}

// Runs returns the runs that match f, newest first, and their total number.
func (db *DB) Runs(ctx context.Context, f results.RunFilter) ([]results.Run, int, error) {
	where, args := []string{"true"}, []any{}
	if f.Benchmark != "" {
		where, args = append(where, "b.slug = ?"), append(args, f.Benchmark)
	}
	if f.Model != "" {
		where, args = append(where, "m.slug = ?"), append(args, f.Model)
	}
	if f.Scored {
		where = append(where, "r.n_scored > 0")
	}
	if f.Slugs != nil {
		in, slugs, err := among("r.slug", f.Slugs)
		if err != nil {
			return nil, 0, MapError("list runs", err)
		}
		where, args = append(where, in), append(args, slugs...)
	}
	cond := "\nWHERE " + strings.Join(where, " AND ")
	total, err := oneOf[int](ctx, db.r, "count runs", "SELECT count(*)\n"+runTables+cond, args...)
	if err != nil {
		return nil, 0, err
	}
	columns := runColumns
	if f.Bare {
		columns = strings.Replace(columns, savedColumns, "'' AS reported_json, '' AS redactions_json", 1)
	}
	q := "SELECT " + columns + "\n" + runTables + cond + `
ORDER BY COALESCE(r.started_at, r.finished_at) IS NULL, COALESCE(r.started_at, r.finished_at, r.ingested_at) DESC, r.id DESC
LIMIT ? OFFSET ?`
	list, err := runsOf(ListOf[runRow](ctx, db.r, "list runs", q, append(args, f.Limit, f.Offset)...))
	return list, total, err
}

// RunMetrics returns all stored metrics of a run.
func (db *DB) RunMetrics(ctx context.Context, run int64) ([]results.Metric, error) {
	const q = `SELECT scope, convention, key, value, num, den, lo, hi
FROM run_metrics
WHERE run_id = ?
ORDER BY scope, convention, key
LIMIT 100000`
	return ListOf[results.Metric](ctx, db.r, "read metrics", q, run)
}

// RunValues returns one metric of each run of a benchmark, for the whole run, by run id. It uses
// the given convention, or the plain one if the metric has no other. It omits runs without the
// metric.
func (db *DB) RunValues(ctx context.Context, benchmark, convention, key string) (map[int64]*float64, error) {
	const q = `SELECT k.run_id AS run, k.value
FROM runs r
JOIN benchmarks b ON b.id = r.benchmark_id
JOIN run_metrics k ON k.run_id = r.id AND k.scope = '' AND k.convention IN ('', ?) AND k.key = ?
WHERE b.slug = ?
ORDER BY k.run_id, k.convention
LIMIT 1000000`
	list, err := wholeOf[results.ScopedMetric](ctx, db.r, "read metrics of "+benchmark, q, convention, key, benchmark)
	values := make(map[int64]*float64, len(list))
	for _, m := range list {
		values[m.Run] = m.Value
	}
	return values, err
}

// ScopedMetrics returns the metrics of all runs of a benchmark in the scopes that begin with a
// prefix, such as "scenario:".
func (db *DB) ScopedMetrics(ctx context.Context, benchmark, prefix string) ([]results.ScopedMetric, error) {
	const q = `SELECT k.run_id AS run, k.scope, k.key, k.value, k.num, k.den
FROM runs r
JOIN benchmarks b ON b.id = r.benchmark_id
JOIN run_metrics k ON k.run_id = r.id AND k.scope >= ? AND k.scope < ?
WHERE b.slug = ?
ORDER BY k.run_id, k.scope, k.key
LIMIT 1000000`
	return wholeOf[results.ScopedMetric](ctx, db.r, "read metrics of "+benchmark, q, prefix, prefix+"\U0010ffff", benchmark)
}

// Warnings returns the warnings of a run.
func (db *DB) Warnings(ctx context.Context, run int64) ([]results.Warning, error) {
	const q = `SELECT file, line, message
FROM warnings
WHERE run_id = ?
ORDER BY id
LIMIT 100000`
	return ListOf[results.Warning](ctx, db.r, "list warnings", q, run)
}

// RunTools returns the numbers of a run's tool calls by tool and failure signal.
func (db *DB) RunTools(ctx context.Context, run int64) ([]results.ToolCount, error) {
	const q = `SELECT run_id AS run, tool, failure, calls
FROM run_tools
WHERE run_id = ?
ORDER BY tool, failure
LIMIT 100000`
	return ListOf[results.ToolCount](ctx, db.r, "count tools", q, run)
}

// ScoredRuns returns every run of a benchmark with the outcomes of its trials.
func (db *DB) ScoredRuns(ctx context.Context, benchmark string) ([]results.ScoredRun, error) {
	const q = `SELECT ` + runColumns + `
` + runTables + `
WHERE b.slug = ?
ORDER BY r.id`
	runs, err := runsOf(ListOf[runRow](ctx, db.r, "list runs of "+benchmark, q, benchmark))
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

// HasTools reports whether any run of a benchmark has called a tool.
func (db *DB) HasTools(ctx context.Context, benchmark string) (bool, error) {
	const q = `SELECT EXISTS (
  SELECT 1
  FROM run_tools t
  JOIN runs r ON r.id = t.run_id
  JOIN benchmarks b ON b.id = r.benchmark_id
  WHERE b.slug = ?
)`
	return oneOf[bool](ctx, db.r, "look for tools of "+benchmark, q, benchmark)
}

// BenchmarkTools returns the numbers of tool calls of every run of a benchmark, by tool and failure
// signal.
func (db *DB) BenchmarkTools(ctx context.Context, benchmark string) ([]results.ToolCount, error) {
	const q = `SELECT t.run_id AS run, t.tool, t.failure, t.calls
FROM run_tools t
JOIN runs r ON r.id = t.run_id
JOIN benchmarks b ON b.id = r.benchmark_id
WHERE b.slug = ?
ORDER BY t.run_id, t.tool, t.failure
LIMIT 1000000`
	return wholeOf[results.ToolCount](ctx, db.r, "count tools of "+benchmark, q, benchmark)
}

// ScenarioSizes returns the number of expected tasks of every scenario of a benchmark, by slug.
func (db *DB) ScenarioSizes(ctx context.Context, benchmark string) (map[string]int, error) {
	const q = `SELECT s.slug AS key, count(t.id) AS value
FROM scenarios s
JOIN benchmarks b ON b.id = s.benchmark_id
LEFT JOIN tasks t ON t.scenario_id = s.id AND NOT t.extra
WHERE b.slug = ?
GROUP BY s.id
ORDER BY s.id
LIMIT 10000`
	return mapOf[string, int](ctx, db.r, "count tasks of "+benchmark, q, benchmark)
}

// ScenarioKeys returns those of the given metric keys for which any run of the benchmark has a
// value by scenario.
func (db *DB) ScenarioKeys(ctx context.Context, benchmark string, among []string) ([]string, error) {
	const q = `SELECT EXISTS (
  SELECT 1
  FROM runs r
  JOIN benchmarks b ON b.id = r.benchmark_id
  JOIN run_metrics k ON k.run_id = r.id AND k.scope >= 'scenario:' AND k.scope < 'scenario;'
  WHERE b.slug = ?
    AND k.key = ?
    AND k.value IS NOT NULL
)`
	list := []string{}
	for _, key := range among {
		has, err := oneOf[bool](ctx, db.r, "list metrics of "+benchmark, q, benchmark, key)
		if err != nil {
			return nil, err
		}
		if has {
			list = append(list, key)
		}
	}
	return list, nil
}

// ScenarioMetric returns one metric by scenario under the plain convention, of one run, or of all
// runs if run is 0.
func (db *DB) ScenarioMetric(ctx context.Context, benchmark, key string, run int64) ([]results.ScopedMetric, error) {
	where, args := "b.slug = ?", []any{benchmark}
	if run != 0 {
		where, args = "b.slug = ?\n  AND r.id = ?", []any{benchmark, run}
	}
	q := `SELECT k.run_id AS run, k.scope, k.key, k.value, k.num, k.den
FROM runs r
JOIN benchmarks b ON b.id = r.benchmark_id
JOIN run_metrics k ON k.run_id = r.id AND k.scope >= 'scenario:' AND k.scope < 'scenario;'
WHERE ` + where + `
  AND k.convention = ''
  AND k.key = ?
ORDER BY k.run_id, k.scope
LIMIT 1000000`
	return wholeOf[results.ScopedMetric](ctx, db.r, "read metric "+key+" of "+benchmark, q, append(args, key)...)
}
