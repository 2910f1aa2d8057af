package sqlstore

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"github.com/jmoiron/sqlx"

	"github.com/clawatlas/clawatlas/results"
)

// SaveDataset stores a benchmark with its scenarios and tasks. An official dataset replaces an
// unofficial one completely, and updates the fields of an official one. Other datasets only fill
// gaps. Facts never replace a full dataset.
func (db *DB) SaveDataset(ctx context.Context, d *results.Dataset) error {
	return db.inTx(ctx, "save dataset "+d.Benchmark.ID, concern{d.Benchmark.ID}, func(tx *sqlx.Tx) error {
		var before *results.Dataset
		if !d.FactsOnly {
			var err error // the transaction excludes other writers
			if before, err = db.FindDataset(ctx, d.Benchmark.ID); err != nil && !errors.Is(err, results.ErrNotFound) {
				return err
			}
		}
		rows := append(datasetRows(d.Benchmark.ID), worldRows(d.Benchmark.ID)...)
		if err := ifChanged(ctx, tx, rows, func() error { return saveDataset(ctx, tx, d) }); err != nil {
			return err
		}
		return logDataset(ctx, tx, before, d)
	})
}

func datasetRows(slug string) []statement {
	return []statement{
		{`SELECT name, version, scoring, word_scenario, word_task, word_day, headline, failure_rule, summary, paper, repository, licence, scripted, digest, ordinal, official
FROM benchmarks
WHERE slug = ?`, []any{slug}},
		{`SELECT s.slug, s.title, s.domain, s.description, s.ordinal
FROM scenarios s
JOIN benchmarks b ON b.id = s.benchmark_id
WHERE b.slug = ?
ORDER BY s.id`, []any{slug}},
		{`SELECT t.scenario_id, t.slug, t.title, t.ordinal, t.kind, t.day, t.extra, t.facts, t.options, t.checks, t.updates
FROM tasks t
JOIN benchmarks b ON b.id = t.benchmark_id
WHERE b.slug = ?
ORDER BY t.id`, []any{slug}},
		{`SELECT w.file, w.line, w.message
FROM warnings w
JOIN benchmarks b ON b.id = w.benchmark_id
WHERE b.slug = ?
ORDER BY w.id`, []any{slug}},
	}
}

func saveDataset(ctx context.Context, tx *sqlx.Tx, d *results.Dataset) error {
	var was struct {
		Digest   string
		Official bool
	}
	const known = `SELECT digest, official FROM benchmarks WHERE slug = ?`
	if err := tx.GetContext(ctx, &was, known, d.Benchmark.ID); err != nil && !errors.Is(err, sql.ErrNoRows) {
		return MapError("read benchmark "+d.Benchmark.ID, err)
	}
	how := howToSave{
		keep:  d.FactsOnly && (was.Digest != "" || !d.Benchmark.Official),
		exact: d.Benchmark.Official && !was.Official,
	}
	id, err := saveBenchmark(ctx, tx, d, how)
	if err != nil {
		return err
	}
	scenarios, err := saveScenarios(ctx, tx, id, d.Scenarios, how)
	if err != nil {
		return err
	}
	for i := range d.Tasks {
		if err := saveTask(ctx, tx, id, scenarios, &d.Tasks[i], how); err != nil {
			return err
		}
	}
	if !how.keep {
		err = dropOthers(ctx, tx, id, d)
	}
	if how.exact && err == nil {
		err = deleteWorlds(ctx, tx, "SELECT id FROM scenarios WHERE benchmark_id = ?", id)
	}
	if err != nil {
		return err
	}
	if err := saveWorlds(ctx, tx, scenarios, d.Worlds); err != nil {
		return err
	}
	if !how.keep || len(d.Warnings) > 0 {
		err = saveDatasetWarnings(ctx, tx, id, d.Warnings)
	}
	return cmp.Or(err, dropWorlds(ctx, tx, id), markStale(ctx, tx, id))
}

// howToSave determines how stored values change. By default the dataset's non-empty values replace
// them.
type howToSave struct {
	keep  bool // keep stored values and only fill empty ones
	exact bool // replace stored values even by empty ones
}

// value returns the SQL expression for the new value of a text column.
func (h howToSave) value(table, column string) string {
	switch {
	case h.exact:
		return column + " = excluded." + column
	case h.keep:
		return fmt.Sprintf("%[2]s = CASE WHEN %[1]s.%[2]s = '' THEN excluded.%[2]s ELSE %[1]s.%[2]s END", table, column)
	}
	return fmt.Sprintf("%[2]s = CASE WHEN excluded.%[2]s <> '' THEN excluded.%[2]s ELSE %[1]s.%[2]s END", table, column)
}

// valueOfScoring is like value, but for columns about scoring. It also fills them if the benchmark
// is known only from transcripts.
func (h howToSave) valueOfScoring(column string) string {
	if !h.keep || h.exact {
		return h.value("benchmarks", column)
	}
	return fmt.Sprintf("%[1]s = CASE WHEN benchmarks.%[1]s = '' OR benchmarks.scoring IN ('', 'none') THEN excluded.%[1]s ELSE "+
		"benchmarks.%[1]s END", column)
}

