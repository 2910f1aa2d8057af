package clawarena

import (
	"maps"
	"os"
	"slices"
	"testing"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results/resultstest"
	"github.com/clawatlas/clawatlas/results/world"
)

// realScenario is one scenario of the public dataset.
type realScenario struct {
	id      string
	initial map[world.ObjectID][]byte
	rounds  []world.Round
	list    []round
	changes []world.Change
	skipped []world.Problem
}

// realScenarios replays the public dataset, which warns of nothing.
func realScenarios(t testing.TB) []realScenario {
	t.Helper()
	d := &dataset{in: &ingest.Input{FS: os.DirFS(resultstest.Shared(t, "world", "clawarena", "data", "clawarena")),
		Item: ingest.Item{Dir: "."}}}
	rec, err := d.record("tests.json")
	if err == nil {
		err = rec.Decode(&d.tests)
	}
	if err == nil {
		err = d.readLayouts()
	}
	if err != nil {
		t.Fatal(err)
	}
	var all []realScenario
	for _, x := range d.tests.Tests {
		var q questionsFile
		rec, err := d.record(d.in.Path(d.tests.EvalDir, x.Eval, "questions.json"))
		if err == nil {
			err = rec.Decode(&q)
		}
		if err != nil {
			t.Fatal(err)
		}
		s := realScenario{id: x.ID, list: q.Rounds, rounds: d.worldRounds(&d.layout, rec.Name, x.ID, q.Rounds)}
		if s.initial, err = d.readWorld(&d.layout, x.ID); err != nil {
			t.Fatal(err)
		}
		s.changes, s.skipped = world.Replay(s.initial, s.rounds)
		all = append(all, s)
	}
	if len(d.out.Warnings) > 0 {
		t.Error(d.out.Warnings)
	}
	return all
}

// TestRealWorld runs the tests of this package's inside that read real records, see
// docs/records.md.
func TestRealWorld(t *testing.T) {
	resultstest.Real(t, map[string]func(*testing.T){"Changes": testRealWorld, "Looks": testLooksOfGemma}, "world", "clawarena")
}

// What every update of the public dataset does, counted over all scenarios.
func testRealWorld(t *testing.T) {
	got := map[string]int{}
	for _, s := range realScenarios(t) {
		for i, r := range s.list {
			got["updates"] += len(r.UpdateIDs)
			if len(s.rounds[i].Writes) > 0 {
				got["rounds with updates"]++
			}
		}
		got["problems"] += len(s.skipped)
		for i := range s.changes {
			countChange(got, &s.changes[i])
		}
	}
	want := map[string]int{
		"rounds with updates": 45, "updates": 78, "problems": 0,
		"file new": 46, "file replaced": 3, "chat replaced": 43, "chat appended": 14,
		"file named": 40, "file announced": 7, "file silent": 2, "chat named": 9, "chat announced": 44, "chat silent": 4,
		"messages gone": 979, "messages added": 854, "chats of which nothing is left": 37,
	}
	if !maps.Equal(got, want) {
		for _, k := range slices.Sorted(maps.Keys(want)) {
			t.Logf("%s: %d, want %d", k, got[k], want[k])
		}
		t.Errorf("the world is not the one that was counted by hand: %v", got)
	}
}

func countChange(got map[string]int, c *world.Change) {
	got[string(c.Object.Kind)+" "+string(c.Effect)]++
	got[string(c.Object.Kind)+" "+string(c.Told)]++
	if c.Object.Kind != world.Chat {
		return
	}
	diff := world.DiffOf(c)
	got["messages gone"] += diff.Removed
	got["messages added"] += diff.Added
	if c.Effect == world.Replaced && diff.Kept == 0 {
		got["chats of which nothing is left"]++
	}
}
