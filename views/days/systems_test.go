package days

import (
	"slices"
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/days"
	"github.com/clawatlas/clawatlas/views"
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
	v := &views.Bench{Runs: map[string]results.Run{run: {ID: 7, Slug: run}}}
	row := results.BoardRow{Run: &run, Name: "Model"}
	q := NewWorldQuestions("other", nil, tasks)
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
		Looked:  results.Looked{Looks: []results.Look{{Scenario: "s", Round: "q2", Kind: "file", Path: "a", Level: "opened"}}, Rounds: []results.LookedRound{{Scenario: "s", Round: "q2", Objects: 1, Same: 1, Ever: 1, Traced: true}}, Values: []results.WrittenValue{{Value: "v", Written: "both"}}},
		Details: map[int64]results.TrialDetails{2: {Verdict: &results.CheckerVerdict{Stdout: "P1: PASSED\nFAILED: P2: none"}}},
	})
	if s.Used == nil || s.Used.Named != (days.Count{N: 1}) || s.Used.Others != (days.Count{N: 1}) {
		t.Errorf("used %+v", s.Used)
	}
	if s.Noticed == nil || s.Noticed.Files.K != 1 || s.Noticed.Rounds.Passed.Every != (days.Count{K: 1, N: 1}) {
		t.Errorf("noticed %+v", s.Noticed)
	}
	if s.Values == nil || s.Values.Both != 1 {
		t.Errorf("values %+v", s.Values)
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

// Updates count the systems of which their round has a trace, by what these noticed
// as long as the state stood.
func TestWorldUpdates(t *testing.T) {
	change := func(round, kind string) results.WorldChange {
		return results.WorldChange{Round: round, WorldObject: results.WorldObject{Kind: kind}}
	}
	w := &World{Worlds: []results.World{{Scenario: "s", Changes: []results.WorldChange{change("q1", "file"), change("q4", "file"), change("q4", "chat"), change("q9", "chat")}}}}
	round := func(run int64, name string, objects, ever int, traced bool) results.RunLookedRound {
		return results.RunLookedRound{Run: run, LookedRound: results.LookedRound{Scenario: "s", Round: name, Objects: objects, Ever: ever, Traced: traced}}
	}
	w.AddUpdates([]results.RunLookedRound{round(1, "q4", 2, 2, true), round(2, "q4", 2, 1, true), round(3, "q4", 2, 0, true), round(4, "q4", 2, 0, false), round(1, "q9", 1, 1, true), round(1, "q1", 1, 0, false)})
	want := []WorldUpdate{{Scenario: "s", Round: "q4", Update: 2, Files: 1, Chats: 1, Systems: 3, Every: 1, Some: 1, None: 1}, {Scenario: "s", Round: "q9", Update: 3, Chats: 1, Systems: 1, Every: 1}}
	if !slices.Equal(w.ByUpdate, want) {
		t.Errorf("%+v", w.ByUpdate)
	}
}
