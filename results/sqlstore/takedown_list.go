package sqlstore

import (
	"context"

	"github.com/clawatlas/clawatlas/results"
)

// ListRuns lists the runs of a benchmark, or of all if empty, with hidden and withdrawn ones.
func (db *DB) ListRuns(ctx context.Context, benchmark string) ([]results.ListedRun, error) {
	type row struct {
		results.ListedRun
		ID     int64
		Hidden bool
	}
	const q = `SELECT r.id, r.slug AS run, b.slug AS benchmark, ` + systemColumns + `, r.evidence, r.complete, r.hidden, r.ingested_at AS at, r.format, r.reader,
  ` + countColumns + `,
  (SELECT COALESCE(sum(length(t.details)), 0) FROM trials t WHERE t.run_id = r.id) AS bytes
FROM main.runs r
JOIN benchmarks b ON b.id = r.benchmark_id
JOIN models m ON m.id = r.model_id
WHERE ? IN ('', b.slug)
ORDER BY b.slug, r.slug`
	rows, err := ListOf[row](ctx, db.r, "list runs", q, benchmark)
	if err != nil {
		return nil, err
	}
	list := make([]results.ListedRun, 0, len(rows))
	for _, r := range rows {
		if r.State = results.RunShown; r.Hidden {
			r.State = results.RunHidden
		}
		bodies, err := bodiesOf(ctx, db.r, r.ID)
		if err != nil {
			return nil, err
		}
		for kind, of := range bodies {
			n, err := db.blobs().Taken(ctx, kind, of)
			if err != nil {
				return nil, err
			}
			r.Bytes += n
		}
		list = append(list, r.ListedRun)
	}
	return db.listWithdrawn(ctx, benchmark, list)
}

func (db *DB) listWithdrawn(ctx context.Context, benchmark string, list []results.ListedRun) ([]results.ListedRun, error) {
	const q = `SELECT slug AS run, benchmark, reason, at, system
FROM withdrawn
WHERE ? IN ('', benchmark)
ORDER BY benchmark, slug`
	rows, err := ListOf[struct {
		results.Withdrawal
		System string
	}](ctx, db.r, "list withdrawn runs", q, benchmark)
	if err != nil {
		return nil, err
	}
	for _, r := range rows {
		l := results.ListedRun{Run: r.Run, State: results.RunWithdrawn, Benchmark: r.Benchmark, At: r.At, Reason: r.Reason}
		if err := fromJSON(r.System, &l.System); err != nil {
			return nil, err
		}
		list = append(list, l)
	}
	return list, nil
}
