package ingest_test

import (
	"io/fs"
	"slices"
	"testing"
	"time"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/ingesttest"
	"github.com/clawatlas/clawatlas/results/must"
)

// TestStatesOfBoards: a day on which the same records are read again has no state
// of its own; a day with one more run has.
func TestStatesOfBoards(t *testing.T) {
	all, rest := marked(t)
	db, _ := openAt(t)
	load := func(records fs.FS, day int) {
		t.Helper()
		l := ingesttest.Loader(db)
		l.Now = func() time.Time { return time.Date(2026, 12, day, 23, 59, 0, 0, time.UTC) }
		must.Get(l.Load(t.Context(), []ingest.Source{{FS: records, Name: "records"}}))(t)
		must.Do(t, db.MarkStale(t.Context()))
		must.Get(l.Refresh(t.Context()))(t)
	}
	for day, records := range []fs.FS{rest, rest, all, all} {
		load(records, day+1)
	}
	for _, without := range []string{"", "doubtful"} {
		days, err := db.StateDays(t.Context(), benchmark, "paper", without)
		if want := []string{"2026-12-03", "2026-12-01"}; err != nil || !slices.Equal(days, want) {
			t.Errorf("states of %v, %v; want those of %v", days, err, want)
		}
	}
	before, err := db.FindBoardState(t.Context(), benchmark, "paper", "", "2026-12-02")
	if err != nil || before.Day != "2026-12-01" || len(before.Rows) != 3 {
		t.Errorf("on the second day: %s with %d rows, %v", before.Day, len(before.Rows), err)
	}
}
