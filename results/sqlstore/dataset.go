package sqlstore

import (
	"context"

	"github.com/clawatlas/clawatlas/results"
)

type benchmarkRow struct {
	results.Benchmark
	TitlesJSON string
}

func (db *DB) benchmarkColumns() string {
	return `slug AS id, name, version, scoring, word_scenario AS "words.scenario", word_task AS "words.task", word_day AS "words.day",
  headline, failure_rule, summary, paper, repository, licence, scripted, digest, ordinal, official,
  (
    EXISTS (SELECT 1 FROM worlds w JOIN scenarios s ON s.id = w.scenario_id WHERE s.benchmark_id = benchmarks.id)
    OR scoring = '` + string(results.ScoringClawMark) + `' AND EXISTS (SELECT 1 FROM tasks t WHERE t.benchmark_id = benchmarks.id AND NOT t.extra AND t.facts LIKE '%"stages":[%')
  ) AS has_world,
  scoring = '` + string(results.ScoringReward) + `' AND EXISTS (SELECT 1 FROM tasks t WHERE t.benchmark_id = benchmarks.id AND t.facts LIKE '%"difficulty_board":%') AS has_board_labels,
  scoring = '` + string(results.ScoringClawMark) + `' OR scoring = '` + string(results.ScoringReward) + `' AND EXISTS (
    SELECT 1 FROM runs r JOIN run_metrics k ON k.run_id = r.id AND k.scope = '' AND k.convention = '' AND k.key = benchmarks.headline
    WHERE r.benchmark_id = benchmarks.id AND abs(k.num * r.n_scored - k.den * r.n_passed) > 1e-6)
    OR scoring = '` + string(results.ScoringClawArena) + `' AND EXISTS (
    SELECT 1 FROM runs r JOIN run_metrics k ON k.run_id = r.id AND k.scope = '' AND k.convention = 'paper' AND k.key = 'tcr'
    WHERE r.benchmark_id = benchmarks.id AND abs(k.num - r.n_passed) > 1e-6) AS graded,
  (SELECT ` + db.dialect.Object("named", "title") + ` FROM (
    SELECT s.slug AS named, s.title FROM scenarios s WHERE s.benchmark_id = benchmarks.id AND s.title <> ''
    UNION ALL
    SELECT s.slug || '/' || t.slug, t.title FROM tasks t JOIN scenarios s ON s.id = t.scenario_id WHERE t.benchmark_id = benchmarks.id AND t.title <> ''
  ) x) AS titles_json`
}

func (r benchmarkRow) benchmark() (results.Benchmark, error) {
	return r.Benchmark, fromParts("read titles of "+r.ID, part{r.TitlesJSON, &r.Titles})
}

// FindBenchmark returns the benchmark with the given slug, or results.ErrNotFound.
func (db *DB) FindBenchmark(ctx context.Context, slug string) (results.Benchmark, error) {
	q := `SELECT ` + db.benchmarkColumns() + `
FROM benchmarks
WHERE slug = ?`
	row, err := oneOf[benchmarkRow](ctx, db.r, "find benchmark "+slug, q, slug)
	if err != nil {
		return results.Benchmark{}, err
	}
	return row.benchmark()
}

// Benchmarks returns all benchmarks in display order. Those whose runs are by scripted agents come
// last.
func (db *DB) Benchmarks(ctx context.Context) ([]results.Benchmark, error) {
	q := `SELECT ` + db.benchmarkColumns() + `
FROM benchmarks
ORDER BY scripted, ordinal = 0, ordinal, slug
LIMIT 1000`
	rows, err := ListOf[benchmarkRow](ctx, db.r, "list benchmarks", q)
	if err != nil {
		return nil, err
	}
	return each(rows, benchmarkRow.benchmark)
}

// BenchmarkSize returns the numbers of scenarios, expected tasks and runs of a benchmark.
func (db *DB) BenchmarkSize(ctx context.Context, slug string) (results.BenchmarkSize, error) {
	const q = `SELECT
  (SELECT count(*) FROM scenarios s WHERE s.benchmark_id = b.id) AS scenarios,
  (SELECT count(*) FROM tasks t WHERE t.benchmark_id = b.id AND NOT t.extra) AS tasks,
  (SELECT count(*) FROM runs r WHERE r.benchmark_id = b.id) AS runs
FROM benchmarks b
WHERE b.slug = ?`
	return oneOf[results.BenchmarkSize](ctx, db.r, "count benchmark "+slug, q, slug)
}

