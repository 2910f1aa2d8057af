package align

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/files"
	"github.com/clawatlas/clawatlas/results/must"
)

// say and run make steps for tests; number sets their ids.
func say(source, text string) results.Step { return results.Step{Source: source, Message: text} }

func run(tool, args, out string) results.Step {
	return results.Step{
		Source: results.SourceAgent, ToolCalls: []results.ToolCall{{ID: "c", Name: tool, Arguments: json.RawMessage(args)}},
		Observation: &results.Observation{Results: []results.Result{{CallID: "c", Content: out}}},
	}
}

func itemsOf(steps ...results.Step) []Item {
	for i := range steps {
		steps[i].StepID = i + 1
	}
	items, _ := Items(steps, files.NewTrail(), files.Names{})
	return items
}

func TestTraces(t *testing.T) {
	read := run("read", `{"path":"a"}`, "text")
	list := run("exec", `{"command":"ls"}`, "a b")
	write := func(s string) results.Step { return run("write", `{"path":"o","content":"`+s+`"}`, "ok") }
	ask := say("user", "[Sat 2026-11-21 09:51 UTC] do it")
	for _, test := range []struct {
		name  string
		a, b  []Item
		want  []Row
		first int
	}{
		{"both empty", nil, nil, nil, -1},
		{"one empty", itemsOf(list), nil, []Row{{0, -1, OnlyA, false}}, 0},
		{"identical but for the clock", itemsOf(ask, list), itemsOf(say("user", "[Sun 2026-11-22 10:00 UTC] do it"), list),
			[]Row{{0, 0, Same, false}, {1, 1, Same, false}}, -1},
		{"other output", itemsOf(list, read), itemsOf(run("exec", `{"command":"ls"}`, "a b c"), read),
			[]Row{{0, 0, Same, true}, {1, 1, Same, false}}, -1},
		{"another content is paired on the same target", itemsOf(ask, read, write("x"), say("agent", "done")),
			itemsOf(ask, list, write("y"), say("agent", "finished")),
			[]Row{{0, 0, Same, false}, {1, -1, OnlyA, false}, {-1, 1, OnlyB, false}, {2, 2, Other, false}, {3, 3, Other, false}}, 1},
		{"an extra call in the middle", itemsOf(list, read), itemsOf(list, write("x"), read),
			[]Row{{0, 0, Same, false}, {-1, 1, OnlyB, false}, {1, 2, Same, false}}, 1},
		{"speakers are not mixed", itemsOf(say("user", "hi")), itemsOf(say("agent", "hi")),
			[]Row{{0, -1, OnlyA, false}, {-1, 0, OnlyB, false}}, -1},
	} {
		al := Traces(test.a, test.b)
		must.Same(t, test.want, al.Rows, "%s: rows", test.name)
		must.Equal(t, test.first, al.First, "%s: first call", test.name)
	}
}

// Whatever the traces are, each item is in exactly one row and in order.
func TestTracesKeepEveryItem(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 11))
	for range 300 {
		a, b := randomItems(r, r.IntN(60)), randomItems(r, r.IntN(60))
		al := Traces(a, b)
		i, j := 0, 0
		for n, row := range al.Rows {
			if row.A >= 0 {
				if row.A != i {
					t.Fatalf("row %d has item %d of A, want %d", n, row.A, i)
				}
				i++
			}
			if row.B >= 0 {
				if row.B != j {
					t.Fatalf("row %d has item %d of B, want %d", n, row.B, j)
				}
				j++
			}
			same := row.A >= 0 && row.B >= 0 && a[row.A].Key == b[row.B].Key
			if same != (row.Kind == Same) {
				t.Fatalf("row %d is %s although its keys are the same: %v", n, row.Kind, same)
			}
		}
		if i != len(a) || j != len(b) {
			t.Fatalf("%d of %d and %d of %d items have a row", i, len(a), j, len(b))
		}
	}
}

func randomItems(r *rand.Rand, n int) []Item {
	steps := make([]results.Step, n)
	for i := range steps {
		switch r.IntN(4) {
		case 0:
			steps[i] = say([]string{"user", "agent"}[r.IntN(2)], fmt.Sprint(r.IntN(5)))
		default:
			steps[i] = run([]string{"read", "exec", "write"}[r.IntN(3)], fmt.Sprintf(`{"path":"f%d"}`, r.IntN(6)), fmt.Sprint(r.IntN(2)))
		}
	}
	return itemsOf(steps...)
}

// In traces that are too long for an exact alignment equal calls also meet
// between the shared ones; there too a row says whether the answers differ.
// Messages have no answer that could differ.
func TestPairedBetweenSharedCalls(t *testing.T) {
	a := itemsOf(run("read", `{"path":"a"}`, "text"), run("exec", `{"command":"ls"}`, "a b"), say("user", "hi"))
	b := itemsOf(run("read", `{"path":"a"}`, "text"), run("exec", `{"command":"ls"}`, "a b c"), say("user", "hi"))
	want := []Row{{0, 0, Same, false}, {1, 1, Same, true}, {2, 2, Same, false}}
	must.Same(t, want, pairUp(a, b, 0, len(a), 0, len(b)), "rows")
}
