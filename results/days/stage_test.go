package days

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/resultstest"
	"github.com/clawatlas/clawatlas/results/score"
)

// stageTask is a task of three working days.
func stageTask(scenario, slug string, checks ...results.CheckSpec) results.Task {
	return results.Task{Scenario: scenario, Slug: slug, Checks: checks,
		Facts: results.TaskFacts{Stages: []results.Stage{{ID: "stage0"}, {ID: "stage1"}, {ID: "stage2"}}}}
}

func f64(x float64) *float64 { return &x }

// stageFixture has two tasks: a with checks on days 1 and 2 and after the last
// one, b with one on day 1.
func stageFixture() ([]results.Task, []results.Trial) {
	tasks := []results.Task{
		stageTask("s", "a", results.CheckSpec{ID: "1", Day: "stage0", Weight: 3}, results.CheckSpec{ID: "2",
			Day: "stage0", Weight: 1}, results.CheckSpec{ID: "3", Day: "stage1", Weight: 2}, results.CheckSpec{ID: "4", Day: "final", Weight: 1}),
		stageTask("t", "b", results.CheckSpec{ID: "1", Day: "stage0", Weight: 1}, results.CheckSpec{ID: "2", Day: "stage2"}),
	}
	trials := []results.Trial{
		{Scenario: "s", Task: "a", Score: f64(.5), Checks: []results.Check{{ID: "1", Day: "stage0", Weight: 3, Passed: yes()},
			{ID: "2", Day: "stage0", Weight: 1, Passed: no()}, {ID: "3", Day: "stage1", Weight: 2, Passed: no()}, {ID: "4", Day: "final", Weight: 1, Passed: yes()}}},
		{Scenario: "t", Task: "b", Score: f64(1), Checks: []results.Check{{ID: "1", Day: "stage0", Weight: 1, Passed: yes()}}},
	}
	return tasks, trials
}

// TestStageVerdicts holds the points against the metric of the run that the
// formula gives over all tasks at once.
func TestStageVerdicts(t *testing.T) {
	tasks, trials := stageFixture()
	points := Points(StageVerdicts(tasks, trials), Stages+1)
	if p := points[0]; *p.Value != (.75+1)/2 || p.N != 2 || p.Scenarios != 2 {
		t.Errorf("day 1: %+v", p)
	}
	if p := points[1]; *p.Value != 0 || p.N != 1 {
		t.Errorf("day 2: %+v", p)
	}
	if p := points[2]; p.Value != nil || p.N != 0 {
		t.Errorf("day 3, which checks nothing: %+v", p)
	}
	if p := points[Final]; *p.Value != 1 || p.N != 1 {
		t.Errorf("after the last day: %+v", p)
	}
	for _, m := range score.ClawMark(tasks, trials) {
		if m.Scope == "day:1" && m.Convention == score.ThreeDays && !resultstest.Near(*m.Value, *points[0].Value, 1e-12) {
			t.Errorf("the run's metric is %v, the point %v", *m.Value, *points[0].Value)
		}
	}
}

// TestStageTasks counts which tasks have a day: one without weight is none, and
// without any check known each day has all tasks, and nothing is known of what
// follows the last.
func TestStageTasks(t *testing.T) {
	tasks, _ := stageFixture()
	if diff := cmp.Diff([Stages + 1]int{2, 1, 0, 1}, StageTasks(tasks)); diff != "" {
		t.Error(diff)
	}
	bare := []results.Task{stageTask("s", "a"), stageTask("s", "b")}
	if diff := cmp.Diff([Stages + 1]int{2, 2, 2, 0}, StageTasks(bare)); diff != "" {
		t.Error(diff)
	}
	two, four := stageTask("s", "c"), stageTask("s", "d")
	two.Facts.Stages = two.Facts.Stages[:2]
	four.Facts.Stages = append(four.Facts.Stages, results.Stage{ID: "stage3"})
	if n := len(ThreeDays(append(bare, two, four))); n != 2 {
		t.Errorf("%d tasks of three days, want 2", n)
	}
}
