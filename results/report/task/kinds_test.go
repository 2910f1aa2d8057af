package task

import (
	"math"
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/report/reporttest"
)

// TestKinds: a scenario without rounds of one kind is no point; printed rows of
// another provider's agent are none either, and a shared model leaves no interval.
func TestKinds(t *testing.T) {
	v := reporttest.ToolBench()
	metric := func(run int64, scenario string, x float64) results.ScopedMetric {
		return results.ScopedMetric{Run: run, Scope: "scenario:" + scenario, Value: &x}
	}
	mc := []results.ScopedMetric{metric(1, "a", 0.2), metric(1, "b", 0.4), metric(1, "c", 0.9), metric(1, "d", 1), metric(1, "e", 0.5), metric(2, "a", 0.5), metric(2, "b", 0.5), metric(2, "c", 0.5)}
	ec := []results.ScopedMetric{metric(1, "a", 0.1), metric(1, "b", 0.6), metric(1, "c", 0.5), metric(1, "d", 0.8), {Run: 1, Scope: "scenario:e"}, metric(2, "a", 0.1), metric(2, "b", 0.2), metric(2, "c", 0.3)}
	figure := func(model, framework, key string, x float64) results.Figure {
		return results.Figure{Source: "s", Table: "Table 1", Model: model, Framework: framework, Metric: key, Value: &x, Native: model == "native"}
	}
	var figures []results.Figure
	for i, model := range []string{"m", "m", "n", "native"} {
		figures = append(figures, figure(model, string(rune('f'+i)), "mc", float64(i)/4), figure(model, string(rune('f'+i)), "ec", float64(i*i)/16))
	}
	scenarios := []results.Scenario{{Slug: "a"}, {Slug: "b"}, {Slug: "c"}, {Slug: "d"}, {Slug: "e"}}
	k := NewKinds(v, scenarios, mc, ec, figures)
	one := k.Systems[0]
	// By hand: deviations of mc -0.425 -0.225 0.275 0.375, of ec -0.4 0.1 0 0.3.
	want := (0.17 - 0.0225 + 0.1125) / math.Sqrt((0.180625+0.050625+0.075625+0.140625)*(0.16+0.01+0.09))
	if one.N != 4 || len(one.Points) != 4 || math.Abs(*one.R-want) > 1e-12 || one.CI == nil {
		t.Errorf("%+v, r %v, want %v over 4 scenarios", one, one.R, want)
	}
	if flat := k.Systems[1]; flat.N != 3 || flat.R != nil || flat.CI != nil {
		t.Errorf("a kind that does not vary has a correlation: %+v", flat)
	}
	if p := k.Published; len(p) != 1 || p[0].N != 3 || p[0].R == nil || p[0].CI != nil {
		t.Errorf("printed: %+v", p)
	}
}