// Scenarios returns the scenarios of a benchmark in the order of the dataset.
func (db *DB) Scenarios(ctx context.Context, benchmark string) ([]results.Scenario, error) {
	const q = `SELECT s.slug, s.title, s.domain, s.description, s.ordinal
FROM scenarios s
JOIN benchmarks b ON b.id = s.benchmark_id
WHERE b.slug = ?
  AND (s.ordinal <> ` + extraOrdinal + ` OR EXISTS (
    SELECT 1
    FROM tasks k
    JOIN trials t ON t.task_id = k.id
    JOIN runs r ON r.id = t.run_id
    WHERE k.scenario_id = s.id))
ORDER BY s.ordinal, s.slug
LIMIT 10000`
	return ListOf[results.Scenario](ctx, db.r, "list scenarios of "+benchmark, q, benchmark)
}

type taskRow struct {
	results.Task
	FactsJSON, OptionsJSON, ChecksJSON, UpdatesJSON string
}

func (r taskRow) task() (results.Task, error) {
	err := fromParts("read task "+r.Scenario+"/"+r.Slug, part{r.FactsJSON, &r.Facts}, part{r.OptionsJSON, &r.Options},
		part{r.ChecksJSON, &r.Checks}, part{r.UpdatesJSON, &r.Updates})
	return r.Task, err
}

const taskColumns = `s.slug AS scenario, t.slug, t.title, t.ordinal, t.kind, t.day, t.facts AS facts_json, t.options AS options_json,
  t.checks AS checks_json, t.updates AS updates_json`

// Tasks returns the expected tasks of a benchmark, or of one scenario, in the order of the dataset.
func (db *DB) Tasks(ctx context.Context, benchmark, scenario string) ([]results.Task, error) {
	const q = `SELECT ` + taskColumns + `
FROM tasks t
JOIN scenarios s ON s.id = t.scenario_id
JOIN benchmarks b ON b.id = t.benchmark_id
WHERE b.slug = ?
  AND (? = '' OR s.slug = ?)
  AND NOT t.extra
ORDER BY s.ordinal, s.slug, t.ordinal, t.slug
LIMIT 100000`
	rows, err := ListOf[taskRow](ctx, db.r, "list tasks of "+benchmark, q, benchmark, scenario, scenario)
	if err != nil {
		return nil, err
	}
	return each(rows, taskRow.task)
}

// FindTask returns one task. It also finds tasks that are known only from runs.
func (db *DB) FindTask(ctx context.Context, benchmark, scenario, task string) (results.Task, error) {
	const q = `SELECT ` + taskColumns + `
FROM tasks t
JOIN scenarios s ON s.id = t.scenario_id
JOIN benchmarks b ON b.id = t.benchmark_id
WHERE b.slug = ?
  AND s.slug = ?
  AND t.slug = ?`
	row, err := oneOf[taskRow](ctx, db.r, "find task "+benchmark+"/"+scenario+"/"+task, q, benchmark, scenario, task)
	if err != nil {
		return results.Task{}, err
	}
	return row.task()
}

// FindDataset returns a benchmark with its scenarios and expected tasks, without environments.
func (db *DB) FindDataset(ctx context.Context, benchmark string) (*results.Dataset, error) {
	b, err := db.FindBenchmark(ctx, benchmark)
	if err != nil {
		return nil, err
	}
	d := &results.Dataset{Benchmark: b, FactsOnly: b.Digest == ""}
	if d.Scenarios, err = db.Scenarios(ctx, benchmark); err != nil {
		return nil, err
	}
	if d.Tasks, err = db.Tasks(ctx, benchmark, ""); err != nil {
		return nil, err
	}
	return d, nil
}

// Datasets returns all benchmarks with their scenarios, without tasks.
func (db *DB) Datasets(ctx context.Context) ([]results.Dataset, error) {
	list, err := db.Benchmarks(ctx)
	if err != nil {
		return nil, err
	}
	sets := make([]results.Dataset, len(list))
	for i, b := range list {
		sets[i].Benchmark = b
		sets[i].FactsOnly = b.Digest == ""
		if sets[i].Scenarios, err = db.Scenarios(ctx, b.ID); err != nil {
			return nil, err
		}
	}
	return sets, nil
}

// DatasetWarnings returns the warnings from the import of a benchmark's dataset.
func (db *DB) DatasetWarnings(ctx context.Context, benchmark string) ([]results.Warning, error) {
	const q = `SELECT w.file, w.line, w.message
FROM warnings w
JOIN benchmarks b ON b.id = w.benchmark_id
WHERE b.slug = ?
ORDER BY w.id
LIMIT 10000`
	return ListOf[results.Warning](ctx, db.r, "list warnings of "+benchmark, q, benchmark)
}