func saveBenchmark(ctx context.Context, tx *sqlx.Tx, d *results.Dataset, how howToSave) (int64, error) {
	b := d.Benchmark
	if !b.Official { // an unofficial dataset must not change the description
		how = howToSave{keep: true}
	}
	set := []string{
		"digest = CASE WHEN excluded.digest <> '' THEN excluded.digest ELSE benchmarks.digest END",
		"ordinal = CASE WHEN excluded.ordinal <> 0 THEN excluded.ordinal ELSE benchmarks.ordinal END",
		"official = (benchmarks.official OR excluded.official)",
	}
	for _, column := range []string{"version", "summary", "paper", "repository", "licence"} {
		set = append(set, how.value("benchmarks", column))
	}
	for _, column := range []string{"scoring", "word_scenario", "word_task", "word_day", "headline", "failure_rule"} {
		set = append(set, how.valueOfScoring(column))
	}
	switch {
	case how.exact:
		set = append(set, "name = excluded.name", "scripted = excluded.scripted")
	case how.keep:
		set = append(set, how.value("benchmarks", "name"), "scripted = (benchmarks.scripted OR excluded.scripted)")
	default: // formats without a description derive the name from the id
		set = append(set, "name = CASE WHEN excluded.summary <> '' OR benchmarks.name = '' THEN excluded.name ELSE benchmarks.name END",
			"scripted = (benchmarks.scripted OR excluded.scripted)")
	}
	q := `INSERT INTO benchmarks (slug, name, version, scoring, word_scenario, word_task, word_day,
  headline, failure_rule, summary, paper, repository, licence, scripted, digest, ordinal, official)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (slug) DO UPDATE SET
  ` + strings.Join(set, ",\n  ") + `
RETURNING id`
	var id int64
	err := tx.GetContext(ctx, &id, q, b.ID, b.Name, b.Version, b.Scoring, b.Words.Scenario, b.Words.Task, b.Words.Day,
		b.Headline, b.FailureRule, b.Summary, b.Paper, b.Repository, b.Licence, b.Scripted, b.Digest, b.Ordinal, b.Official)
	return id, MapError("save benchmark "+b.ID, err)
}

func saveScenarios(ctx context.Context, tx *sqlx.Tx, benchmark int64, list []results.Scenario, how howToSave) (map[string]int64, error) {
	ordinal := "ordinal = excluded.ordinal"
	if how.keep {
		ordinal = "ordinal = CASE WHEN scenarios.ordinal = " + extraOrdinal + " THEN excluded.ordinal ELSE scenarios.ordinal END"
	}
	q := `INSERT INTO scenarios (benchmark_id, slug, title, domain, description, ordinal)
VALUES (?, ?, ?, ?, ?, ?)
ON CONFLICT (benchmark_id, slug) DO UPDATE SET
  ` + how.value("scenarios", "title") + `,
  ` + how.value("scenarios", "domain") + `,
  ` + how.value("scenarios", "description") + `,
  ` + ordinal
	for _, s := range list {
		if err := exec(ctx, tx, "save scenario "+s.Slug, q, benchmark, s.Slug, s.Title, s.Domain, s.Description, s.Ordinal); err != nil {
			return nil, err
		}
	}
	return scenarioIDs(ctx, tx, benchmark)
}

// extraOrdinal is the ordinal of scenarios and tasks that are known only from runs, which sorts
// them last.
const extraOrdinal = "1000000"

func scenarioIDs(ctx context.Context, tx *sqlx.Tx, benchmark int64) (map[string]int64, error) {
	const q = `SELECT slug AS key, id AS value
FROM scenarios
WHERE benchmark_id = ?
ORDER BY id`
	return mapOf[string, int64](ctx, tx, "read scenarios", q, benchmark)
}

// saveTask stores a task. If how.keep is set, it changes only tasks that the dataset did not
// contain.
func saveTask(ctx context.Context, tx *sqlx.Tx, benchmark int64, scenarios map[string]int64, t *results.Task, how howToSave) error {
	sid, ok := scenarios[t.Scenario]
	if !ok {
		return fmt.Errorf("save task %s/%s: scenario is not in the dataset: %w", t.Scenario, t.Slug, results.ErrInvalid)
	}
	cols, err := allJSON(t.Facts, nonNil(t.Options), nonNil(t.Checks), nonNil(t.Updates))
	if err != nil {
		return fmt.Errorf("save task %s/%s: %w", t.Scenario, t.Slug, err)
	}
	q := `INSERT INTO tasks (benchmark_id, scenario_id, slug, title, ordinal, kind, day, facts, options, checks, updates)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (scenario_id, slug) DO UPDATE SET extra = FALSE, `
	if how.keep { // a task known only from runs has no values to keep
		q += `title = CASE WHEN tasks.extra THEN excluded.title ELSE tasks.title END,
  ordinal = CASE WHEN tasks.extra THEN excluded.ordinal ELSE tasks.ordinal END`
	} else {
		q += how.value("tasks", "title") + `,
  ordinal = excluded.ordinal, kind = excluded.kind, day = excluded.day,
  facts = excluded.facts, options = excluded.options, checks = excluded.checks, updates = excluded.updates`
	}
	return exec(ctx, tx, "save task "+t.Scenario+"/"+t.Slug, q, benchmark, sid, t.Slug, t.Title, t.Ordinal, t.Kind, t.Day, cols[0],
		cols[1], cols[2], cols[3])
}

