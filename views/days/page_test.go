package days

import (
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/days"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/world"
)

// The sentence at the head claims no difference that its test does not bear, and no
// count without its denominator.
func TestLead(t *testing.T) {
	of := results.Benchmark{Name: "B", Words: results.Words{Task: "round", Scenario: "scenario"}}
	p := &Page{Days: &Days{Kind: days.Phases, Of: of, TaskKinds: []string{"exec_check"}}, Chosen: []string{"a", "b"}}
	effect := func(diff, lo, hi, p float64) map[string]days.FirstUpdate {
		return map[string]days.FirstUpdate{"exec_check": {Paired: days.Paired{Diff: &diff, CI: &[2]float64{lo, hi}, P: &p, Scenarios: 9}}}
	}
	p.Systems = []DaySystem{{Run: "a", Name: "A", FirstUpdate: effect(-.2, -.4, .1, .2)}, {Run: "b", Name: "B", FirstUpdate: effect(.1, -.2, .3, .4)}}
	must.Equal(t, "Pass rates do not change detectably after the first update, for either system.", p.lead(), "none")
	p.Systems[0].FirstUpdate = effect(-.2, -.3, -.1, .004)
	must.Equal(t, "After the first update, A passes fewer rounds (−20.0 points, 95 % CI −30.0 to −10.0).", p.lead(), "one")
	p.Systems = nil
	p.World = &World{Systems: []WorldSystem{{Run: "a", Name: "A", Noticed: &world.Noticed{Files: world.NoticedKind{K: 4, N: 5}, Chats: world.NoticedKind{K: 1, N: 7}},
		Revised: &world.Revised{First: days.Count{K: 2, N: 3}}}, {Run: "b", Name: "B", Noticed: &world.Noticed{Files: world.NoticedKind{K: 3, N: 5}}}}}
	must.Equal(t, "A read 4 of 5 changed files and 1 of 7 changed chats and updated 2 of 3 answers; B read 3 of 5 changed files.", p.lead(), "read")
	p.Kind, p.World = days.WorkDays, nil
	p.Series = []DaySeries{{Name: "A"}, {Name: "B"}}
	must.Equal(t, "Scores of 2 systems by working day, over the rounds that last exactly three, as reported by the paper.", p.lead(), "reported")
}

// Two systems share a panel, a few have one each, and many are lines of one chart.
func TestPanels(t *testing.T) {
	half := .5
	for n, want := range map[int][2]int{1: {1, 1}, 2: {1, 2}, 3: {3, 1}, 8: {8, 1}, 9: {1, 9}} {
		p := &Page{Days: &Days{Kind: days.Phases, TaskKinds: []string{"k"}, Days: []days.Head{{ID: "0"}, {ID: "1"}}}}
		for range n {
			run := "r"
			p.Series = append(p.Series, DaySeries{Run: &run, Kind: "k", Points: []DayPoint{{Day: "0", Value: &half, CI: &[2]float64{.2, .8}}, {Day: "1", Value: &half}}})
		}
		list := p.panels()[0].List
		if got := [2]int{len(list), len(list[0].Chart.Series)}; got != want {
			t.Errorf("%d systems: %v panels and lines, want %v", n, got, want)
		}
		if bars := len(list[0].Chart.Series[0].Ranges) > 0; bars != (n < 9) {
			t.Errorf("%d systems: intervals %t", n, bars)
		}
	}
}

// An object has its place in all tracks of a scenario, files before chats, and says
// how far each run got with it.
func TestTracks(t *testing.T) {
	x := walked(walkedRecords())
	tr := newTracks(x.Of, []*WorldScenario{x}, func(s string) string { return s }, false, nil)
	lines := tr.of(x)
	var got []string
	for _, l := range lines {
		text := l.Label + ":"
		for _, c := range l.Cells[1:] {
			text += " " + c.Round + c.Passed
			for _, g := range c.Glyphs {
				text += "[" + g.Class + g.Text + "]"
			}
		}
		got = append(got, text)
	}
	must.Same(t, []string{"changed: q2[s+][s±] q4[s±]", "in the prompt: [y][n c] [n]", "read by m: [y][n c] [u·]", "answers of m: 1/2[ok✓] 0/1[no later✕]"}, got, "tracks")
	if c := lines[0].Cells[1]; c.Href != "/b/b/days/s#u1" || !strings.Contains(c.Glyphs[0].Title, "a.md: file new") {
		t.Errorf("%+v", c)
	}
}
