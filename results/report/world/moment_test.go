package world

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawatlas/clawatlas/results"
)

// What changes before a round stands at it with the number that it has in its
// scenario, and with the look of the run at that state and no other.
func TestWorldMoment(t *testing.T) {
	object := results.WorldObject{Kind: "file", Path: "a", Name: "a"}
	size := int64(3)
	w := results.World{Scenario: "s", Changes: []results.WorldChange{{WorldObject: object, Round: "q5"}, {WorldObject: results.WorldObject{Kind: "chat", Path: "a"}, Round: "q5"}, {WorldObject: object, Round: "q2", Size: &size}}}
	looks := []results.Look{
		{Round: "q5", Kind: "file", Path: "a", Level: "opened", At: "q6", Step: 2},
		{Round: "q2", Kind: "file", Path: "a", Level: "never"},
	}
	for round, want := range map[string]struct {
		update  int
		changes []int
		levels  []string
	}{"q1": {}, "q5": {1, []int{1, 2}, []string{"opened"}}, "q2": {2, []int{3}, []string{"never"}}} {
		m := NewWorldMoment("b", &w, round)
		if m.URL != "/b/b/world/scenarios/s" {
			t.Errorf("address %s", m.URL)
		}
		m.AddRun(&WorldRunRecords{Run: results.Run{Slug: "r"}, Looked: results.Looked{Looks: looks}})
		var changes []int
		var levels []string
		for _, c := range m.Changes {
			changes = append(changes, c.Number)
			if l := m.Look(c.Number); l != nil {
				levels = append(levels, l.Level)
			}
		}
		if m.Update != want.update || !cmp.Equal(changes, want.changes) || !cmp.Equal(levels, want.levels) || m.URL != "/b/b/world/scenarios/s?run=r" {
			t.Errorf("%s: update %d, changes %v, looks %v, %s; want %+v", round, m.Update, changes, levels, m.URL, want)
		}
	}
	static := NewWorldMoment("b", &w, "q5")
	if static.AddRun(&WorldRunRecords{Run: results.Run{Slug: "r"}, Static: true}); static.URL != "/b/b/world/scenarios/s" {
		t.Errorf("written to files the address is %s", static.URL)
	}
}
