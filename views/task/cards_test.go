package task

import (
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/report"
	taskreport "github.com/clawatlas/clawatlas/results/report/task"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/card"
)

// office is a benchmark with the ranked runs a and b, and c, which is not counted.
func office() (results.Benchmark, report.ScoredRuns) {
	b := results.Benchmark{ID: "office", Name: "Office", Headline: "crs", Words: results.Words{Task: "round", Scenario: "scenario"}}
	d := report.ScoredRuns{Ranked: map[string]bool{"a": true, "b": true}, Names: map[string]string{"m-a": "Model A"}}
	for i, id := range []string{"a", "b", "c"} {
		d.Runs = append(d.Runs, results.Run{ID: int64(i + 1), Slug: id, System: results.System{Model: "m-" + id}})
	}
	return b, d
}

// The card of a task counts the complete systems alone, names them, and says what kind
// of a task it is of which benchmark.
func TestTaskCard(t *testing.T) {
	d := &taskreport.TaskRecords{Task: results.Task{Scenario: "s", Slug: "q1", Title: "Move an office", Kind: results.KindMultiChoice},
		Trials: map[[2]string][]*results.StoredTrial{}}
	d.Benchmark, d.Runs = office()
	d.Benchmark.Titles = results.Titles{"s/q1": "Move an office"}
	pass, fail := 1.0, 0.0
	for run, score := range map[string]*float64{"a": &pass, "b": &fail, "c": &pass} {
		x := &results.StoredTrial{}
		x.Status, x.Score = results.Failed, score
		if *score == 1 {
			x.Status = results.Passed
		}
		d.Trials[[2]string{run, "q1"}] = []*results.StoredTrial{x}
	}
	x := TaskCard(taskreport.NewTask(d, taskreport.TaskQuery{}), views.CardPlace{})
	list, _ := x.Body.(card.Strips)
	if x.Title != "1 of 2 complete systems passed Move an office" || x.Sub != "Multi-choice round of Office" || x.Foot.Count != "2 complete systems" ||
		len(list) != 2 || list[0].Name != "Model A" || list[0].Value != "passed" || list[1].Value != "failed" {
		t.Errorf("%+v", x)
	}
	clear(d.Trials)
	if x = TaskCard(taskreport.NewTask(d, taskreport.TaskQuery{}), views.CardPlace{}); x.Title != "Move an office" || x.Sub != "Multi-choice round of Office. No verdict on it is counted" || x.Body != nil {
		t.Errorf("without a trial: %+v", x)
	}
}

// The card of a scenario has the complete systems by the scenario's own headline, each
// with what it passed of what has a verdict.
func TestScenarioCard(t *testing.T) {
	d := &taskreport.ScenarioRecords{Scenarios: []results.Scenario{{Slug: "s", Title: "Office move"}}, Tasks: []results.Task{{Scenario: "s", Slug: "q1"}, {Scenario: "s", Slug: "q2"}}}
	d.Benchmark, d.Runs = office()
	pass, fail := 1.0, 0.0
	var trials []results.StoredTrial
	for run, scores := range map[string][2]*float64{"a": {&pass, &pass}, "b": {&pass, &fail}, "c": {&pass, &pass}} {
		for i, v := range scores {
			x := results.StoredTrial{Run: run}
			x.Scenario, x.Task, x.Status, x.Score = "s", d.Tasks[i].Slug, results.Failed, v
			if *v == 1 {
				x.Status = results.Passed
			}
			trials = append(trials, x)
			d.AddScore(&results.TaskScore{Run: run, Task: x.Task, Score: v})
		}
	}
	d.Choose(taskreport.ScenarioQuery{Block: report.Window{Number: 1, Size: 9}})
	d.AddTrials(trials)
	low, high := .25, .75
	d.AddFigures("scenario:s", []results.ScopedMetric{{Run: 1, Scope: "scenario:s", Key: "crs", Value: &low}, {Run: 2, Scope: "scenario:s", Key: "crs", Value: &high}}, nil, nil)
	x := ScenarioCard(taskreport.NewScenario(d), views.CardPlace{})
	list, _ := x.Body.(card.Strips)
	if x.Title != "Office move" || x.Sub != "2 rounds of Office. Systems by CRS, best first" || len(list) != 2 ||
		list[0].Name != "m-b" || list[0].Value != "75.00, 1 of 2 passed" || list[1].Value != "25.00, 2 of 2 passed" || len(list[0].Row.Cells) != 2 {
		t.Errorf("%+v", x)
	}
}
