package sqlstore

import (
	"context"
	"fmt"

	"github.com/clawatlas/clawatlas/results"
)

type benchmarkRow struct {
	ID           int64           `db:"id"`
	Slug         string          `db:"slug"`
	Name         string          `db:"name"`
	Version      string          `db:"version"`
	Scoring      results.Scoring `db:"scoring"`
	WordScenario string          `db:"word_scenario"`
	WordTask     string          `db:"word_task"`
	WordDay      string          `db:"word_day"`
	Headline     string          `db:"headline"`
	FailureRule  string          `db:"failure_rule"`
	Summary      string          `db:"summary"`
	Paper        string          `db:"paper"`
	Repository   string          `db:"repository"`
	Licence      string          `db:"licence"`
	Scripted     bool            `db:"scripted"`
	Digest       string          `db:"digest"`
	Ordinal      int             `db:"ordinal"`
	Official     bool            `db:"official"`
	HasWorld     bool            `db:"has_world"`
	HasRedLines  bool            `db:"has_red_lines"`
	HasKinds     bool            `db:"has_kinds"`
	HasRepeats   bool            `db:"has_repeats"`
	HasLabels    bool            `db:"has_board_labels"`
	Titles       string          `db:"titles"`
}

func (db *DB) benchmarkColumns() string {
	return `id, slug, name, version, scoring, word_scenario, word_task, word_day,
  headline, failure_rule, summary, paper, repository, licence, scripted, digest, ordinal, official,
  (
    EXISTS (SELECT 1 FROM worlds w JOIN scenarios s ON s.id = w.scenario_id WHERE s.benchmark_id = benchmarks.id)
    OR scoring = '` + string(results.ScoringClawMark) + `' AND EXISTS (SELECT 1 FROM tasks t WHERE t.benchmark_id = benchmarks.id AND NOT t.extra AND t.facts LIKE '%"stages":[%')
  ) AS has_world,
  scoring = '` + string(results.ScoringClawMark) + `' AND (
    EXISTS (SELECT 1 FROM tasks t WHERE t.benchmark_id = benchmarks.id AND NOT t.extra AND t.checks LIKE '%"red_line":true%')
    OR EXISTS (SELECT 1 FROM runs r JOIN run_metrics m ON m.run_id = r.id WHERE r.benchmark_id = benchmarks.id AND m.scope = '' AND m.key = 'redline_fail' AND m.den > 0)
  ) AS has_red_lines,
  EXISTS (SELECT 1 FROM runs r WHERE r.benchmark_id = benchmarks.id AND r.complete AND r.objections = '[]'
    GROUP BY r.model_id, r.framework, r.variant HAVING count(DISTINCT coalesce(r.started_at, -r.id)) > 1)
  OR EXISTS (SELECT 1 FROM figures f WHERE f.benchmark_id = benchmarks.id AND f.scope LIKE 'sweep:%') AS has_repeats,
  EXISTS (SELECT 1 FROM tasks t WHERE t.benchmark_id = benchmarks.id AND t.kind = '` + results.KindMultiChoice + `')
  AND EXISTS (SELECT 1 FROM tasks t WHERE t.benchmark_id = benchmarks.id AND t.kind = '` + results.KindExecCheck + `') AS has_kinds,
  scoring = '` + string(results.ScoringReward) + `' AND EXISTS (SELECT 1 FROM tasks t WHERE t.benchmark_id = benchmarks.id AND t.facts LIKE '%"difficulty_board":%') AS has_board_labels,
  (SELECT ` + db.dialect.Object("named", "title") + ` FROM (
    SELECT s.slug AS named, s.title FROM scenarios s WHERE s.benchmark_id = benchmarks.id AND s.title <> ''
    UNION ALL
    SELECT s.slug || '/' || t.slug, t.title FROM tasks t JOIN scenarios s ON s.id = t.scenario_id WHERE t.benchmark_id = benchmarks.id AND t.title <> ''
  ) x) AS titles`
}

func (r benchmarkRow) benchmark() (results.Benchmark, error) {
	b := results.Benchmark{
		ID: r.Slug, Name: r.Name, Version: r.Version, Scoring: r.Scoring,
		Words:    results.Words{Scenario: r.WordScenario, Task: r.WordTask, Day: r.WordDay},
		Headline: r.Headline, FailureRule: r.FailureRule, Summary: r.Summary, Paper: r.Paper,
		Repository: r.Repository, Licence: r.Licence, Scripted: r.Scripted, Digest: r.Digest, Ordinal: r.Ordinal, Official: r.Official, HasWorld: r.HasWorld, HasRedLines: r.HasRedLines, HasRepeats: r.HasRepeats, HasKinds: r.HasKinds, HasBoardLabels: r.HasLabels,
	}
	if err := fromJSON(r.Titles, &b.Titles); err != nil {
		return b, fmt.Errorf("read titles of %s: %w", r.Slug, err)
	}
	return b, nil
}

func (db *DB) findBenchmark(ctx context.Context, slug string) (benchmarkRow, error) {
	var row benchmarkRow
	q := `SELECT ` + db.benchmarkColumns() + `
FROM benchmarks
WHERE slug = ?`
	err := db.r.GetContext(ctx, &row, q, slug)
	return row, mapError("find benchmark "+slug, err)
}

