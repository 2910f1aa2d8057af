package compare

import (
	"slices"

	"github.com/clawatlas/clawatlas/results/compare"
	comparereport "github.com/clawatlas/clawatlas/results/report/compare"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/card"
	"github.com/clawatlas/clawatlas/views/fingerprint"
)

// CompareCard is the picture of a comparison: whether the test tells the two
// apart, by how much they differ, and who passed what.
func CompareCard(c *comparereport.Comparison, p views.CardPlace) card.Card {
	a, b := views.InFull(c.A.Short), views.InFull(c.B.Short)
	on := " on " + views.InFull(c.Of.Name)
	x := card.Card{Title: a + " and " + b + on}
	if !c.OneBenchmark() || c.Result.Common == 0 {
		x.Sub, x.Foot = "These two runs cannot be compared.", p.Foot("")
		return x
	}
	switch c.Result.Verdict() {
	case compare.AheadA:
		x.Title = a + " is better than " + b + on
	case compare.AheadB:
		x.Title = b + " is better than " + a + on
	case compare.NotSeparable:
		x.Title = a + " and " + b + " cannot be told apart" + on
	case compare.Agree:
		x.Title = a + " and " + b + " have the same scores" + on
	case compare.TooFew:
		x.Title = "Too few " + words.Many(c.Of.Words.Scenario) + " to tell " + a + " and " + b + " apart" + on
	case compare.NoClaim:
		x.Title = a + " beside " + b + on + ": no claim which is better"
	}
	pairs := comparisonView{Comparison: c}.cardPairs()
	x.Sub = compareCardSub(c, len(pairs) > 0)
	if c.A.Of.Scripted && c.B.Of.Scripted {
		x.Sub = views.ScriptedCard + x.Sub
	}
	t := c.Result.Table
	if len(pairs) > 0 {
		x.Body = pairs
		x.Foot = p.Foot(views.NounCount(c.Result.Common, c.Of.Words.Task, "task") + ", " + words.Counted(t.Discordant(), "flip"))
		return x
	}
	if !c.Result.Fractional {
		x.Body = card.Split{A: c.A.Short, B: c.B.Short, Both: t.Both, OnlyA: t.OnlyA, OnlyB: t.OnlyB, Neither: t.Neither,
			Separates: c.Result.TasksSeparate()}
		x.Foot = p.Foot(views.NounCount(c.Result.Common, c.Of.Words.Task, "task"))
		return x
	}
	d := card.Differences{A: c.A.Short, B: c.B.Short, Separates: c.Result.Separates()}
	for i := range c.Result.Tasks {
		if t := &c.Result.Tasks[i]; t.Common() {
			d.List = append(d.List, *t.A.Score-*t.B.Score)
		}
	}
	slices.SortFunc(d.List, func(x, y float64) int {
		switch {
		case x > y:
			return -1
		case x < y:
			return 1
		}
		return 0
	})
	x.Body, x.Foot = d, p.Foot(views.NounCount(c.Result.Common, c.Of.Words.Task, "task")+", one bar each")
	return x
}

// cardPairs are the scenarios of both runs, where there is room for all.
func (c comparisonView) cardPairs() card.Pairs {
	rows := c.pairRows()
	if c.Result.Fractional || len(rows) > card.PairsMost || !fingerprint.Linked(pairsOf(rows)) {
		return nil
	}
	var list card.Pairs
	for _, r := range rows {
		list = append(list, card.Pair{Label: r.Slug, Pair: r.Pair})
	}
	return list
}

// compareCardSub says by how much the two differ in the headline; over says that
// one is drawn over the other.
func compareCardSub(c *comparereport.Comparison, over bool) string {
	h := c.Result.Find(c.Result.Headline)
	if h == nil || h.A == nil || h.B == nil || h.Diff == nil {
		return ""
	}
	m := views.MetricOf(h.Key)
	said := m.Label + " " + m.Show(h.A) + " against " + m.Show(h.B)
	if over {
		said = m.Label + " " + m.Show(h.A) + " above, " + m.Show(h.B) + " below"
	}
	if !m.Percent() {
		return said
	}
	said += ": " + words.Points(h.Diff) + " points"
	if h.CI != nil {
		said += ", 95 % from " + words.Points(&h.CI.Lo) + " to " + words.Points(&h.CI.Hi)
	}
	return said
}
