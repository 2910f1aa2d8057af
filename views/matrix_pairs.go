package views

import (
	"fmt"
	"net/url"

	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/results/words"
)

// pairsTable has one row per controlled pair; at is the page's address, where
// the systems of one pair can be opened.
func (d matrixView) pairsTable(at string) Grid {
	g := Grid{Caption: words.Counted(len(d.Pairs), "controlled pair") + ": the same task without and with one factor",
		Cols: []Col{{Key: "pair", Label: "Pair"}, {Key: "factor", Label: "Factor"}, {Key: "base", Label: "Base"}, {Key: "variant", Label: "Variant"}, {Key: "systems", Label: "Systems", Num: true},
			{Key: "base_mean", Label: "Base", Unit: "%", Num: true}, {Key: "variant_mean", Label: "Variant", Unit: "%", Num: true}, {Key: "change", Label: "Change", Unit: "points", Num: true},
			{Key: "ci", Label: "95 % interval", Num: true}, {Key: "p_holm", Label: "p, Holm", Num: true}, {Key: "drop_same_rise", Label: "Drop, same, rise", Num: true}, {Key: "status", Label: "Status"}}}
	for _, p := range d.Pairs {
		id := Words(p.ID).Coloured("nowrap")
		if at != "" && len(p.Systems) > 0 {
			id = id.Link(addQuery(at, "pair", p.ID) + "#pair")
		}
		g.Rows = append(g.Rows, GridRow{Cells: []Cell{id, Words(p.Factor), Words(p.Base.Task).Link(p.Base.URL), Words(p.Variant.Task).Link(p.Variant.URL),
			Whole(len(p.Systems)), Percent(p.BaseMean), Percent(p.VariantMean), Points(p.Change), rightWords(pointsCI(p.CI)), rightWords(pValue(p.PHolm)),
			rightWords(fmt.Sprintf("%d, %d, %d", p.Drop, p.Same, p.Rise)), Words(p.Status)}})
	}
	return g
}

// addQuery adds one parameter to an address that link has made.
func addQuery(at, key, value string) string {
	u, err := url.Parse(at)
	if err != nil {
		return at
	}
	u.RawQuery = link.With(u.Query(), key, value).Encode()
	return u.String()
}

func pointsCI(ci *[2]float64) string {
	if ci == nil {
		return ""
	}
	return words.Points(&ci[0]) + " to " + words.Points(&ci[1])
}

// factorsTable is the mean effect of each factor over its pairs.
func (d matrixView) factorsTable() Grid {
	g := Grid{Fit: true, Caption: "Effect of each factor: mean change over the pairs that add it", Note: "Pairs that the repository has dropped are left out. The interval resamples the systems and keeps the pairs, so it says nothing about other tasks with the factor.",
		Cols: []Col{{Key: "factor", Label: "Factor"}, {Key: "pairs", Label: "Pairs", Num: true}, {Key: "dropped", Label: "Dropped pairs", Num: true}, {Key: "systems", Label: "Systems", Num: true},
			{Key: "change", Label: "Change", Unit: "points", Num: true}, {Key: "ci", Label: "95 % interval", Num: true}}}
	for _, f := range d.Factors {
		g.Rows = append(g.Rows, GridRow{Cells: []Cell{Words(f.Factor), Whole(f.Pairs), Whole(f.Dropped), Whole(f.Systems), Points(f.Change), rightWords(pointsCI(f.CI))}})
	}
	return g
}

// pairTable lists what each system makes of one pair.
func pairTable(p *report.ControlledPair) Grid {
	g := Grid{Fit: true, Caption: fmt.Sprintf("Pair %s, factor %s: %s on both tasks", p.ID, p.Factor, words.Counted(len(p.Systems), "system")),
		Note: "One system on two tasks is too little for a test, so no single change is called more than chance; the test over all systems stands in the table of pairs.",
		Cols: []Col{{Key: "system", Label: "System"}, {Key: "base", Label: p.Base.Task, Unit: "%", Num: true}, {Key: "variant", Label: p.Variant.Task, Unit: "%", Num: true}, {Key: "change", Label: "Change", Unit: "points", Num: true}}}
	for _, s := range p.Systems {
		g.Rows = append(g.Rows, GridRow{Cells: []Cell{Words(s.Name).Link(link.Run(s.Run)),
			Percent(&s.Base).Link(link.Trial(s.Run, p.Base.Scenario, p.Base.Task)), Percent(&s.Variant).Link(s.URL), Points(&s.Change)}})
	}
	return g
}