// FindBenchmark returns the benchmark with the slug or results.ErrNotFound.
func (db *DB) FindBenchmark(ctx context.Context, slug string) (results.Benchmark, error) {
	row, err := db.findBenchmark(ctx, slug)
	if err != nil {
		return results.Benchmark{}, err
	}
	return row.benchmark()
}

// Benchmarks lists all benchmarks: those of models first, in their order.
func (db *DB) Benchmarks(ctx context.Context) ([]results.Benchmark, error) {
	q := `SELECT ` + db.benchmarkColumns() + `
FROM benchmarks
ORDER BY scripted, ordinal = 0, ordinal, slug
LIMIT 1000`
	rows, err := listOf[benchmarkRow](ctx, db.r, "list benchmarks", q)
	if err != nil {
		return nil, err
	}
	list := make([]results.Benchmark, len(rows))
	for i, r := range rows {
		if list[i], err = r.benchmark(); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// BenchmarkSize counts the scenarios, expected tasks, runs and figures of a benchmark.
func (db *DB) BenchmarkSize(ctx context.Context, slug string) (results.BenchmarkSize, error) {
	var n results.BenchmarkSize
	const q = `SELECT
  (SELECT count(*) FROM scenarios s WHERE s.benchmark_id = b.id) AS scenarios,
  (SELECT count(*) FROM tasks t WHERE t.benchmark_id = b.id AND NOT t.extra) AS tasks,
  (SELECT count(*) FROM runs r WHERE r.benchmark_id = b.id) AS runs,
  (SELECT count(*) FROM figures f WHERE f.benchmark_id = b.id) AS figures
FROM benchmarks b
WHERE b.slug = ?`
	err := db.r.GetContext(ctx, &n, q, slug)
	return n, mapError("count benchmark "+slug, err)
}

// Scenarios lists the scenarios of a benchmark in the dataset's order.
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
	return listOf[results.Scenario](ctx, db.r, "list scenarios of "+benchmark, q, benchmark)
}

type taskRow struct {
	Scenario string `db:"scenario"`
	Slug     string `db:"slug"`
	Title    string `db:"title"`
	Ordinal  int    `db:"ordinal"`
	Kind     string `db:"kind"`
	Day      int    `db:"day"`
	Facts    string `db:"facts"`
	Options  string `db:"options"`
	Checks   string `db:"checks"`
	Updates  string `db:"updates"`
}

func (r taskRow) task() (results.Task, error) {
	t := results.Task{Scenario: r.Scenario, Slug: r.Slug, Title: r.Title, Ordinal: r.Ordinal, Kind: r.Kind, Day: r.Day}
	for _, part := range []struct {
		from string
		to   any
	}{{r.Facts, &t.Facts}, {r.Options, &t.Options}, {r.Checks, &t.Checks}, {r.Updates, &t.Updates}} {
		if err := fromJSON(part.from, part.to); err != nil {
			return t, fmt.Errorf("read task %s/%s: %w", r.Scenario, r.Slug, err)
		}
	}
	return t, nil
}

const taskColumns = `s.slug AS scenario, t.slug, t.title, t.ordinal, t.kind, t.day, t.facts, t.options, t.checks, t.updates`

// Tasks lists the expected tasks of a benchmark, of one scenario if it is not
// empty, in the dataset's order.
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
	rows, err := listOf[taskRow](ctx, db.r, "list tasks of "+benchmark, q, benchmark, scenario, scenario)
	if err != nil {
		return nil, err
	}
	list := make([]results.Task, len(rows))
	for i, r := range rows {
		t, err := r.task()
		if err != nil {
			return nil, err
		}
		list[i] = t
	}
	return list, nil
}

// FindTask returns one task, also one that only a run names.
func (db *DB) FindTask(ctx context.Context, benchmark, scenario, task string) (results.Task, error) {
	var row taskRow
	const q = `SELECT ` + taskColumns + `
FROM tasks t
JOIN scenarios s ON s.id = t.scenario_id
JOIN benchmarks b ON b.id = t.benchmark_id
WHERE b.slug = ?
  AND s.slug = ?
  AND t.slug = ?`
	if err := db.r.GetContext(ctx, &row, q, benchmark, scenario, task); err != nil {
		return results.Task{}, mapError(fmt.Sprintf("find task %s/%s/%s", benchmark, scenario, task), err)
	}
	return row.task()
}

// FindDataset returns a benchmark with its scenarios and expected tasks, without
// its worlds.
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

// Datasets lists all benchmarks with their scenarios, without tasks.
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

// DatasetWarnings lists what was odd about a benchmark's dataset.
func (db *DB) DatasetWarnings(ctx context.Context, benchmark string) ([]results.Warning, error) {
	const q = `SELECT w.file, w.line, w.message
FROM warnings w
JOIN benchmarks b ON b.id = w.benchmark_id
WHERE b.slug = ?
ORDER BY w.id
LIMIT 10000`
	return listOf[results.Warning](ctx, db.r, "list warnings of "+benchmark, q, benchmark)
}
