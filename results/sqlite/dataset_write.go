package sqlite

import (
	"context"
	"fmt"

	"github.com/jmoiron/sqlx"

	"github.com/clawatlas/clawatlas/results"
)

// SaveDataset stores a benchmark with its scenarios and tasks. Tasks that are
// already stored are updated; none is removed, because trials refer to them.
// A dataset of facts only never overwrites what a full dataset has brought.
func (db *DB) SaveDataset(ctx context.Context, d *results.Dataset) error {
	return db.inTx(ctx, "save dataset "+d.Benchmark.ID, concern{d.Benchmark.ID}, func(tx *sqlx.Tx) error {
		rows := datasetRows(d.Benchmark.ID)
		return ifChanged(ctx, tx, rows, func() error { return saveDataset(ctx, tx, d) })
	})
}

// datasetRows are the rows that make up a dataset.
func datasetRows(slug string) []rowsOf {
	return []rowsOf{
		{`SELECT name, version, scoring, word_scenario, word_task, word_day, headline, failure_rule, summary, paper, repository, licence, scripted, digest, ordinal
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
	var digest string
	const known = `SELECT COALESCE((SELECT digest FROM benchmarks WHERE slug = ?), '')`
	if err := tx.GetContext(ctx, &digest, known, d.Benchmark.ID); err != nil {
		return mapError("read benchmark "+d.Benchmark.ID, err)
	}
	id, err := saveBenchmark(ctx, tx, d)
	if err != nil {
		return err
	}
	full := digest != "" && d.FactsOnly
	scenarios, err := saveScenarios(ctx, tx, id, d.Scenarios, full)
	if err != nil {
		return err
	}
	for i := range d.Tasks {
		if err := saveTask(ctx, tx, id, scenarios, &d.Tasks[i], full); err != nil {
			return err
		}
	}
	if err := saveDatasetWarnings(ctx, tx, id, d.Warnings); err != nil {
		return err
	}
	return markStale(ctx, tx, id)
}

func saveBenchmark(ctx context.Context, tx *sqlx.Tx, d *results.Dataset) (int64, error) {
	b := d.Benchmark
	const q = `INSERT INTO benchmarks (slug, name, version, scoring, word_scenario, word_task, word_day,
  headline, failure_rule, summary, paper, repository, licence, scripted, digest, ordinal)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (slug) DO UPDATE SET
  name = CASE WHEN excluded.summary <> '' OR name = '' THEN excluded.name ELSE name END,
  version = CASE WHEN excluded.version <> '' THEN excluded.version ELSE version END,
  scoring = excluded.scoring,
  word_scenario = CASE WHEN excluded.word_scenario <> '' THEN excluded.word_scenario ELSE word_scenario END,
  word_task = CASE WHEN excluded.word_task <> '' THEN excluded.word_task ELSE word_task END,
  word_day = CASE WHEN excluded.word_day <> '' THEN excluded.word_day ELSE word_day END,
  headline = CASE WHEN excluded.headline <> '' THEN excluded.headline ELSE headline END,
  failure_rule = CASE WHEN excluded.failure_rule <> '' THEN excluded.failure_rule ELSE failure_rule END,
  summary = CASE WHEN excluded.summary <> '' THEN excluded.summary ELSE summary END,
  paper = CASE WHEN excluded.paper <> '' THEN excluded.paper ELSE paper END,
  repository = CASE WHEN excluded.repository <> '' THEN excluded.repository ELSE repository END,
  licence = CASE WHEN excluded.licence <> '' THEN excluded.licence ELSE licence END,
  scripted = max(scripted, excluded.scripted),
  digest = CASE WHEN excluded.digest <> '' THEN excluded.digest ELSE digest END,
  ordinal = CASE WHEN excluded.ordinal <> 0 THEN excluded.ordinal ELSE ordinal END
RETURNING id`
	var id int64
	err := tx.GetContext(ctx, &id, q, b.ID, b.Name, b.Version, b.Scoring, b.Words.Scenario, b.Words.Task, b.Words.Day,
		b.Headline, b.FailureRule, b.Summary, b.Paper, b.Repository, b.Licence, b.Scripted, b.Digest, b.Ordinal)
	return id, mapError("save benchmark "+b.ID, err)
}

func saveScenarios(ctx context.Context, tx *sqlx.Tx, benchmark int64, list []results.Scenario, keep bool) (map[string]int64, error) {
	const q = `INSERT INTO scenarios (benchmark_id, slug, title, domain, description, ordinal)
VALUES (?, ?, ?, ?, ?, ?)
ON CONFLICT (benchmark_id, slug) DO UPDATE SET
  title = CASE WHEN title = '' OR (NOT ? AND excluded.title <> '') THEN excluded.title ELSE title END,
  domain = CASE WHEN domain = '' OR (NOT ? AND excluded.domain <> '') THEN excluded.domain ELSE domain END,
  description = CASE WHEN description = '' OR (NOT ? AND excluded.description <> '') THEN excluded.description ELSE description END,
  ordinal = CASE WHEN ? THEN ordinal ELSE excluded.ordinal END`
	for _, s := range list {
		if _, err := tx.ExecContext(ctx, q, benchmark, s.Slug, s.Title, s.Domain, s.Description, s.Ordinal, keep, keep, keep, keep); err != nil {
			return nil, mapError("save scenario "+s.Slug, err)
		}
	}
	return scenarioIDs(ctx, tx, benchmark)
}

func scenarioIDs(ctx context.Context, tx *sqlx.Tx, benchmark int64) (map[string]int64, error) {
	rows := []struct {
		ID   int64
		Slug string
	}{}
	const q = `SELECT id, slug
FROM scenarios
WHERE benchmark_id = ?
ORDER BY id`
	if err := tx.SelectContext(ctx, &rows, q, benchmark); err != nil {
		return nil, mapError("read scenarios", err)
	}
	ids := make(map[string]int64, len(rows))
	for _, r := range rows {
		ids[r.Slug] = r.ID
	}
	return ids, nil
}

// saveTask stores one task; with keep it fills in only tasks that are new.
func saveTask(ctx context.Context, tx *sqlx.Tx, benchmark int64, scenarios map[string]int64, t *results.Task, keep bool) error {
	sid, ok := scenarios[t.Scenario]
	if !ok {
		return fmt.Errorf("save task %s/%s: scenario is not in the dataset: %w", t.Scenario, t.Slug, results.ErrInvalid)
	}
	var cols [4]string
	for i, v := range []any{t.Facts, nonNil(t.Options), nonNil(t.Checks), nonNil(t.Updates)} {
		s, err := toJSON(v)
		if err != nil {
			return fmt.Errorf("save task %s/%s: %w", t.Scenario, t.Slug, err)
		}
		cols[i] = s
	}
	const insert = `INSERT INTO tasks (benchmark_id, scenario_id, slug, title, ordinal, kind, day, facts, options, checks, updates)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (scenario_id, slug) `
	const update = `DO UPDATE SET
  title = CASE WHEN excluded.title <> '' THEN excluded.title ELSE title END,
  ordinal = excluded.ordinal, kind = excluded.kind, day = excluded.day, extra = 0,
  facts = excluded.facts, options = excluded.options, checks = excluded.checks, updates = excluded.updates`
	q := insert + update
	if keep {
		q = insert + "DO UPDATE SET extra = 0"
	}
	_, err := tx.ExecContext(ctx, q, benchmark, sid, t.Slug, t.Title, t.Ordinal, t.Kind, t.Day, cols[0], cols[1], cols[2], cols[3])
	return mapError("save task "+t.Scenario+"/"+t.Slug, err)
}

// nonNil makes an empty list encode as [].
func nonNil[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

func saveDatasetWarnings(ctx context.Context, tx *sqlx.Tx, benchmark int64, list []results.Warning) error {
	if _, err := tx.ExecContext(ctx, "DELETE FROM warnings WHERE benchmark_id = ?", benchmark); err != nil {
		return mapError("clear warnings", err)
	}
	for _, w := range list {
		const q = `INSERT INTO warnings (benchmark_id, file, line, message)
VALUES (?, ?, ?, ?)`
		if _, err := tx.ExecContext(ctx, q, benchmark, w.File, w.Line, w.Message); err != nil {
			return mapError("save warning", err)
		}
	}
	return nil
}
