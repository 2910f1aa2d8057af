package sqlite

import (
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/internal/storetest"
	"github.com/clawatlas/clawatlas/results/must"
)

// What is missing or is not what was written is found, with the run that has it.
func TestExamine(t *testing.T) {
	for _, tt := range []struct{ name, harm, want string }{
		{"sound", "", ""},
		{"a piece that is gone", "DELETE FROM trace_frames", "run run1: piece 0 of trace"},
		{"a piece that was altered", "UPDATE trace_frames SET data = CAST(x'00' || substr(data, 2) AS BLOB)", "run run1: piece 0 of trace"},
		{"a piece that is too short", "UPDATE steps SET length = length + 1000", "ends before its steps"},
		{"a raw record without its bytes", "INSERT INTO raws (id, run_id, name, media, size, sum) SELECT 7, id, 'x', 'x', 5, x'00' FROM runs LIMIT 1", "run run1: raw record 7 has 0 of its 5 bytes"},
		{"steps of no trial", "UPDATE steps SET trial_id = 1", "steps of no trial: 2"},
		{"rows that refer to nothing", "PRAGMA foreign_keys = OFF; DELETE FROM tasks", "refers to no tasks"},
		{"a copy that is not whole", "INSERT INTO meta (key, value) VALUES ('note.copy', 'a b half')", "not whole"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			db := open(t)
			storetest.Fill(t, db, 2)
			must.Get(db.w.Exec(tt.harm))(t)
			reader := must.Get(OpenReader(t.Context(), db.path))(t)
			defer reader.Close()
			x := must.Get(reader.Examine(t.Context()))(t)
			got := strings.Join(x.Faults, "\n")
			if tt.want == "" && (got != "" || x.Runs != 2 || len(x.Notes) > 0) || !strings.Contains(got, tt.want) {
				t.Errorf("%q, notes %q, of %d runs, want %q", got, x.Notes, x.Runs, tt.want)
			}
		})
	}
}
