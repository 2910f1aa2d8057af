package sqlite

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/internal/storetest"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/sqlstore"
)

func TestCopies(t *testing.T) {
	empty := func(t *testing.T) storetest.CopyStore { return open(t) }
	storetest.RunCopies(t, empty, empty)
}

// A copy has all tables, but for those that each store has in its own way.
func TestCopiesAllTables(t *testing.T) {
	own := []string{"raw_chunks", "trace_frames", "body_blocks"} // bodies; the index of texts is made anew
	copied := sqlstore.CopiedTables()
	tables, err := sqlstore.ListOf[string](t.Context(), open(t).r, "list tables", "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
	if err != nil || len(tables) < 40 {
		t.Fatal(tables, err)
	}
	for _, table := range tables {
		if strings.HasPrefix(table, "step_text") || slices.Contains(own, table) {
			continue
		}
		if !slices.Contains(copied, table) {
			t.Errorf("no copy has the rows of %s", table)
		}
	}
}

// What is stored otherwise than it was read is said.
func TestCopyDamaged(t *testing.T) {
	for _, tt := range []struct{ name, says, harm string }{
		{"a row of a run", "copy run run1: what is stored is not what was read", "CREATE TRIGGER harm AFTER INSERT ON trials BEGIN UPDATE runs SET label = 'x'; END"},
		{"a body", "copy run run1: piece 0 of trace", "CREATE TRIGGER harm AFTER INSERT ON trace_frames BEGIN UPDATE trace_frames SET size = size + 1 WHERE rowid = new.rowid; END"},
		{"a row that runs share", "the row [1] of changes is not the same", "CREATE TRIGGER harm AFTER INSERT ON changes BEGIN UPDATE changes SET detail = 'x' WHERE id = new.id; END"},
	} {
		from, to := open(t), open(t)
		storetest.Fill(t, from, 2)
		found(to.w.Exec(tt.harm))(t)
		_, err := to.CopyFrom(t.Context(), from, func(int, int) {})
		if !errors.Is(err, results.ErrDamaged) || !strings.Contains(err.Error(), tt.says) {
			t.Errorf("%s: %v, want %s", tt.name, err, tt.says)
		}
		if half, err := to.HalfCopied(t.Context()); err != nil || !half {
			t.Errorf("%s: the copy is whole, %v", tt.name, err)
		}
		found(to.w.Exec("DROP TRIGGER harm"))(t)
		if _, err := to.CopyFrom(t.Context(), from, func(int, int) {}); err != nil {
			t.Errorf("%s: again: %v", tt.name, err)
		}
	}
}
