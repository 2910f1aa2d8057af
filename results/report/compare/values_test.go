package compare

import (
	"fmt"
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

// TestCompareValues: what the checker asks for and what differs between the files of
// both sides, with the step that each side first saw it at. What the line that differs
// has on both sides is none.
func TestCompareValues(t *testing.T) {
	a := calledSteps([2]string{"read", `{"path":"n.md"}`},
		[2]string{"write", `{"path":"out.json","content":"{\"when\": \"2025-03-12\", \"by\": \"K-900\"}"}`},
		[2]string{"read", `{"path":"late.md"}`})
	b := calledSteps([2]string{"read", `{"path":"n.md"}`},
		[2]string{"write", `{"path":"out.json","content":"{\"when\": \"2025-03-10\", \"by\": \"K-900\"}"}`})
	a[0].Observation.Results[0].Content = "2025-03-12 and 2025-03-10"
	a[2].Observation.Results[0].Content = "4711"
	b[0].Observation.Results[0].Content = "2025-03-10"
	c := comparedTraces(a, b)
	c.B.Why = &results.Why{Complaints: []results.Complaint{{Wrote: &results.Cause{File: "out.json"},
		Values: []results.ValueOrigin{{Value: "2025-03-12", Asked: true}, {Value: "4711", Asked: true}, {Value: "2025-03-10"}}}}}
	c.listValues()
	for i, side := range c.Sides() {
		side.Trial.Task, side.Trial.StepsTotal = "t", len(a)
		side.AddOwn([][]results.Step{a, b}[i])
	}
	c.Originate()
	place := func(o *results.Origin) string {
		if o.First == nil {
			return "nowhere"
		}
		return fmt.Sprint("step ", o.First.Step)
	}
	var got []string
	for _, v := range c.Values {
		got = append(got, fmt.Sprintf("%s in %s left by %q asked %v: %s, %s", v.Value, v.File, v.Left, v.Asked, place(v.A), place(v.B)))
	}
	want := []string{
		`2025-03-12 in out.json left by "a" asked true: step 1, nowhere`,
		`4711 in out.json left by "" asked true: nowhere, nowhere`,
		`2025-03-10 in out.json left by "b" asked false: step 1, step 1`,
	}
	must.Same(t, want, got, "what was got")
}

// TestEarlierOfTheSession: what an earlier trial of the session showed counts, and it
// is said where not all of it was looked through.
func TestEarlierOfTheSession(t *testing.T) {
	write := calledSteps([2]string{"write", `{"path":"f.json","content":"{\"n\": 4711}"}`})
	c := comparedTraces(write, calledSteps([2]string{"write", `{"path":"f.json","content":"{\"n\": 4712}"}`}))
	before := calledSteps([2]string{"read", `{"path":"/home/u/workspace/x/run1/s1/n.md"}`})
	before[0].Observation.Results[0].Content = "n: 4711"
	c.A.Trial.Task, c.B.Trial.Task = "q2", "q2"
	c.A.Trial.StepsTotal, c.B.Trial.StepsTotal = 1, 1
	c.A.AddEarlier(&results.StoredTrial{Trial: results.Trial{Task: "q1"}}, before)
	c.A.AddOwn(write)
	c.B.BeginLate()
	c.Originate()
	if len(c.Values) != 2 {
		t.Fatalf("%+v", c.Values)
	}
	v := c.Values[0]
	if f := v.A.First; f == nil || f.Task != "q1" || f.Step != 1 || f.File != "n.md" || v.A.Partial {
		t.Errorf("A: %+v", v.A)
	}
	if v.B.First != nil || !v.B.Partial {
		t.Errorf("B: %+v", v.B)
	}
}
