package world_test

import (
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
	comparereport "github.com/clawatlas/clawatlas/results/report/compare"
	"github.com/clawatlas/clawatlas/results/report/reporttest"
	worldreport "github.com/clawatlas/clawatlas/results/report/world"
	"github.com/clawatlas/clawatlas/results/world"
)

// Runs are paired on the same objects, checks, beliefs and rules; what one of them
// cannot tell is in no pair, files and chats stand apart, and each disagreement
// leads to the place in both traces.
func TestCompareWorld(t *testing.T) {
	a, outcomesA := reporttest.ComparedRun("x", true, true, false, false)
	b, outcomesB := reporttest.ComparedRun("y", true, false, false, true)
	bench := results.Benchmark{ID: "b", Name: "B", Scoring: results.ScoringReward, Headline: "avg", Words: results.Words{Task: "task", Scenario: "scenario"}}
	c, err := comparereport.NewComparison(comparereport.CompareQuery{Runs: []string{a.Slug, b.Slug}, Show: comparereport.ShowDiffer}, nil, [2]results.Run{a, b}, [2]results.Benchmark{bench, bench})
	if err != nil {
		t.Fatal(err)
	}
	tasks := reporttest.ComparedTasks(4)
	for i := range tasks {
		tasks[i].Day = min(i, 1)
	}
	c.AddOutcomes(nil, tasks, [2][][]results.Trial{{outcomesA}, {outcomesB}}, results.Board{}, 2, nil)
	name := func(slug string) results.TaskName { return results.TaskName{Scenario: "s", Task: slug} }
	object := results.WorldObject{Kind: "file", Path: "docs/f.md", Name: "f.md"}
	q := worldreport.QuestionsOf(tasks, map[results.TaskName][]string{name("a"): {"before any update"}, name("b"): {"f.md"}, name("c"): {"f.md"}},
		[]results.World{{Scenario: "s", Changes: []results.WorldChange{{WorldObject: results.WorldObject{Kind: "chat", Path: "c1", Name: "boss"}, Round: "b"}, {WorldObject: object, Round: "b"}}}},
		[]world.Reversal{{ID: "r", Scenario: "s", Update: "b", Before: "old", After: "new", Stale: []world.Choice{{Task: "c", Option: "A"}}, New: []world.Choice{{Task: "d", Option: "B"}}}},
		[]world.PreferenceRound{{TaskName: name("d"), Exam: true, Rules: []string{"P1", "P2"}}, {TaskName: name("c")}})
	look := func(kind, path, level string) results.Look {
		return results.Look{Scenario: "s", Round: "b", Kind: kind, Path: path, Level: level}
	}
	seen, hidden, untold := look("file", "docs/f.md", "content"), look("chat", "c1", "never"), look("chat", "c2", "untraced")
	seen.At, seen.Step = "c", 7
	hidden.Hidden = &results.LookListing{At: "b", Step: 2, Call: 1, Shown: 1, Exist: 5}
	records := func(pick []string, stdout string, reminded bool, looks ...results.Look) worldreport.WorldRecords {
		zero := 0.0
		return worldreport.WorldRecords{Looked: results.Looked{Looks: looks}, Details: map[int64]results.TrialDetails{9: {Verdict: &results.CheckerVerdict{Stdout: stdout}}},
			Trials: []results.StoredTrial{{Trial: results.Trial{Scenario: "s", Task: "c", Kind: results.KindMultiChoice, Score: &zero, Selected: pick, PrefPassed: &reminded}},
				{ID: 9, Trial: results.Trial{Scenario: "s", Task: "d", Kind: results.KindMultiChoice, Score: &zero, Selected: []string{"B"}}}}}
	}
	c.AddWorld(q, [2]worldreport.WorldRecords{records([]string{"A"}, "P1: PASSED\nFAILED: P2: none", true, seen, hidden, look("chat", "c2", "opened")), records([]string{"C"}, "P1: PASSED", true, look("file", "docs/f.md", "never"), hidden, untold)})

	got := map[string][5]int{}
	for _, x := range c.World.Tests {
		got[x.ID] = [5]int{x.N, x.Both, x.OnlyA, x.OnlyB, x.Neither}
		if x.PHolm == nil || *x.PHolm != 1 || x.CI == nil || x.Separable() {
			t.Errorf("%s: %+v", x.ID, x)
		}
	}
	// P2 was not reached by B, and one chat has no trace in B.
	want := map[string][5]int{worldreport.WorldFiles: {1, 0, 1, 0, 0}, worldreport.WorldChats: {1, 0, 0, 0, 1}, worldreport.WorldUsed: {2, 0, 1, 0, 1}, worldreport.WorldFirst: {1, 0, 0, 1, 0}, worldreport.WorldHeld: {1, 1, 0, 0, 0}, worldreport.WorldRules: {1, 1, 0, 0, 0}, worldreport.WorldReminded: {1, 1, 0, 0, 0}}
	must.Same(t, want, got, "tests")
	runA, runB := "/runs/b-x-0a1b2c3d/s/", "/runs/b-y-0a1b2c3d/s/"
	differ := []worldreport.CompareWorldCase{
		{Test: worldreport.WorldFiles, Scenario: "s", Round: "b", What: "f.md", Change: 2, A: worldreport.CompareWorldSide{Right: true, Word: "content", URL: runA + "c?step=7#step-7"}, B: worldreport.CompareWorldSide{Word: "never", URL: runB + "b"}},
		{Test: worldreport.WorldUsed, Scenario: "s", Round: "b", A: worldreport.CompareWorldSide{Right: true, Word: "passed", URL: runA + "b"}, B: worldreport.CompareWorldSide{Word: "failed", URL: runB + "b"}},
		{Test: worldreport.WorldFirst, Scenario: "s", Round: "c", What: "old → new", A: worldreport.CompareWorldSide{Word: "wrong", URL: runA + "c"}, B: worldreport.CompareWorldSide{Right: true, Word: "right", URL: runB + "c"}},
	}
	for i := range differ {
		differ[i].URL = "/compare/s/" + differ[i].Round + "?a=b-x-0a1b2c3d&b=b-y-0a1b2c3d"
	}
	must.Same(t, differ, c.World.Differ, "disagreements")
	if chat := c.World.Cases[1]; chat.A.Hidden == nil || chat.A.URL != runA+"b?step=2#step-2" {
		t.Errorf("the listing that hid it is not named: %+v", chat)
	}
	c.World = nil
	if c.AddWorld(q, [2]worldreport.WorldRecords{}); c.World == nil || len(c.World.Tests) != 1 {
		t.Errorf("of verdicts alone there are the checks: %+v", c.World)
	}
}
