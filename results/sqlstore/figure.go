package sqlstore

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/jmoiron/sqlx"

	"github.com/clawatlas/clawatlas/results"
)

// SaveFigures replaces all reported results of one source.
func (db *DB) SaveFigures(ctx context.Context, src results.FigureSource, figures []results.Figure) error {
	return db.inTx(ctx, "save figures of "+src.ID, concern{src.Benchmark}, func(tx *sqlx.Tx) error {
		benchmark, err := benchmarkID(ctx, tx, src.Benchmark)
		if err != nil {
			return err
		}
		rows := []statement{
			{`SELECT benchmark_id, title, citation, version, date, note FROM figure_sources WHERE slug = ?`, []any{src.ID}},
			{`SELECT f.benchmark_id, f.model_id, f.model_name, f.framework, f.variant, f.provider, f.tbl, f.grp, f.scope, f.metric,
  f.value, f.digits, f.unit, f.n, f.note, f.board, f.native
FROM figures f
JOIN figure_sources s ON s.id = f.source_id
WHERE s.slug = ?
ORDER BY f.id`, []any{src.ID}},
		}
		return ifChanged(ctx, tx, rows, func() error { return replaceFigures(ctx, tx, benchmark, src, figures) })
	})
}

func replaceFigures(ctx context.Context, tx *sqlx.Tx, benchmark int64, src results.FigureSource, figures []results.Figure) error {
	const q = `INSERT INTO figure_sources (slug, benchmark_id, title, citation, version, date, note)
VALUES (?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (slug) DO UPDATE SET benchmark_id = excluded.benchmark_id, title = excluded.title,
  citation = excluded.citation, version = excluded.version, date = excluded.date, note = excluded.note
RETURNING id`
	id, err := oneOf[int64](ctx, tx, "save source "+src.ID, q, src.ID, benchmark, src.Title, src.Citation, src.Version, src.Date, src.Note)
	if err != nil {
		return err
	}
	return cmp.Or(exec(ctx, tx, "replace figures", "DELETE FROM figures WHERE source_id = ?", id),
		insertFigures(ctx, tx, benchmark, id, figures), markStale(ctx, tx, benchmark))
}

func benchmarkID(ctx context.Context, tx sqlx.QueryerContext, slug string) (int64, error) {
	return oneOf[int64](ctx, tx, "find benchmark "+slug, "SELECT id FROM benchmarks WHERE slug = ?", slug)
}

func insertFigures(ctx context.Context, tx *sqlx.Tx, benchmark, source int64, figures []results.Figure) error {
	b := NewBatch(tx, "figures", "source_id, benchmark_id, model_id, model_name, framework, variant, provider, tbl, grp, scope, "+
		"metric, value, digits, unit, n, note, board, native", 40)
	models := map[string]int64{}
	for _, f := range figures {
		id, ok := models[f.Model]
		if !ok {
			var err error
			if id, _, err = resolveModel(ctx, tx, f.Model, false); err != nil {
				return err
			}
			models[f.Model] = id
		}
		if err := b.Add(ctx, source, benchmark, id, f.Model, f.Framework, f.Variant, f.Provider, f.Table, f.Group, f.Scope,
			f.Metric, f.Value, f.Digits, f.Unit, f.N, f.Note, f.Board, f.Native); err != nil {
			return fmt.Errorf("save figures: %w", err)
		}
	}
	if err := b.Flush(ctx); err != nil {
		return err
	}
	for _, id := range models {
		if err := nameModel(ctx, tx, "", id); err != nil {
			return err
		}
	}
	return nil
}

const figureColumns = `src.slug AS source, f.tbl AS "table", f.grp AS "group", m.slug AS model, f.framework, f.variant, f.provider,
  f.scope, f.metric, f.value, f.digits, f.unit, f.n, f.note, f.board, f.native`

func (db *DB) figures(ctx context.Context, where string, args ...any) ([]results.Figure, error) {
	q := `SELECT b.slug AS benchmark, ` + figureColumns + `
FROM figures f
JOIN figure_sources src ON src.id = f.source_id
JOIN benchmarks b ON b.id = f.benchmark_id
JOIN models m ON m.id = f.model_id
WHERE ` + where + `
ORDER BY f.id
LIMIT 100000`
	return ListOf[results.Figure](ctx, db.r, "list figures", q, args...)
}

// BoardFigures returns the reported results on a benchmark's leaderboards: those that form a row
// and those that accompany one.
func (db *DB) BoardFigures(ctx context.Context, benchmark string) ([]results.Figure, error) {
	return db.figures(ctx, "b.slug = ? AND f.board", benchmark)
}

// Figures returns all reported results of a benchmark.
func (db *DB) Figures(ctx context.Context, benchmark string) ([]results.Figure, error) {
	return db.figures(ctx, "b.slug = ?", benchmark)
}

// ModelFigures returns all reported results of a model.
func (db *DB) ModelFigures(ctx context.Context, model string) ([]results.Figure, error) {
	return db.figures(ctx, "m.slug = ?", model)
}

// FigureSources returns the sources of a benchmark's reported results.
func (db *DB) FigureSources(ctx context.Context, benchmark string) ([]results.FigureSource, error) {
	const q = `SELECT s.slug AS id, b.slug AS benchmark, s.title, s.citation, s.version, s.date, s.note
FROM figure_sources s
JOIN benchmarks b ON b.id = s.benchmark_id
WHERE b.slug = ?
ORDER BY s.id
LIMIT 1000`
	return ListOf[results.FigureSource](ctx, db.r, "list sources of "+benchmark, q, benchmark)
}

// SaveTables stores published tables, replacing those with the same id.
func (db *DB) SaveTables(ctx context.Context, tables []results.StatTable) error {
	by := map[string][]results.StatTable{}
	for _, t := range tables {
		by[t.Benchmark] = append(by[t.Benchmark], t)
	}
	for _, slug := range slices.Sorted(maps.Keys(by)) {
		err := db.inTx(ctx, "save tables of "+slug, concern{slug}, func(tx *sqlx.Tx) error {
			benchmark, err := benchmarkID(ctx, tx, slug)
			if err != nil {
				return err
			}
			rows := []statement{{"SELECT slug, data FROM stat_tables WHERE benchmark_id = ? ORDER BY id", []any{benchmark}}}
			return ifChanged(ctx, tx, rows, func() error {
				b := NewBatch(tx, "stat_tables", "benchmark_id, slug, data", 1)
				b.OnConflict("(benchmark_id, slug) DO UPDATE SET data = excluded.data")
				return insertAll(ctx, b, by[slug], func(_ int, t *results.StatTable) ([]any, error) {
					data, err := toJSON(t)
					return []any{benchmark, t.ID, data}, err
				})
			})
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// StatTables returns the published tables of a benchmark that do not contain metrics of systems.
func (db *DB) StatTables(ctx context.Context, benchmark string) ([]results.StatTable, error) {
	const q = `SELECT t.data
FROM stat_tables t
JOIN benchmarks b ON b.id = t.benchmark_id
WHERE b.slug = ?
ORDER BY t.id
LIMIT 1000`
	return valuesOf[results.StatTable](ctx, db.r, "list tables of "+benchmark, q, benchmark)
}
