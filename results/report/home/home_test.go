package home

import (
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/board"
	"github.com/clawatlas/clawatlas/results/findings"
	"github.com/clawatlas/clawatlas/results/must"
)

// TestNamesApart: two systems of one model are told apart by their harness, and by
// nothing else that they need not.
func TestNamesApart(t *testing.T) {
	row := func(model, framework string) results.BoardRow {
		return results.BoardRow{Name: model, System: results.System{Model: model, Framework: framework}}
	}
	l := &findings.Lead{Top: board.Top{Tied: []results.BoardRow{row("m", "agent-a")}}, Second: row("m", "agent-b")}
	other := row("n", "agent-a")
	l.Next = &other
	name := namesApart(l)
	must.Equal(t, "m · agent-a", name(&l.Tied[0]), "the first")
	must.Equal(t, "m · agent-b", name(&l.Second), "the second")
	must.Equal(t, "n", name(&other), "another model")
}
