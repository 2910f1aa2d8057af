package compare

import (
	"cmp"
	"math"
	"slices"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/board"
	"github.com/clawatlas/clawatlas/results/score"
	"github.com/clawatlas/clawatlas/results/stats"
)

// HarnessEffect compares one model in two harnesses on the same tasks, both with records.
type HarnessEffect struct {
	Model      string      `json:"model"`      // id of the model
	Name       string      `json:"name"`       // display name of the model
	Variant    string      `json:"variant"`    // variant that both rows share; may be empty
	Frameworks [2]string   `json:"frameworks"` // harnesses, with the higher value first
	Runs       [2]string   `json:"runs"`       // slugs of the runs, in the order of Frameworks
	Values     [2]float64  `json:"values"`     // values of the metric, in the order of Frameworks
	Difference float64     `json:"difference"` // first value minus second value
	CI         *[2]float64 `json:"ci"`         // 95 % confidence interval of the difference, unadjusted; nil if the records do not determine it
	P          *float64    `json:"p"`          // p-value of the paired test; nil if no test is possible
	PHolm      *float64    `json:"p_holm"`     // Holm-adjusted p-value, within the pair's family on the leaderboard that ranks both rows; otherwise within all such pairs of the benchmark
	Family     int         `json:"family"`     // number of comparisons in the Holm correction
}

// Separable reports whether the two harnesses differ significantly.
func (e *HarnessEffect) Separable() bool {
	return e.PHolm != nil && board.Comparison{Holm: *e.PHolm}.Separable()
}

// HarnessRows returns the leaderboard rows of models with complete records in at least two
// harnesses, grouped by model. It ignores rows for the provider's own agent. If a harness has
// several rows of a model, only the first counts.
func HarnessRows(rows []results.BoardRow) [][]results.BoardRow {
	type subject struct{ model, variant string }
	at := map[subject]int{}
	var all [][]results.BoardRow
	for i := range rows {
		r := &rows[i]
		if !board.InPopulation(r) || r.System.Framework == "" || r.GroupKind != results.GroupAll && r.GroupKind != results.GroupFramework {
			continue
		}
		who := subject{r.System.Model, r.System.Variant}
		k, ok := at[who]
		if !ok {
			k, at[who] = len(all), len(all)
			all = append(all, nil)
		}
		if !slices.ContainsFunc(all[k], func(x results.BoardRow) bool { return x.System.Framework == r.System.Framework }) {
			all[k] = append(all[k], *r)
		}
	}
	return slices.DeleteFunc(all, func(rows []results.BoardRow) bool { return len(rows) < 2 })
}

// HarnessEffects tests each pair of harnesses of each model on one metric, with the same test as
// the leaderboard. judge returns the leaderboard's result for a pair that it ranks together,
// otherwise nil. All pairs without a leaderboard result form one family.
func HarnessEffects(spec score.Spec, key string, models [][]results.BoardRow, units map[string][]score.Unit,
	judge func(a, b string) *board.Comparison) []HarnessEffect {
	list := []HarnessEffect{}
	var p []float64
	own := 0
	for _, rows := range models {
		rows = slices.Clone(rows)
		value := func(r *results.BoardRow) float64 { return spec.Value(key, units[*r.Run]) }
		slices.SortStableFunc(rows, func(a, b results.BoardRow) int { return cmp.Compare(value(&b), value(&a)) })
		for i := range rows {
			for k := i + 1; k < len(rows); k++ {
				a, b := &rows[i], &rows[k]
				x, y := value(a), value(b)
				if math.IsNaN(x) || math.IsNaN(y) {
					continue
				}
				added := a.Metrics[key].Runs.Added().Plus(b.Metrics[key].Runs.Added())
				t := board.PairTest(spec, key, units[*a.Run], units[*b.Run], added, true)
				c := judge(*a.Run, *b.Run)
				e := HarnessEffect{Model: a.System.Model, Name: a.Name, Variant: a.System.Variant,
					Frameworks: [2]string{a.System.Framework, b.System.Framework},
					Runs:       [2]string{*a.Run, *b.Run}, Values: [2]float64{x, y}, Difference: x - y, P: stats.Finite(t.P)}
				if t.CI != nil {
					e.CI = &[2]float64{t.CI.Lo, t.CI.Hi}
				}
				if c != nil {
					e.P, e.PHolm, e.Family, t.P = stats.Finite(c.P), stats.Finite(c.Holm), c.Family, math.NaN()
				} else {
					own++
				}
				list, p = append(list, e), append(p, t.P)
			}
		}
	}
	for i, holm := range stats.Holm(p) {
		if list[i].Family == 0 {
			list[i].PHolm, list[i].Family = stats.Finite(holm), own
		}
	}
	return list
}
