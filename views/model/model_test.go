package model

import (
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

// placedModel is a model that is ranked on one board, alone with records on another,
// printed on a third, and incomplete on a fourth.
func placedModel() *Model {
	run, score := "bench-m-1", 0.75
	place := func(name string, run *string, complete bool) Placement {
		p := Placement{Benchmark: strings.ToLower(name), BenchmarkName: name, Headline: "crs", Of: 3, Tasks: 10, Noun: "round",
			Peers: []float64{0.5, 0.9}}
		p.BoardRow = results.BoardRow{Run: run, Complete: complete, System: results.System{Model: "m", Framework: "f"},
			Metrics: map[string]results.MetricValue{"crs": {Value: &score}}}
		return p
	}
	ranked, alone := place("Ranked", &run, true), place("Alone", &run, true)
	ranked.Metrics["crs"] = results.MetricValue{Value: &score, CI: &[2]float64{0.7, 0.8}}
	ranked.RankInterval = &[2]int{1, 2}
	alone.Of = 1
	return &Model{Name: "M", Places: []Placement{place("Printed", nil, true), place("Cut", &run, false), alone, ranked}}
}

func TestModelCard(t *testing.T) {
	d := placedModel()
	rows, scale := d.rows()
	var got []string
	for _, r := range rows {
		got = append(got, strings.Join([]string{r.rank, r.name, r.sub, r.value, r.interval}, " | "))
	}
	want := []string{
		"– | Alone · f | CRS, 3 systems, 10 rounds | 75.00 | –",
		"1–2 | Ranked · f | CRS, 3 systems, 10 rounds | 75.00 | 70.00–80.00",
		"– | Printed · f | CRS, 3 systems, 10 rounds | 75.00 | reported",
	}
	must.Same(t, want, got, "rows of the card")
	if !rows[2].estimate.Hollow || rows[1].estimate.Hollow {
		t.Error("only the printed value is hollow")
	}
	if scale.Lo > 0.5 || scale.Hi < 0.9 {
		t.Errorf("the scale from %v to %v leaves a peer off", scale.Lo, scale.Hi)
	}
	if got, want := d.verdict(), "Ranked · f: rank 1–2 of 3."; got != want {
		t.Errorf("verdict %q, want %q", got, want)
	}
	d.Places[2].Tasks = SmallSet - 1
	if rows, _ = d.rows(); rows[0].name != "Ranked · f" {
		t.Errorf("a set of a few tasks stands at the head: %q", rows[0].name)
	}
	d.Places = d.Places[:2]
	if got := d.verdict(); !strings.HasPrefix(got, "Reported results only") {
		t.Errorf("verdict of a printed model: %q", got)
	}
	d.Places = d.Places[1:]
	if rows, _ = d.rows(); rows != nil || d.verdict() != "" {
		t.Error("an incomplete run alone makes a card")
	}
}
