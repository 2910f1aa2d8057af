package days

import (
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/days"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/world"
)

// walked is a scenario of two updates that a run with these records has gone through.
func walked(r WorldRecords) *WorldScenario {
	file, chat := results.WorldObject{Kind: "file", Path: "d/a.md", Name: "a.md"}, results.WorldObject{Kind: "chat", Path: "b.jsonl", Name: "b"}
	w := results.World{Scenario: "s", Start: []results.WorldText{}, Changes: []results.WorldChange{
		{WorldObject: file, Round: "q2", Effect: "new", Told: "named"}, {WorldObject: chat, Round: "q2", Effect: "replaced", Told: "silent"},
		{WorldObject: file, Round: "q4", Effect: "replaced", Told: "silent"}}}
	tasks := []results.Task{{Scenario: "other", Slug: "q1"}}
	for _, slug := range []string{"q1", "q2", "q3", "q4"} {
		tasks = append(tasks, results.Task{Scenario: "s", Slug: slug, Kind: results.KindMultiChoice})
	}
	q := &WorldQuestions{tasks: tasks, worlds: []results.World{w}, reversals: []world.Reversal{{Scenario: "other"},
		{Scenario: "s", Update: "q2", Before: "old", After: "new", Stale: []world.Choice{{Task: "q2", Option: "A"}, {Task: "q4", Option: "B"}},
			New: []world.Choice{{Task: "q2", Option: "C"}}}}}
	x := NewWorldScenario(results.Benchmark{ID: "b"}, &w, tasks)
	x.AddRun(q, nil, results.Run{Slug: "r", System: results.System{Model: "m"}}, r, false)
	return x
}

// walkedRecords have looks at all changes and answers to three rounds.
func walkedRecords() WorldRecords {
	trial := func(slug string, status results.Status, score float64, selected ...string) results.StoredTrial {
		return results.StoredTrial{Run: "r", Trial: results.Trial{Scenario: "s", Task: slug, Kind: results.KindMultiChoice, Status: status,
			Score: &score, Selected: selected}}
	}
	look := func(round, kind, path, level string) results.Look {
		return results.Look{Scenario: "s", Round: round, Kind: kind, Path: path, Level: level}
	}
	first, chat := look("q2", "file", "d/a.md", "content"), look("q2", "chat", "b.jsonl", "never")
	first.At, first.Step, first.Rounds = "q3", 70, 1
	other := look("q2", "file", "d/a.md", "content")
	other.Scenario = "other"
	return WorldRecords{Looked: results.Looked{Looks: []results.Look{first, chat, other, look("q4", "file", "d/a.md", "untraced")}},
		Trials: []results.StoredTrial{trial("q2", results.Passed, 1, "C"), trial("q3", results.Failed, 0), trial("q4", results.Failed, 0, "B")}}
}

// Each look stands with its change, each question and verdict in the epoch of its round.
func TestWorldRun(t *testing.T) {
	r := &walked(walkedRecords()).Runs[0]
	want := []WorldRunEpoch{
		{Update: 0, Looked: []WorldLook{}, Checks: []WorldCheck{{Task: "q1", Status: results.Missing}}},
		{Update: 1,
			Looked: []WorldLook{{Change: 1, Level: "content", Round: "q3", Step: 70, Rounds: new(1), URL: "/runs/r/s/q3?from=51#step-70"},
				{Change: 2, Level: "never"}},
			Beliefs: []WorldBelief{{Before: "old", After: "new", Task: "q2", First: true, Judged: true, Answered: true, Right: true,
				Stale: days.Count{K: 1, N: 1}, URL: "/runs/r/s/q2"}},
			Checks: []WorldCheck{{Task: "q2", Status: results.Passed, Score: new(1.0), URL: "/runs/r/s/q2"},
				{Task: "q3", Status: results.Failed, Score: new(0.0), URL: "/runs/r/s/q3"}}},
		{Update: 2, Looked: []WorldLook{{Change: 3, Level: "untraced"}},
			Beliefs: []WorldBelief{{Before: "old", After: "new", Task: "q4", Judged: true, Answered: true, Stale: days.Count{N: 1}, URL: "/runs/r/s/q4"}},
			Checks:  []WorldCheck{{Task: "q4", Status: results.Failed, Score: new(0.0), URL: "/runs/r/s/q4"}}},
	}
	must.Same(t, want, r.Epochs, "epochs")
	none := &walked(WorldRecords{}).Runs[0] // without traces or verdicts nothing is known
	if none.Noticed != nil || none.Revised != nil || none.Epochs[1].Checks[0].Status != results.Missing {
		t.Errorf("%+v", none)
	}
}
