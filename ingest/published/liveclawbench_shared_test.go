package published

import (
	"math"
	"testing"
)

// TestPairsComeFromTheRecords recomputes the table from the bundled verdicts,
// so that it cannot drift from them.
func TestPairsComeFromTheRecords(t *testing.T) {
	b := openBundled(t)
	score := map[[2]string]*float64{}
	models := []string{}
	for _, r := range b.Snapshots[1].Runs {
		models = append(models, r.Model)
		for _, m := range r.Tasks {
			score[[2]string{r.Model, m.Task}] = m.Avg
		}
	}
	g := gridOf(t, b, "liveclawbench", "pairs")
	for _, row := range g.t.Rows {
		base, variant := row.Cells[g.cols["base"]].Text, row.Cells[g.cols["variant"]].Text
		var n, sum, drop, same, rise float64
		for _, m := range models {
			x, y := score[[2]string{m, base}], score[[2]string{m, variant}]
			if x == nil || y == nil {
				continue
			}
			n++
			sum += *y - *x
			switch {
			case *y < *x:
				drop++
			case *y > *x:
				rise++
			default:
				same++
			}
		}
		for k, v := range map[string]float64{"models": n, "drop": drop, "same": same, "rise": rise} {
			wantCell(t, g, row.Label, k, v)
		}
		if got, want := g.at(row.Label, "delta"), 100*sum/n; !(math.Abs(got-want) <= 0.05+1e-9) {
			t.Errorf("%s: delta %v, want %v", row.Label, got, want)
		}
	}
}

func TestLabelHistoryComesFromTheRecords(t *testing.T) {
	b := openBundled(t)
	g := gridOf(t, b, "liveclawbench", "difficulty-history")
	for i, label := range []string{"Leaderboard of 10 June 2026", "Leaderboard of 3 July 2026"} {
		n := map[string]float64{}
		for _, l := range b.Snapshots[i].boardLabels() {
			n[l]++
		}
		for _, k := range []string{"easy", "medium", "hard"} {
			wantCell(t, g, label, k, n[k])
		}
	}
	d, _ := b.dataset("liveclawbench")
	n := map[string]float64{}
	for i := range d.Tasks {
		n[d.Tasks[i].Facts.Difficulty]++
	}
	for _, k := range []string{"easy", "medium", "hard"} {
		wantCell(t, g, "Release 0.2.1", k, n[k])
	}
}
