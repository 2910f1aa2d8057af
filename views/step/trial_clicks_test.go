package step

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawatlas/clawatlas/results"
)

// TestMarkClicks draws clicks on the last picture before them, and on no other.
func TestMarkClicks(t *testing.T) {
	click := func(x, y int) []results.ToolCall {
		return []results.ToolCall{{ID: "1", Name: "computer",
			Arguments: fmt.Appendf(nil, `{"type":"click","x":%d,"y":%d,"model_x":1,"model_y":1}`, x, y)}}
	}
	shot := func(raw string, width int) *results.Observation {
		return &results.Observation{Results: []results.Result{{CallID: "1",
			Parts: []results.Part{{Type: "image", MediaType: "image/png", Raw: raw, Width: width, Height: width / 2}}}}}
	}
	steps := []results.Step{
		{StepID: 1, Source: "agent", ToolCalls: click(1, 1), Observation: shot("a", 200)},     // no picture before it
		{StepID: 2, Source: "agent", ToolCalls: click(150, 60), Observation: shot("b", 0)},    // on a
		{StepID: 3, Source: "agent", ToolCalls: click(10, 10), Observation: shot("c", 200)},   // on b, whose size is not known
		{StepID: 4, Source: "agent", ToolCalls: click(150, 101), Observation: shot("d", 200)}, // beyond c
		{StepID: 5, Source: "agent", ToolCalls: click(200, 100)},                              // on d
		{StepID: 6, Source: "agent", ToolCalls: click(0, 0)},                                  // on d too
	}
	b := &StepBuilder{
		Budget: Budget{Room: 1 << 20, Most: 1 << 20}, Calls: 10, Each: 10, Left: 10,
		Href: func(int, ...string) string { return "/x" }, Window: func(int) string { return "/y" },
		Media: func(p results.Part) string { return p.Raw },
	}
	got := map[string][]ClickMark{}
	for _, s := range b.Build(nil, steps) {
		for _, r := range s.Calls[0].Results {
			for _, p := range r.Parts {
				got[p.Href] = p.Clicks
			}
		}
	}
	want := map[string][]ClickMark{
		"a": {{X: 150, Y: 60, Label: "click of step 2 at 150, 60 of 200 × 100 pixels", Href: "#step-2-call-1"}},
		"b": nil, "c": nil,
		"d": {{X: 200, Y: 100, Label: "click of step 5 at 200, 100 of 200 × 100 pixels", Href: "#step-5-call-1"},
			{Label: "click of step 6 at 0, 0 of 200 × 100 pixels", Href: "#step-6-call-1"}},
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}
