package sqlstore

import (
	"context"
	"fmt"

	"github.com/jmoiron/sqlx"

	"github.com/clawatlas/clawatlas/results"
)

// SaveExclusions replaces the exclusions of a stored run.
func (db *DB) SaveExclusions(ctx context.Context, r *results.Run) error {
	exclusions, err := toJSON(nonNil(r.Exclusions))
	if err != nil {
		return fmt.Errorf("save exclusions of %s: %w", r.Slug, err)
	}
	return db.inBenchmark(ctx, "save exclusions of "+r.Slug, r.Benchmark, func(tx *sqlx.Tx) error {
		was, err := oneOf[string](ctx, tx, "save exclusions of "+r.Slug, "SELECT objections FROM runs WHERE id = ?", r.ID)
		if err != nil {
			return err
		}
		if err := logReplaced(ctx, tx, r, was); err != nil {
			return err
		}
		const q = `UPDATE runs
SET objections = ?
WHERE id = ?
  AND objections <> ?`
		return changedBy(tx.ExecContext(ctx, q, exclusions, r.ID, exclusions))
	})
}

// logReplaced logs that another run corrects r, unless this was known before.
func logReplaced(ctx context.Context, tx *sqlx.Tx, r *results.Run, was string) error {
	var before []results.Exclusion
	if err := fromJSON(was, &before); err != nil {
		return err
	}
	known := map[string]bool{}
	for _, o := range before {
		known[string(o.Kind)+o.Run] = true
	}
	for _, o := range r.Exclusions {
		if o.Kind != results.ExclusionReplaced || known[string(o.Kind)+o.Run] {
			continue
		}
		if err := logChange(ctx, tx, results.Change{Kind: results.ChangeReplaced, Benchmark: r.Benchmark, Run: r.Slug,
			Other: o.Run}); err != nil {
			return err
		}
	}
	return nil
}

// SaveReading replaces the facts, reported results and fingerprint of a stored run whose records
// are unchanged. It marks the leaderboards as stale if facts or fingerprint change.
func (db *DB) SaveReading(ctx context.Context, r *results.Run) error {
	what := "save reading of " + r.Slug
	reported, err := toJSON(nonNil(r.Reported))
	if err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	return db.inBenchmark(ctx, what, r.Benchmark, func(tx *sqlx.Tx) error {
		facts, err := keptFacts(ctx, tx, r)
		if err != nil {
			return fmt.Errorf("%s: %w", what, err)
		}
		const q = `UPDATE runs
SET facts = ?, reported = ?, fingerprint = ?
WHERE slug = ?
  AND digest = ?
  AND (facts <> ? OR fingerprint <> ?)`
		if err := changedBy(tx.ExecContext(ctx, q, facts, reported, r.Fingerprint, r.Slug, r.Digest, facts, r.Fingerprint)); err != nil {
			return err
		}
		return exec(ctx, tx, "mark boards as stale", "UPDATE benchmarks SET stale = ? WHERE slug = ?", newMark(), r.Benchmark)
	})
}

// keptFacts returns the new facts of a run with the stored provenance, see results.KeepProvenance.
func keptFacts(ctx context.Context, tx *sqlx.Tx, r *results.Run) (string, error) {
	was, err := oneOf[string](ctx, tx, "read facts", "SELECT facts FROM main.runs WHERE slug = ? AND digest = ?", r.Slug, r.Digest)
	if err != nil {
		return "", err
	}
	var stored map[string]string
	if err := fromJSON(was, &stored); err != nil {
		return "", err
	}
	return toJSON(results.KeepProvenance(stored, r.Facts))
}

// SaveReplaces stores which run the given run corrects. It marks the leaderboards as stale if that
// changes.
func (db *DB) SaveReplaces(ctx context.Context, run, replaces string) error {
	r, err := db.FindRun(ctx, run)
	if err != nil {
		return err
	}
	return db.inBenchmark(ctx, "save what "+run+" replaces", r.Benchmark, func(tx *sqlx.Tx) error {
		const q = `UPDATE runs
SET replaces = ?
WHERE id = ?
  AND replaces <> ?`
		if err := changedBy(tx.ExecContext(ctx, q, replaces, r.ID, replaces)); err != nil {
			return err
		}
		return exec(ctx, tx, "mark boards as stale", "UPDATE benchmarks SET stale = ? WHERE slug = ?", newMark(), r.Benchmark)
	})
}

// RunsPointingAt returns the runs whose exclusions refer to the given run.
func (db *DB) RunsPointingAt(ctx context.Context, run string) ([]results.Run, error) {
	q := `SELECT ` + runColumns + `
` + runTables + `
WHERE EXISTS (SELECT 1 FROM ` + db.dialect.Elements("r.objections") + ` o WHERE o.value ->> 'run' = ?)
ORDER BY r.id
LIMIT 100`
	return runsOf(ListOf[runRow](ctx, db.r, "list runs that point at "+run, q, run))
}
