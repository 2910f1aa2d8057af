package world

import (
	"encoding/json"
	"os"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/resultstest"
)

// stagedTask has a check of each kind: named, by value of a silent, a loud and both
// changes, and one that is linked to nothing but a change without a label.
func stagedTask(slug string) results.Task {
	t := results.Task{Scenario: "desk", Slug: slug, Checks: []results.CheckSpec{
		{ID: "S0_start", Day: "stage0"}, {ID: "S1_silent_seen", Day: "stage2"}, {ID: "S1_value",
			Day: "stage1"}, {ID: "S1_loud", Day: "stage1", RedLine: true},
		{ID: "S2_both", Day: "final", Description: "Both."},
		{ID: "S2_told", Day: "stage2", Description: "The Silent change, and the loud one."}, {ID: "S2_other", Day: "stage2"}}}
	old := "1"
	t.Facts.Stages = []results.Stage{{ID: "stage0", Silent: 1},
		{ID: "stage1", Notification: "Day 1", Silent: 2, Loud: 1, Changes: []results.StageChange{
			{Service: "notion", Label: "silent", Told: "no", Static: true, Checks: []string{"S1_value", "S2_both"},
				Fields: []results.ChangedField{{Old: &old}, {}}},
			{Service: "email", Label: "loud", Told: "named", Static: true, Conditional: true, Checks: []string{"S1_loud", "S2_both", "S2_told"}},
			{Service: "email", Told: "service", Repeated: true, Checks: []string{"S2_other"}}}}, {ID: "stage2"}}
	return t
}

func verdicts(task string, attempt int, passed map[string]bool) results.Trial {
	score := 0.5
	t := results.Trial{Scenario: "desk", Task: task, Attempt: attempt, Score: &score}
	for id, ok := range passed {
		t.Checks = append(t.Checks, results.Check{ID: id, Passed: &ok})
	}
	t.Checks = append(t.Checks, results.Check{ID: "stranger", Passed: new(bool)})
	return t
}

