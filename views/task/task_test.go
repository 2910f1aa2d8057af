package task

import (
	"fmt"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/table"
)

// TestTaskThatOnlyARunNames: it has no place among the dataset's tasks and no
// rest to be compared with.
func TestTaskThatOnlyARunNames(t *testing.T) {
	score := 0.0
	run := results.Run{Slug: "r1", System: results.System{Model: "m"}}
	p := NewTask(&TaskRecords{Benchmark: results.Benchmark{ID: "b", Words: results.Words{Task: "round"}}, Task: results.Task{Scenario: "s", Slug: "x", Kind: results.KindMultiChoice}, Expected: 10,
		Runs: views.ScoredRuns{Runs: []results.Run{run}, Sums: map[string]results.ScoreSum{"r1": {Run: "r1", Scored: 10, Sum: 5}}},
		Trials: map[[2]string][]*results.StoredTrial{{"r1", "x"}: {{ID: 7, Run: "r1", Trial: results.Trial{Scenario: "s", Task: "x", Attempt: 1, Status: results.Failed,
			Score: &score, Kind: results.KindMultiChoice, Selected: []string{"A", "C"}, Gold: []string{"A", "B"}}}}},
		Details: map[int64]results.TrialDetails{7: {Prompt: "as sent"}},
	}, TaskQuery{})
	if p.Records.Index() != -1 || p.neighbour(-1).Href+p.neighbour(1).Href != "" {
		t.Errorf("index %d, neighbours %+v %+v", p.Records.Index(), p.neighbour(-1), p.neighbour(1))
	}
	if p.Prompt == nil || *p.Prompt != "as sent" || p.PromptFrom != "/runs/r1/s/x" {
		t.Errorf("prompt %v from %q, want what the record says was sent", p.Prompt, p.PromptFrom)
	}
	got := ""
	for _, o := range p.Options {
		got += fmt.Sprintf("%s %t %d/%d, ", o.Label, o.Gold, o.Errors, o.Answers)
	}
	if want := "A true 0/1, B true 1/1, C false 1/1, "; got != want {
		t.Errorf("options from the record %q, want %q", got, want)
	}
}

// A check that was not evaluated has neither passed nor failed: it is no part of
// the rate at which systems pass the check.
func TestCheckRateWithoutEvaluation(t *testing.T) {
	yes, no := true, false
	d := &TaskRecords{Task: results.Task{Kind: results.KindRubric, Checks: []results.CheckSpec{{ID: "a", Weight: 1}, {ID: "b", Weight: 1}}}}
	p := &Task{Kind: results.KindRubric, Records: d, All: []TaskTrial{
		{Checks: []results.Check{{ID: "a", Passed: &yes}, {ID: "b"}}},
		{Checks: []results.Check{{ID: "a", Passed: &no}, {ID: "b"}}},
		{Checks: []results.Check{{ID: "a"}}}, // its record lacks b
	}}
	p.addChecks()
	if len(p.Checks) != 2 {
		t.Fatalf("%d checks, want 2", len(p.Checks))
	}
	if c := p.Checks[0]; c.Passed != 1 || c.Evaluated != 2 {
		t.Errorf("a, evaluated in two of three trials: %d of %d", c.Passed, c.Evaluated)
	}
	if c := p.Checks[1]; c.Evaluated != 0 {
		t.Errorf("b, evaluated in none: %d of %d", c.Passed, c.Evaluated)
	}
}

// TestTaskCutPage: a page shows the trials of its block, and sums stay over all.
func TestTaskCutPage(t *testing.T) {
	d := &TaskRecords{Benchmark: results.Benchmark{Words: results.Words{Task: "round"}}, Task: results.Task{Scenario: "s", Slug: "x", Kind: results.KindExecCheck},
		Runs: views.ScoredRuns{Sums: map[string]results.ScoreSum{}}, Trials: map[[2]string][]*results.StoredTrial{}}
	for i := range 5 {
		run, score, status := fmt.Sprintf("r%d", i), 0.0, results.Failed
		if i == 3 {
			score, status = 1, results.Passed
		}
		d.Runs.Runs = append(d.Runs.Runs, results.Run{Slug: run})
		d.Trials[[2]string{run, "x"}] = []*results.StoredTrial{{Run: run, Trial: results.Trial{Scenario: "s", Task: "x", Attempt: 1, Score: &score, Status: status}}}
	}
	p := NewTask(d, TaskQuery{Block: table.Window{Key: "block", Number: 2, Size: 2}})
	p.CutPage()
	shown := ""
	for _, x := range p.Trials {
		shown += x.Run + " "
	}
	if shown != "r2 r3 " || p.Pair != [2]string{"r3", "r0"} {
		t.Errorf("shown %q, the pair %v", shown, p.Pair)
	}
	if len(p.All) != 5 || p.Scored != 5 || p.Passed != 1 {
		t.Errorf("%d of %d passed over %d trials, want 1 of 5 over 5", p.Passed, p.Scored, len(p.All))
	}
}

// TestUnreadableAnswer: an answer of which no letters could be read chose nothing and
// omitted nothing; one that was read as empty omitted every correct option.
func TestUnreadableAnswer(t *testing.T) {
	d := &TaskRecords{Task: results.Task{Kind: results.KindMultiChoice, Options: []results.Option{{Label: "A", Gold: true}, {Label: "B"}}}}
	p := &Task{Kind: results.KindMultiChoice, Records: d}
	for run, selected := range [][]string{nil, {}, {"B"}, {"A"}} {
		p.All = append(p.All, TaskTrial{TrialOutcome: views.TrialOutcome{Run: fmt.Sprint(run)}, Selected: selected})
	}
	p.addOptions()
	got := ""
	for _, o := range p.Options {
		got += fmt.Sprint(o.Label, o.SelectedBy, o.OmittedBy, o.Errors, o.Answers, ";")
	}
	if want := "A[3] [1 2] 2 3;B[2] [] 1 3;"; strings.ReplaceAll(got, " ;", ";") != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestUnjudgedIsNoFailure: what has no verdict is not offered as the run that failed.
func TestUnjudgedIsNoFailure(t *testing.T) {
	d := &TaskRecords{Task: results.Task{Scenario: "s", Slug: "x"}, Trials: map[[2]string][]*results.StoredTrial{}}
	for run, status := range map[string]results.Status{"a": results.NotJudged, "b": results.Passed, "c": results.Failed} {
		d.Runs.Runs = append(d.Runs.Runs, results.Run{Slug: run})
		d.Trials[[2]string{run, "x"}] = []*results.StoredTrial{{Run: run, Trial: results.Trial{Status: status}}}
	}
	must.Equal(t, [2]string{"b", "c"}, NewTask(d, TaskQuery{}).Pair, "pair")
}
