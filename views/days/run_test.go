package days

import (
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/days"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/world"
)

// walked is a world of two updates that a run has gone through.
func walked(change func(*WorldRunRecords)) *WorldScenario {
	file, chat := results.WorldObject{Kind: "file", Path: "d/a.md", Name: "a.md"}, results.WorldObject{Kind: "chat", Path: "b.jsonl", Name: "b"}
	w := results.World{Scenario: "s", Start: []results.WorldText{}, Changes: []results.WorldChange{
		{WorldObject: file, Round: "q2", Effect: "new", Told: "named"}, {WorldObject: chat, Round: "q2", Effect: "replaced", Told: "silent"}, {WorldObject: file, Round: "q4", Effect: "replaced", Told: "silent"}}}
	task := func(slug, kind string) results.Task { return results.Task{Scenario: "s", Slug: slug, Kind: kind} }
	tasks := []results.Task{task("q1", results.KindMultiChoice), task("q2", results.KindMultiChoice), task("q3", results.KindExecCheck), task("q4", results.KindMultiChoice), {Scenario: "other", Slug: "q1"}}
	name := func(slug string) results.TaskName { return results.TaskName{Scenario: "s", Task: slug} }
	q := &WorldQuestions{tasks: tasks, worlds: []results.World{w}, values: []world.Value{{ID: "v", Scenario: "s", Update: "q2"}, {ID: "v", Scenario: "other", Update: "q1"}},
		reversals:   []world.Reversal{{Scenario: "other"}, {Scenario: "s", Update: "q2", Before: "old", After: "new", Stale: []world.Choice{{Task: "q2", Option: "A"}, {Task: "q4", Option: "B"}}, New: []world.Choice{{Task: "q2", Option: "C"}}}},
		naming:      map[results.TaskName][]string{name("q3"): {"a.md"}},
		preferences: []world.PreferenceRound{{TaskName: name("q3"), Exam: true, Rules: []string{"P1", "P2"}}}}
	zero, one := 0.0, 1.0
	trial := func(slug, kind string, score *float64, selected ...string) results.StoredTrial {
		status := results.Failed
		if *score == 1 {
			status = results.Passed
		}
		return results.StoredTrial{Run: "r", ID: int64(slug[1] - '0'), Trial: results.Trial{Scenario: "s", Task: slug, Kind: kind, Status: status, Score: score, Selected: selected}}
	}
	r := WorldRunRecords{Run: results.Run{Slug: "r", System: results.System{Model: "m"}},
		WorldRecords: WorldRecords{Trials: []results.StoredTrial{trial("q2", results.KindMultiChoice, &one, "C"), trial("q3", results.KindExecCheck, &zero), trial("q4", results.KindMultiChoice, &zero, "B")},
			Details: map[int64]results.TrialDetails{3: {Verdict: &results.CheckerVerdict{Stdout: "P1: PASSED\nFAILED: P2: no"}}},
			Looked: results.Looked{Looks: []results.Look{
				{Scenario: "s", Round: "q2", Kind: "file", Path: "d/a.md", Level: "content", At: "q3", Step: 70, Call: 1, Rounds: 1, Calls: 9, Quote: "line"},
				{Scenario: "s", Round: "q2", Kind: "chat", Path: "b.jsonl", Level: "never", Hidden: &results.LookListing{At: "q2", Step: 3, Shown: 1, Exist: 5}},
				{Scenario: "s", Round: "q4", Kind: "file", Path: "d/a.md", Level: "untraced", Missing: 1}},
				Rounds: []results.LookedRound{{Scenario: "s", Round: "q2", Objects: 2, Ever: 1, Traced: true, Blind: true}, {Scenario: "s", Round: "q4", Objects: 1}},
				Values: []results.WrittenValue{{Value: "v", Scenario: "s", Task: "q3", Written: "both"}, {Value: "v", Scenario: "other", Task: "q1", Written: "new"}}}}}
	if change != nil {
		change(&r)
	}
	x := NewWorldScenario(results.Benchmark{ID: "b"}, results.Scenario{Slug: "s"}, &w, tasks)
	x.AddRun(q, nil, &r)
	return x
}

