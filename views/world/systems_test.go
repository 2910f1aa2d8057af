package world

import (
	"github.com/clawatlas/clawatlas/views"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/days"
	worldreport "github.com/clawatlas/clawatlas/results/report/world"
	"github.com/clawatlas/clawatlas/results/world"
)

// Misses stand once for all systems, the most common first, and a question without
// an answer is one however many options it has.
func TestWorldMisses(t *testing.T) {
	old := world.Miss{Scenario: "s", Task: "q4", Option: "B", Stale: true, Answered: true, Before: "a", After: "b"}
	none := world.Miss{Scenario: "s", Task: "q5", Option: "A", Before: "a", After: "b"}
	other := none
	other.Option, other.Stale = "C", true
	system := func(run string, misses ...world.Miss) worldreport.WorldSystem {
		return worldreport.WorldSystem{Run: run, Name: run, URL: "/runs/" + run, Revised: &world.Revised{Options: days.Count{N: 3}, Misses: misses}}
	}
	p := newWorldSystems(&worldreport.World{Systems: []worldreport.WorldSystem{system("r1", none, other), system("r2", none, other, old), system("r3", old), system("r4", old),
		system("r5", old), system("r6", old), system("r7", old)}})
	if len(p.Misses) != 1 || len(p.Misses[0].Misses) != 2 || len(p.Revised.Rows) != 7 || len(p.Steps.Rows) != 7 || len(p.Noticed.Rows)+len(p.Updates.Rows)+len(p.Kept.Rows)+len(p.Effect.Rows) != 0 {
		t.Fatalf("%+v", p)
	}
	first, second := p.Misses[0].Misses[0], p.Misses[0].Misses[1]
	if first.Systems != 6 || len(first.By) != 5 || first.More() != "and 1 more" || !strings.Contains(first.Text, "restates the old belief, chosen (a → b)") || first.By[0].Href != "/runs/r2/s/q4" {
		t.Errorf("%+v", first)
	}
	if second.Systems != 2 || !strings.HasPrefix(second.Text, "no answer") || second.More() != "" {
		t.Errorf("%+v", second)
	}
}

// What was not noticed leads to what changed, to the trial and to the call that hid
// it or came closest; files and chats stand apart, rounds answered blindly first.
func TestWorldUnseen(t *testing.T) {
	n := &world.Noticed{Rounds: world.NoticedRounds{Blind: []results.TaskName{{Scenario: "s", Task: "q2"}}}}
	n.Files.Misses = []world.NoticedMiss{{Scenario: "s", Round: "q2", Change: 3, Name: "a.md", Effect: "new", Told: "named", Level: "listed", At: "q3", Step: 5}}
	n.Chats.Misses = []world.NoticedMiss{{Scenario: "s", Round: "q2", Change: 4, Name: "boss", Effect: "replaced", Gone: 20, Told: "silent", Level: "never", Hidden: &results.LookListing{At: "q2", Step: 2, Shown: 1, Exist: 5}}}
	for i := range mostMisses {
		n.Chats.Misses = append(n.Chats.Misses, world.NoticedMiss{Scenario: "s", Round: "q9", Change: 10 + i, Name: "x", Effect: "new"})
	}
	groups := missGroups([]worldreport.WorldSystem{{Run: "r", Name: "R", Noticed: n}})
	if len(groups) != 3 || groups[0].Title != "Answered without opening any changed object" || groups[0].Misses[0].By[0].Href != "/runs/r/s/q2" {
		t.Fatalf("%+v", groups)
	}
	if m := groups[1].Misses[0]; m.Change != 3 || m.Text != "a.md, new, named" || m.By[0].Why != (views.Link{Label: "listed", Href: "/runs/r/s/q3?step=5#step-5"}) {
		t.Errorf("%+v", m)
	}
	if m := groups[2].Misses[0]; m.Text != "boss, replaced (20 messages gone), silent" || m.By[0].Why != (views.Link{Label: "the tool listed 1 of 5", Href: "/runs/r/s/q2?step=2#step-2"}) || groups[2].Left != 1 {
		t.Errorf("%+v", groups[2])
	}
}

// P1 of one scenario is another rule than P1 of the next; over systems a rule of one
// scenario adds up, and its words stand beside it where they are known.
func TestRulesGrid(t *testing.T) {
	system := func(rules ...world.ScenarioRule) worldreport.WorldSystem {
		return worldreport.WorldSystem{Preferences: &world.Preferences{Scenarios: rules}}
	}
	a, b := world.ScenarioRule{Scenario: "a", Rule: "P1", Kept: 1}, world.ScenarioRule{Scenario: "b", Rule: "P1", NotReached: 1}
	lost := world.ScenarioRule{Scenario: "a", Rule: "P1", Lost: 2}
	g := rulesGrid([]worldreport.WorldSystem{system(a, b), {}, system(lost)})
	if len(g.Rows) != 2 || len(g.Cols) != 4 || g.Note == "" || g.Rows[0].Group != "a" || g.Rows[0].Cells[1].Shown() != "1 of 3" || g.Rows[1].Cells[1].Shown() != "none" {
		t.Errorf("%+v", g)
	}
	a.Words = "dates"
	if g := rulesGrid([]worldreport.WorldSystem{system(a, b)}); len(g.Cols) != 5 || g.Note != "" || g.Rows[0].Cells[4].Shown() != "dates" {
		t.Errorf("with words %+v", g)
	}
}
