package trial

import (
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
	stepviews "github.com/clawatlas/clawatlas/views/step"
)

func TestFairShare(t *testing.T) {
	tests := []struct {
		weights []int
		Room    int
		want    int
	}{
		{[]int{10, 10}, 100, 1 << 30},
		{[]int{10, 100, 100}, 110, 50},
		{[]int{100, 100, 100, 100}, 100, 25},
		{nil, 100, 1 << 30},
	}
	for _, tt := range tests {
		must.Equal(t, tt.want, stepviews.FairShare(tt.weights, tt.Room), "fairShare(%v, %d)", tt.weights, tt.Room)
	}
}

// TestLayOut builds what is around the texts of steps.
func TestLayOut(t *testing.T) {
	at := func(ms int64) *int64 { return &ms }
	steps := []results.Step{
		{StepID: 1, Timestamp: at(1000), Source: "user", Message: "go", Day: "d1"},
		{StepID: 2, Timestamp: at(2000), Source: "agent", ModelName: "m",
			ToolCalls: []results.ToolCall{{ID: "a", Name: "x"}, {ID: "b", Name: "y"}},
			Observation: &results.Observation{Results: []results.Result{{CallID: "b", Content: "B", Timestamp: at(4500)},
				{CallID: "c", Content: "?"}}}},
		{StepID: 3, Timestamp: at(100_000), Source: "agent", ModelName: "m2", Agent: "sub", Depth: 1, Day: "d2", Encrypted: true,
			Boundary: "replace", StopReason: "length"},
	}
	b := &stepviews.StepBuilder{
		Budget: stepviews.Budget{Room: 1 << 20, Most: 1 << 20}, Calls: 10, Each: 10, Left: 10, Start: at(0),
		Href: func(int, ...string) string { return "/x" }, Window: func(int) string { return "/y" },
		Media: func(results.Part) string { return "" },
	}
	list := b.Build(nil, steps)
	second, third := list[1], list[2]
	if *second.Elapsed != 2000 || *second.Took != 2500 || second.Gap != nil {
		t.Errorf("step 2: elapsed %d, took %d, gap %v; want 2000, 2500 and none", *second.Elapsed, *second.Took, second.Gap)
	}
	if len(second.Calls[0].Results) != 0 || len(second.Calls[1].Results) != 1 || second.Calls[1].Results[0].ID != "step-2-r1" ||
		len(second.Loose) != 1 {
		t.Errorf("results are not with their calls: %+v", second)
	}
	if third.Gap == nil || *third.Gap != 95_500 || !third.NewAgent || !third.NewDay || third.Model != "m2" || !third.Encrypted ||
		third.Stop != "length" {
		t.Errorf("step 3: %+v; want a gap of 95,500 ms, a new agent, day and model, and that reasoning is encrypted", third)
	}
	if got := second.Calls[1].Results[0].Content; got.Mode != stepviews.TextLines || got.Lines != "step-2-r1-L" || got.Fold.Head != "B" {
		t.Errorf("content %+v", got)
	}
	if got := second.Calls[0].Change; got != nil {
		t.Errorf("a call that edits nothing has the change %+v", got)
	}
}