// Each verdict is counted once by what its check is linked to; the first failure is
// that of the earliest stage, whatever the order of the rubric.
func TestCheckLinked(t *testing.T) {
	tasks := []results.Task{stagedTask("t1"), stagedTask("t2")}
	all := map[string]bool{"S0_start": true, "S1_silent_seen": false, "S1_value": true, "S1_loud": false,
		"S2_both": false, "S2_told": true, "S2_other": false}
	held := map[string]bool{"S1_value": true, "S0_start": false}
	unscored := verdicts("t1", 3, all)
	unscored.Score = nil
	got := CheckLinked(tasks, []results.Trial{verdicts("t1", 1, all), verdicts("t2", 2, held), unscored, verdicts("stranger", 1, all)})
	want := LinkedChecks{
		Silent: CheckRate{K: 2, N: 3}, Loud: CheckRate{N: 1}, Both: CheckRate{K: 1, N: 2}, Others: CheckRate{K: 1, N: 3},
		ByName: CheckRate{K: 1, N: 2}, ByValue: CheckRate{K: 2, N: 3}, NotEvaluated: 4,
		FirstFailed: []StageFailed{{"stage1", 1}}, Held: 1,
		Failed: []LinkFailed{{TaskName: results.TaskName{Scenario: "desk", Task: "t1"}, Attempt: 1,
			Check: "S1_loud", Stage: "stage1", Kind: "loud"}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// An interval stands from ten verdicts on.
func TestCheckRateInterval(t *testing.T) {
	var trials []results.Trial
	for i := range 10 {
		trials = append(trials, verdicts("t1", i+1, map[string]bool{"S1_value": i < 7, "S2_other": true}))
	}
	nine := CheckLinked([]results.Task{stagedTask("t1")}, trials[:9])
	ten := CheckLinked([]results.Task{stagedTask("t1")}, trials)
	if nine.Silent.CI != nil || ten.Silent.CI == nil || ten.Silent.K != 7 || ten.Silent.CI[0] >= 0.7 || ten.Silent.CI[1] <= 0.7 {
		t.Errorf("nine %+v, ten %+v", nine.Silent, ten.Silent)
	}
	if diff := cmp.Diff([]StageFailed{{"stage1", 3}}, ten.FirstFailed); diff != "" || ten.Held != 7 {
		t.Errorf("%s, held %d", diff, ten.Held)
	}
}

func TestCountStages(t *testing.T) {
	facts := results.Task{Facts: results.TaskFacts{Stages: []results.Stage{{ID: "stage0"}, {ID: "stage1", Silent: 3}, {ID: "stage10"}}}}
	got := CountStages([]results.Task{stagedTask("t1"), facts, {Slug: "one"}})
	want := &StageCounts{Tasks: 2, Stages: 6, Read: 1, Events: StageLabels{Silent: 6, Loud: 1},
		Changes: &StageChanges{N: 3, Silent: StageTold{N: 1, No: 1, Linked: 1}, Loud: StageTold{N: 1, Named: 1, Linked: 1},
			Unlabelled: StageTold{N: 1, Service: 1, Linked: 1}, Static: 2, Conditional: 1, Repeated: 1, Fields: 2, Old: 1},
		ByStage: []StageRow{{Stage: "stage0", Tasks: 2, Events: StageLabels{Silent: 1}},
			{Stage: "stage1", Tasks: 2, Events: StageLabels{Silent: 5, Loud: 1}, Silent: 1, Loud: 1, Unlabelled: 1, Mentioned: 2},
			{Stage: "stage2", Tasks: 1}, {Stage: "stage10", Tasks: 1}},
		Services: []ServiceRow{{Service: "email", Loud: 1, Unlabelled: 1}, {Service: "notion", Silent: 1}},
		Checks:   StageLinks{N: 7, RedLine: 1, Named: 2, Silent: 2, Loud: 3, Both: 1},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if n := CountStages([]results.Task{facts}); n.Changes != nil || n.Read != 0 {
		t.Errorf("of facts alone changes are known: %+v", n)
	}
	if n := CountStages([]results.Task{{Slug: "one"}}); n != nil {
		t.Errorf("a task without stages has %+v", n)
	}
}

// The thirteen shared tasks as another reader wrote them down come to the counts of
// the golden file.
func testRealStages(t *testing.T) {
	var extract []struct {
		Stages []struct {
			ID     string `json:"id"`
			Events []struct {
				Service string   `json:"service"`
				Label   string   `json:"label"`
				Told    string   `json:"told"`
				Static  bool     `json:"static"`
				Checks  []string `json:"checks_by_value"`
			} `json:"events"`
		} `json:"stages"`
		Rubric []struct {
			ID      string `json:"id"`
			Doc     string `json:"doc"`
			RedLine bool   `json:"redline"`
		} `json:"rubric"`
	}
	var golden struct {
		Totals    map[string]float64        `json:"shared_13"`
		ByService map[string]map[string]int `json:"shared_13_by_service"`
	}
	readShared(t, &extract, "world", "clawmark-tasks", "extracted.json")
	readShared(t, &golden, "golden", "golden_clawmark_shared13.json")
	var tasks []results.Task
	for _, x := range extract {
		var task results.Task
		for i, st := range x.Stages {
			stage := results.Stage{ID: st.ID, Notification: "told"}
			for _, e := range st.Events {
				if i > 0 {
					stage.Changes = append(stage.Changes, results.StageChange{Service: e.Service, Label: e.Label,
						Told: e.Told, Static: e.Static, Checks: e.Checks})
				}
			}
			task.Facts.Stages = append(task.Facts.Stages, stage)
		}
		for _, r := range x.Rubric {
			task.Checks = append(task.Checks, results.CheckSpec{ID: r.ID, Description: r.Doc, RedLine: r.RedLine})
		}
		tasks = append(tasks, task)
	}
	n := CountStages(tasks)
	c := n.Changes
	got := map[string]int{"tasks": n.Tasks, "stages": n.Stages, "changes": c.N, "changes_static": c.Static,
		"changes_silent": c.Silent.N, "changes_loud": c.Loud.N, "changes_unlabelled": c.Unlabelled.N,
		"silent_told_no": c.Silent.No, "silent_told_service": c.Silent.Service, "loud_told_no": c.Loud.No,
		"loud_told_service": c.Loud.Service, "loud_told_named": c.Loud.Named,
		"unlabelled_told_no": c.Unlabelled.No, "unlabelled_told_service": c.Unlabelled.Service, "unlabelled_told_named": c.Unlabelled.Named,
		"checkers": n.Checks.N, "redlines": n.Checks.RedLine, "checks_naming_silent": n.Checks.Named}
	for key, k := range got {
		if float64(k) != golden.Totals[key] {
			t.Errorf("%s: %d, want %v", key, k, golden.Totals[key])
		}
	}
	for service, by := range golden.ByService {
		i := slices.IndexFunc(n.Services, func(s ServiceRow) bool { return s.Service == service })
		if s := n.Services[i]; s.Silent != by["silent"] || s.Loud != by["loud"] || s.Unlabelled != by["unlabelled"] {
			t.Errorf("%+v, want %v", s, by)
		}
	}
	// Counted by hand from checks_by_value of the extract.
	if n.Checks.Silent != 11 || n.Checks.Loud != 11 || n.Checks.Both != 1 {
		t.Errorf("checks %+v", n.Checks)
	}
}

func readShared(t *testing.T, into any, path ...string) {
	t.Helper()
	raw := must.Get(os.ReadFile(resultstest.Shared(t, path...)))(t)
	must.Do(t, json.Unmarshal(raw, into))
}
