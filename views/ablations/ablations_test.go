package ablations

import (
	"fmt"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/compare"
	"github.com/clawatlas/clawatlas/results/resultstest"
	"github.com/clawatlas/clawatlas/results/score"
	"github.com/clawatlas/clawatlas/views"
)

func row(model, framework, variant string, value float64, run string) results.BoardRow {
	r := results.BoardRow{System: results.System{Model: model, Framework: framework, Variant: variant}, Name: model, Complete: true,
		Metrics: map[string]results.MetricValue{"avg": {Value: &value}}}
	if run != "" {
		r.Run = &run
	}
	return r
}

func bench(rows ...results.BoardRow) *views.Bench {
	return &views.Bench{Benchmark: results.Benchmark{ID: "b", Scoring: results.ScoringReward}, Board: results.Board{Headline: "avg", Keys: []string{"avg"}, Rows: rows}}
}

// TestAdditions: additions with records are tested, and adjusted together where no board
// ranks them; reported ones are in no test.
func TestAdditions(t *testing.T) {
	system := func(r results.BoardRow, passes int) views.ScoredSystem {
		var tasks []results.Task
		var trials []results.Trial
		for i := range 12 {
			slug := fmt.Sprint("t", i)
			tasks = append(tasks, results.Task{Scenario: "s", Slug: slug})
			trials = append(trials, results.Trial{Scenario: "s", Task: slug, Attempt: 1, Attempts: 1, Score: new(map[bool]float64{true: 1}[i < passes])})
		}
		units := score.Units(results.ScoringReward, tasks, trials)
		return views.ScoredSystem{Row: r, Units: func() []score.Unit { return units }}
	}
	none, most, some := row("m", "f", "", 0, "none"), row("m", "f", "memory", .75, "most"), row("m", "f", "skills", .5, "some")
	a := New(bench(none, most, some, row("n", "f", "", .1, ""), row("n", "f", "memory", .9, ""), row("o", "f", "memory", .9, "")), Query{})
	if len(a.Additions) != 3 {
		t.Fatalf("%d additions, want those of a system that stands without it too", len(a.Additions))
	}
	a.AddTests(&views.ScoredGroup{Systems: []views.ScoredSystem{system(none, 0), system(most, 9), system(some, 6)}}, nil)
	near := func(p *float64, want float64) bool { return p != nil && resultstest.Near(*p, want, 1e-9) }
	// 2/2^9 and 2/2^6, adjusted for two tests.
	first, second, reported := a.Additions[0], a.Additions[1], a.Additions[2]
	if !near(first.PHolm, 2.0/256) || !near(second.PHolm, 1.0/32) || reported.P != nil {
		t.Errorf("%v %v %v", first.PHolm, second.PHolm, reported.P)
	}
	list := a.additionEffects()
	if n := tally(list)["memory"]; n != [3]int{2, 1, 1} {
		t.Errorf("memory: %v of all, tested and significant", n)
	}
}

// TestHarness: pairs of harnesses have one direction, whichever is higher for a model.
func TestHarness(t *testing.T) {
	rows := []results.BoardRow{row("m", "f", "", .5, ""), row("m", "g", "", .3, ""), row("n", "g", "", .4, ""), row("o", "f", "", .4, "")}
	a := New(bench(rows...), Query{})
	if len(a.Models) != 1 || strings.Join(a.Frameworks, " ") != "f g" || !resultstest.Near(*a.Models[0].Spread, .2, 1e-9) {
		t.Errorf("%v %+v", a.Frameworks, a.Models)
	}
	low, high := .001, .5
	a.Harnesses = []compare.HarnessEffect{
		{Name: "m", Frameworks: [2]string{"f", "g"}, Runs: [2]string{"mf", "mg"}, Values: [2]float64{.5, .3}, Difference: .2, P: &low, PHolm: &low},
		{Name: "n", Frameworks: [2]string{"g", "f"}, Runs: [2]string{"ng", "nf"}, Values: [2]float64{.35, .3}, Difference: .05, P: &high, PHolm: &high,
			CI: &[2]float64{-.1, .2}}}
	list := a.harnessEffects()
	if e := list[1]; e.group != "f against g" || !resultstest.Near(e.difference, -.05, 1e-9) || e.compare != "/compare?a=ng&b=nf" || *e.ci != [2]float64{-.2, .1} {
		t.Errorf("%+v", e)
	}
	if note := a.harnessTable().Notes["f against g"]; note != "significant for 1 of 2 models" {
		t.Error(note)
	}
	if b := a.blocks(); len(b) != 1 || b[0] != "harness" {
		t.Errorf("blocks %v", b)
	}
}

// TestLeadOfHarnesses: a model on which the second harness is ahead is no victory of the first.
func TestLeadOfHarnesses(t *testing.T) {
	low, high := .001, .5
	effect := func(by float64, p *float64) compare.HarnessEffect {
		return compare.HarnessEffect{Name: "m", Frameworks: [2]string{"f", "g"}, Values: [2]float64{.5, .5 - by}, Difference: by, P: p, PHolm: p}
	}
	for want, list := range map[string][]compare.HarnessEffect{
		"f beats g on 1 of 2 models, by 30.0 points, and loses to it on 1, by 10.0 points.": {effect(.3, &low), effect(-.1, &low)},
		"f beats g on all two models, by 10.0 to 30.0 points.":                              {effect(.3, &low), effect(.1, &low)},
		"g beats f on 1 of 2 models, by 10.0 points.":                                       {effect(.3, &high), effect(-.1, &low)},
	} {
		a := New(bench(), Query{})
		a.Harnesses = list
		var s views.Sentence
		if a.leadHarness(&s); s.String() != want {
			t.Errorf("%q, want %q", s.String(), want)
		}
	}
}

// TestRuns: tasks that every run scores alike are counted, the others listed by their mean.
func TestRuns(t *testing.T) {
	a := New(bench(), Query{})
	var means []results.TaskMean
	for task, scores := range map[string][3]float64{"all": {1, 1, 1}, "none": {}, "part": {.5, .5, .5}, "once": {0, 1, 0}, "twice": {1, 1, 0}} {
		for i, v := range scores {
			means = append(means, results.TaskMean{Run: int64(i + 1), Scenario: "s", Task: task, Mean: &v})
		}
	}
	a.AddRuns(&views.Repeated{Runs: make([]views.RepeatedRun, 3)}, []int64{1, 2, 3}, means)
	if a.Constant != (Constant{5, 1, 1}) || len(a.Tasks) != 2 || a.Tasks[0].Task != "twice" || a.Tasks[1].Task != "once" {
		t.Errorf("%+v %+v", a.Constant, a.Tasks)
	}
	if text := a.Tasks[1].strip().Summary(); !strings.Contains(text, "1 of 3") {
		t.Error(text)
	}
}
