package postgres

import (
	"testing"

	"github.com/clawatlas/clawatlas/internal/pgtest"
)

// Who rebuilds boards lets the planner know a table that has grown, and no other one.
func analyzes(t *testing.T, server *pgtest.Server, empty string) {
	ctx, db := t.Context(), open(t, server, create(t, server, empty))
	const row = "INSERT INTO model_aliases (alias, model_id) SELECT 'w' || i, 1 FROM generate_series(CAST(? AS int), CAST(? AS int)) i"
	found(db.w.ExecContext(ctx, "INSERT INTO models (id, slug, name, vendor, scripted) VALUES (1, 'm', 'M', '', false)"))(t)
	rebuild := func(want bool, from, to int) {
		t.Helper()
		found(db.w.ExecContext(ctx, row, from, to))(t)
		done, mine, err := db.Rebuilding(ctx, "a")
		if err != nil || !mine {
			t.Fatal(mine, err)
		}
		done()
		var known float64
		if err := db.w.GetContext(ctx, &known, "SELECT reltuples FROM pg_class WHERE oid = 'main.model_aliases'::regclass"); err != nil ||
			(known == float64(to)) != want {
			t.Errorf("the planner knows of %v rows of %d, %v", known, to, err)
		}
	}
	rebuild(false, 1, 10)
	rebuild(true, 11, 5000)
	rebuild(false, 5001, 6000)
	rebuild(true, 6001, 20000)
}
