package world

import (
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
	worldreport "github.com/clawatlas/clawatlas/results/report/world"
	"github.com/clawatlas/clawatlas/results/world"
	"github.com/clawatlas/clawatlas/views"
)

// A strip has what changed, what was told, and what the run looked at, believed and
// passed; what is not known of a look or was not judged is in no count, and a scenario
// with fewer updates is padded.
func TestStrips(t *testing.T) {
	change := func(kind, effect, told string) worldreport.WorldChange {
		return worldreport.WorldChange{Kind: kind, Effect: effect, Told: told}
	}
	x := &worldreport.WorldScenario{Scenario: "s", Epochs: []worldreport.WorldEpoch{{}, {Update: 1, Changes: []worldreport.WorldChange{
		change("chat", "replaced", "announced"), change("file", "new", "named"), change("file", "new", "silent")}}}}
	x.Runs = []worldreport.WorldRun{{Name: "M", Epochs: []worldreport.WorldRunEpoch{
		{Checks: []worldreport.WorldCheck{{Task: "q1", Status: results.Passed}}},
		{Update: 1, Checks: []worldreport.WorldCheck{{Task: "q2", Status: results.Failed}},
			Looked: []worldreport.WorldLook{{Level: string(world.Opened), Noticed: true}, {Level: string(world.Never)},
				{Level: string(world.Untraced)}},
			Beliefs: []worldreport.WorldBelief{{Judged: true, Right: true}, {Judged: true}, {}}}}}}
	p := worldView{World: &worldreport.World{Tracks: []*worldreport.WorldScenario{x, {Scenario: "t", Epochs: make([]worldreport.WorldEpoch, 1)}}}}
	g := p.strips()
	if len(g.Cols) != 3 || len(g.Rows[1].Cells) != 3 || len(g.Strips()) != 2 {
		t.Fatalf("%d columns, %d cells of the shorter row, %d strips", len(g.Cols), len(g.Rows[1].Cells), len(g.Strips()))
	}
	var b strings.Builder
	must.Do(t, views.GridTable(g).Render(t.Context(), &b))
	for _, want := range []string{"++ ±", "told\u00a01/3 · saw\u00a01/2 · belief\u00a01/2", "of M, the best ranked"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in %s", want, b.String())
		}
	}
}
