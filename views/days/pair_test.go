package days

import (
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/compare"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/world"
)

// Runs are paired on the same objects and reversals; what one of them cannot tell is
// in no pair, and files and chats stand apart.
func TestPair(t *testing.T) {
	tasks := []results.Task{{Scenario: "s", Slug: "b"}, {Scenario: "s", Slug: "c", Kind: results.KindMultiChoice}, {Scenario: "s", Slug: "d", Kind: results.KindMultiChoice}}
	q := &WorldQuestions{tasks: tasks, reversals: []world.Reversal{{ID: "r", Scenario: "s", Update: "b",
		Stale: []world.Choice{{Task: "c", Option: "A"}}, New: []world.Choice{{Task: "d", Option: "B"}}}}}
	look := func(kind, path, level string) results.Look {
		return results.Look{Scenario: "s", Round: "b", Kind: kind, Path: path, Level: level}
	}
	records := func(pick string, looks ...results.Look) WorldRecords {
		zero := 0.0
		trial := func(slug, pick string) results.StoredTrial {
			return results.StoredTrial{Trial: results.Trial{Scenario: "s", Task: slug, Kind: results.KindMultiChoice, Score: &zero, Selected: []string{pick}}}
		}
		return WorldRecords{Looked: results.Looked{Looks: looks}, Trials: []results.StoredTrial{trial("c", pick), trial("d", "B")}}
	}
	tests := q.Pair(records("A", look("file", "f", "content"), look("chat", "c1", "never"), look("chat", "c2", "opened")),
		records("C", look("file", "f", "never"), look("chat", "c1", "never"), look("chat", "c2", "untraced")))
	got := map[string][4]int{}
	for _, x := range tests {
		got[x.ID] = [4]int{x.Table.Both, x.Table.OnlyA, x.Table.OnlyB, x.Table.Neither}
		if x.Holm == nil || *x.Holm < compare.Alpha {
			t.Errorf("%s: %+v", x.ID, x)
		}
	}
	must.Same(t, map[string][4]int{testFiles: {0, 1, 0, 0}, testChats: {0, 0, 0, 1}, testFirst: {0, 0, 1, 0}, testHeld: {1, 0, 0, 0}}, got, "tests")
	if n := len(q.Pair(WorldRecords{}, WorldRecords{})); n != 0 {
		t.Errorf("%d tests of runs without records", n)
	}
}
