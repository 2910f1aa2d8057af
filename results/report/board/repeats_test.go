package board

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/results/report/reporttest"
)

// TestRepeats: three runs of one system by hand, of which the board's interval holds
// two; a run that may not be ranked is none of them.
func TestRepeats(t *testing.T) {
	system := results.System{Model: "m"}
	v := reporttest.ToolBench()
	v.Board.Headline = "score"
	v.Runs = map[string]results.Run{}
	values, started := map[int64]*float64{}, []int64{30, 10, 20, 40}
	for i, x := range []float64{0.684, 0.712, 0.708, 0.1} {
		slug := "r" + string(rune('1'+i))
		v.Runs[slug] = results.Run{ID: int64(i + 1), Slug: slug, System: system, Complete: i < 3, StartedAt: &started[i]}
		values[int64(i+1)] = &x
	}
	v.Board.Rows = v.Board.Rows[:1] // r1
	v.Board.Rows[0].Metrics = map[string]results.MetricValue{"score": {CI: &[2]float64{0.65, 0.71}}}
	p := NewRepeats(v, values, nil)
	if len(p.Systems) != 1 {
		t.Fatalf("%+v", p.Systems)
	}
	s := p.Systems[0]
	var runs []string
	for _, r := range s.Runs {
		runs = append(runs, r.Run)
	}
	// By hand: mean 2.104/3; squares of the deviations 0.000300, 0.000114, 0.000044.
	mean := 2.104 / 3
	sd := math.Sqrt((math.Pow(0.684-mean, 2) + math.Pow(0.712-mean, 2) + math.Pow(0.708-mean, 2)) / 2)
	if diff := cmp.Diff([]string{"r2", "r3", "r1"}, runs); diff != "" || s.N != 3 || s.Min != 0.684 || s.Max != 0.712 ||
		!(math.Abs(s.Mean-mean) <= 1e-12) || !(math.Abs(*s.SD-sd) <= 1e-12) || *s.Standing != "r1" || *s.Inside != 2 {
		t.Errorf("%s%+v, inside %d", diff, s, *s.Inside)
	}
	half, one := 0.5, 1.0
	p.AddTasks("r3", map[string]int64{"r1": 1, "r2": 2, "r3": 3},
		[]results.TaskMean{{Run: 1, Scenario: "s", Task: "a", Mean: &one}, {Run: 2, Scenario: "s", Task: "a", Mean: &half},
			{Run: 1, Scenario: "s", Task: "b", Mean: &half},
			{Run: 2, Scenario: "s", Task: "b", Mean: &half}, {Run: 3, Scenario: "s", Task: "b", Mean: &half}, {Run: 3, Scenario: "s", Task: "c"}})
	want := []RepeatedTask{
		{Scenario: "s", Task: "b", Values: []*float64{&half, &half, &half},
			RunSpread: report.RunSpread{N: 3, Min: 0.5, Max: 0.5, Mean: 0.5, SD: new(float64)}, URL: "/b/b/scenarios/s/b"},
		{Scenario: "s", Task: "a", Values: []*float64{&half, nil, &one},
			RunSpread: report.RunSpread{N: 2, Min: 0.5, Max: 1, Mean: 0.75, SD: ref(math.Sqrt(0.125))}, URL: "/b/b/scenarios/s/a"},
	}
	if diff := cmp.Diff(want, p.Tasks); diff != "" || p.Differing() != 1 {
		t.Errorf("%d tasks differ; %s", p.Differing(), diff)
	}
	if p.Find("r4") != nil {
		t.Error("an incomplete run is a repeat")
	}
	if s := spreadOf([]float64{0.5}); s.SD != nil {
		t.Errorf("one run has a deviation: %v", *s.SD)
	}
}

func ref(x float64) *float64 { return &x }