// Each look stands with its change, each question, value and verdict in the epoch
// of its round.
func TestWorldRun(t *testing.T) {
	r := &walked(nil).Runs[0]
	one, nine := 1, 9
	want := []WorldRunEpoch{
		{Update: 0, Looked: []WorldLook{}, Checks: []WorldCheck{{Task: "q1", Kind: results.KindMultiChoice, Status: results.Missing}}},
		{Update: 1, Blind: true,
			Looked: []WorldLook{
				{Change: 1, Level: "content", Noticed: true, Round: "q3", Step: 70, Call: 1, Quote: "line", Rounds: &one, Calls: &nine, URL: "/runs/r/s/q3?from=51#step-70"},
				{Change: 2, Level: "never", Hidden: &results.LookListing{At: "q2", Step: 3, Shown: 1, Exist: 5}, Listing: "/runs/r/s/q2#step-3"}},
			Beliefs: []WorldBelief{{Belief: 1, Update: 1, Before: "old", After: "new", Task: "q2", First: true, Judged: true, Answered: true, Right: true, Stale: days.Count{K: 1, N: 1}, New: days.Count{K: 1, N: 1}, URL: "/runs/r/s/q2"}},
			Values:  []WorldValue{{Value: "v", Update: 1, Task: "q3", Written: "both", URL: "/runs/r/s/q3"}},
			Checks: []WorldCheck{{Task: "q2", Kind: results.KindMultiChoice, Status: results.Passed, URL: "/runs/r/s/q2"},
				{Task: "q3", Kind: results.KindExecCheck, Status: results.Failed, Names: []string{"a.md"}, Rules: []WorldRuleVerdict{{"P1", world.Kept}, {"P2", world.Lost}}, URL: "/runs/r/s/q3"}}},
		{Update: 2, Looked: []WorldLook{{Change: 3, Level: "untraced", Missing: 1}},
			Beliefs: []WorldBelief{{Belief: 1, Update: 1, Before: "old", After: "new", Task: "q4", Judged: true, Answered: true, Stale: days.Count{N: 1}, URL: "/runs/r/s/q4"}},
			Checks:  []WorldCheck{{Task: "q4", Kind: results.KindMultiChoice, Status: results.Failed, URL: "/runs/r/s/q4"}}},
	}
	for i := range r.Epochs {
		for k := range r.Epochs[i].Checks {
			r.Epochs[i].Checks[k].Score = nil
		}
	}
	must.Same(t, want, r.Epochs, "r.Epochs")
	if c := r.Epochs[1].Checks[1].Kept(); c != (days.Count{K: 1, N: 2}) {
		t.Errorf("rules kept %+v", c)
	}
}

// A run without traces or verdicts says nothing, which is not nothing seen.
func TestWorldRunUnknown(t *testing.T) {
	r := &walked(func(r *WorldRunRecords) { r.WorldRecords = WorldRecords{} }).Runs[0]
	if r.Noticed != nil || r.Revised != nil || r.Stale != nil {
		t.Errorf("%+v", r)
	}
	if n := len(r.Epochs[1].Checks); n != 2 || r.Epochs[1].Checks[0].Status != results.Missing {
		t.Errorf("%d verdicts, the first %q", n, r.Epochs[1].Checks[0].Status)
	}
	// A rule behind a content that had failed was not reached.
	r = &walked(func(r *WorldRunRecords) { r.Details = nil }).Runs[0]
	if c := r.Epochs[1].Checks[1]; c.Kept() != (days.Count{}) || c.Rules[0].Verdict != world.NotReached {
		t.Errorf("rules %+v", c.Rules)
	}
	// Nobody is stale who gave no answer.
	r = &walked(func(r *WorldRunRecords) { r.Trials[2].Selected = nil }).Runs[0]
	if r.Stale == nil || len(*r.Stale) != 0 {
		t.Errorf("stale %v", r.Stale)
	}
	// An old value that was written is stale too.
	r = &walked(func(r *WorldRunRecords) { r.Looked.Values[0].Written = "stale" }).Runs[0]
	if r.Stale == nil || len(*r.Stale) != 2 {
		t.Errorf("stale %v", r.Stale)
	}
}