// SaveTaskFacts replaces the facts of stored tasks and nothing else.
func (db *DB) SaveTaskFacts(ctx context.Context, benchmark string, tasks []results.Task) error {
	return db.inTx(ctx, "save facts of "+benchmark, concern{benchmark}, func(tx *sqlx.Tx) error {
		const q = `UPDATE tasks
SET facts = ?
WHERE slug = ?
  AND scenario_id = (SELECT s.id FROM scenarios s JOIN benchmarks b ON b.id = s.benchmark_id WHERE b.slug = ? AND s.slug = ?)`
		return ifChanged(ctx, tx, datasetRows(benchmark), func() error {
			for i := range tasks {
				facts, err := toJSON(tasks[i].Facts)
				if err != nil {
					return fmt.Errorf("save facts of %s: %w", tasks[i].Name(), err)
				}
				if _, err := tx.ExecContext(ctx, q, facts, tasks[i].Slug, benchmark, tasks[i].Scenario); err != nil {
					return MapError("save facts of "+tasks[i].Name().String(), err)
				}
			}
			return nil
		})
	})
}

// nonNil returns an empty list for a nil one, so that it is encoded as [].
func nonNil[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

func saveDatasetWarnings(ctx context.Context, tx *sqlx.Tx, benchmark int64, list []results.Warning) error {
	err := exec(ctx, tx, "clear warnings", "DELETE FROM warnings WHERE benchmark_id = ?", benchmark)
	if err != nil {
		return err
	}
	rows := NewBatch(tx, "warnings", "benchmark_id, file, line, message", 8)
	return insertAll(ctx, rows, list, func(_ int, w *results.Warning) ([]any, error) {
		return []any{benchmark, w.File, w.Line, w.Message}, nil
	})
}

// dropOthers removes tasks and scenarios that are not in the dataset. Tasks that have trials are
// kept as extra tasks.
func dropOthers(ctx context.Context, tx *sqlx.Tx, benchmark int64, d *results.Dataset) error {
	listed, scenario := map[results.TaskName]bool{}, map[string]bool{}
	for i := range d.Tasks {
		listed[d.Tasks[i].Name()] = true
	}
	const q = `SELECT t.id, s.slug AS scenario, t.slug AS task
FROM tasks t
JOIN scenarios s ON s.id = t.scenario_id
WHERE t.benchmark_id = ?
ORDER BY t.id`
	rows, err := ListOf[struct {
		ID int64
		results.TaskName
	}](ctx, tx, "list tasks", q, benchmark)
	if err != nil {
		return err
	}
	for _, r := range rows {
		if !listed[r.TaskName] {
			err = cmp.Or(err, dropTask(ctx, tx, r.ID))
		}
	}
	for _, s := range d.Scenarios {
		scenario[s.Slug] = true
	}
	scenarios, listErr := scenarioIDs(ctx, tx, benchmark)
	err = cmp.Or(err, listErr)
	for slug, id := range scenarios {
		if !scenario[slug] {
			err = cmp.Or(err, dropScenario(ctx, tx, id))
		}
	}
	return err
}

// dropTask removes a task, or clears its description if it has trials.
func dropTask(ctx context.Context, tx *sqlx.Tx, id int64) error {
	const unused = `DELETE FROM tasks
WHERE id = ?1
  AND NOT EXISTS (SELECT 1 FROM trials x WHERE x.task_id = ?1)`
	const extra = `UPDATE tasks
SET extra = TRUE, title = '', ordinal = ` + extraOrdinal + `, day = 0, facts = '{}', options = '[]', checks = '[]', updates = '[]',
  kind = (SELECT x.kind FROM trials x WHERE x.task_id = ?1 ORDER BY x.id LIMIT 1)
WHERE id = ?1`
	return execAll(ctx, tx, "drop task", statement{unused, []any{id}}, statement{extra, []any{id}})
}

// dropScenario removes a scenario, or clears its description if it has tasks.
func dropScenario(ctx context.Context, tx *sqlx.Tx, id int64) error {
	const unused = `DELETE FROM scenarios
WHERE id = ?1
  AND NOT EXISTS (SELECT 1 FROM tasks t WHERE t.scenario_id = ?1)`
	const extra = `UPDATE scenarios
SET title = '', domain = '', description = '', ordinal = ` + extraOrdinal + `
WHERE id = ?1`
	return execAll(ctx, tx, "drop scenario", statement{unused, []any{id}}, statement{extra, []any{id}})
}
