package report

import (
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/days"
	"github.com/clawatlas/clawatlas/results/world"
)

// A system's figures are absent where the dataset asks nothing or the run has no
// verdict, and zero only where something was asked and nothing was right.
func TestWorldSystem(t *testing.T) {
	exam := results.TaskFacts{SilentPref: true, Command: "check_preferences.py --rules P1,P2"}
	tasks := []results.Task{
		{Scenario: "s", Slug: "q1", Kind: results.KindExecCheck, Ordinal: 1},
		{Scenario: "s", Slug: "q2", Kind: results.KindMultiChoice, Ordinal: 2, Day: 1, Updates: []results.Update{{Kind: "workspace", Files: []results.UpdateFile{{Name: "docs/new-evidence.md"}}}}},
		{Scenario: "s", Slug: "q3", Kind: results.KindExecCheck, Ordinal: 3, Day: 1, Facts: results.TaskFacts{Prompt: "Quote new-evidence.md."}},
		{Scenario: "s", Slug: "q4", Kind: results.KindExecCheck, Ordinal: 4, Day: 1, Facts: exam},
	}
	run := "r"
	v := &Bench{Runs: map[string]results.Run{run: {ID: 7, Slug: run}}}
	row := results.BoardRow{Run: &run, Name: "Model"}
	q := NewWorldQuestions("other", tasks)
	if s := q.System(v, row, WorldRecords{}); s.Noticed != nil || s.Used != nil || s.Revised != nil || s.Preferences != nil || len(s.UpdateEffect) != 0 {
		t.Errorf("without a verdict: %+v", s)
	}

	zero, yes, no := 0.0, 1.0, 0.0
	trials := []results.StoredTrial{{ID: 1, Trial: results.Trial{Scenario: "s", Task: "q3", Score: &zero}}, {ID: 2, Trial: results.Trial{Scenario: "s", Task: "q4", Score: &zero}}}
	if ids := q.Exams(trials); len(ids) != 1 || ids[0] != 2 {
		t.Errorf("details of %v are needed, want those of 2", ids)
	}
	s := q.System(v, row, WorldRecords{
		Means:   map[[2]string]results.TaskMean{{"s", "q2"}: {Mean: &yes}, {"s", "q3"}: {Mean: &no}, {"s", "q4"}: {Mean: &no}},
		Trials:  trials,
		Noticed: &world.Noticed{Files: world.NoticedKind{K: 1, N: 2}},
		Details: map[int64]results.TrialDetails{2: {Verdict: &results.CheckerVerdict{Stdout: "P1: PASSED\nFAILED: P2: none"}}},
	})
	if s.Used == nil || s.Used.Named != (days.Count{N: 1}) || s.Used.Others != (days.Count{N: 1}) {
		t.Errorf("used %+v", s.Used)
	}
	if s.Noticed == nil || s.Noticed.Files.K != 1 {
		t.Errorf("noticed %+v", s.Noticed)
	}
	if s.Revised != nil {
		t.Errorf("revised %+v, though nothing is annotated", s.Revised)
	}
	if p := s.Preferences; p == nil || p.Kept != 1 || p.Reached != 2 || p.NotReached != 0 || p.Exams != (days.Count{N: 1}) || len(p.LostIn) != 1 {
		t.Errorf("preferences %+v", p)
	}
	if e, ok := s.UpdateEffect[results.KindMultiChoice]; !ok || e.Update != (days.Count{K: 1, N: 1}) || s.URL != "/runs/r" {
		t.Errorf("effect %+v, address %s", s.UpdateEffect, s.URL)
	}
}
