package postgres

import (
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/clawatlas/clawatlas/internal/pgtest"
	"github.com/clawatlas/clawatlas/results/must"
)

// refers holds that what refers to a run, a trial or one of their parts is found by an
// index when that goes: these tables grow with the runs.
func refers(t *testing.T, server *pgtest.Server, database string) {
	ctx := t.Context()
	db := must.Get(pgx.Connect(ctx, server.Address(database)))(t)
	defer db.Close(ctx)
	const q = `SELECT t.relname || ': ' || pg_get_constraintdef(c.oid)
FROM pg_constraint c
JOIN pg_class t ON t.oid = c.conrelid
WHERE c.contype = 'f'
  AND EXISTS (SELECT 1 FROM pg_attribute a WHERE a.attrelid = t.oid AND a.attname IN ('run_id', 'trial_id', 'step_id', 'raw_id'))
  AND NOT EXISTS (SELECT 1 FROM pg_index i WHERE i.indrelid = t.oid AND (CAST(i.indkey AS int2[]))[0:cardinality(c.conkey) - 1] @> c.conkey)`
	list, err := pgx.CollectRows(must.Get(db.Query(ctx, q))(t), pgx.RowTo[string])
	if err != nil || len(list) > 0 {
		t.Errorf("no index for %q, %v", list, err)
	}
}
