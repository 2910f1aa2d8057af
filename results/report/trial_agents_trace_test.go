package report

import (
	"testing"

	"github.com/clawatlas/clawatlas/results"
)

// Of several traces with the id of a reference, the one that begins within the call
// is meant; where none does, or all do, the time decides nothing.
func TestNarrowedByTime(t *testing.T) {
	at := func(ms int64) *int64 { return &ms }
	trace := func(id int64, started *int64) *results.NamedTrial {
		x := &results.NamedTrial{}
		x.ID, x.StartedAt = id, started
		return x
	}
	early, within, unknown := trace(1, at(50)), trace(2, at(150)), trace(3, nil)
	call := results.RefPlace{StartedAt: at(100), FinishedAt: at(200)}
	for name, c := range map[string]struct {
		place results.RefPlace
		list  []*results.NamedTrial
		want  int
	}{
		"one":          {call, []*results.NamedTrial{early, within, unknown}, 1},
		"none":         {call, []*results.NamedTrial{early, unknown}, 2},
		"no end":       {results.RefPlace{StartedAt: at(100)}, []*results.NamedTrial{early, within}, 2},
		"several then": {call, []*results.NamedTrial{within, within, early}, 2},
	} {
		if got := narrowed(c.list, results.TraceIDs{}, &c.place); len(got) != c.want {
			t.Errorf("%s: %d traces, want %d", name, len(got), c.want)
		}
	}
}
