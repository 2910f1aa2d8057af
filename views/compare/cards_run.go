package compare

import (
	"github.com/clawatlas/clawatlas/results/compare"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/card"
)

// CompareCard returns the preview image of a comparison: the conclusion, the difference, and the
// tasks by who passed them.
func CompareCard(c *Comparison, foot card.Foot) card.Card {
	a, b := views.InFull(c.A.Short), views.InFull(c.B.Short)
	if c.A.model != "" {
		a, b = views.InFull(c.A.model+" · "+c.A.Short), views.InFull(c.B.model+" · "+c.B.Short)
	}
	on := " on " + views.InFull(c.Of.Name)
	x := card.Card{Title: a + " and " + b + on}
	if !c.OneBenchmark() || c.Result.Common == 0 {
		x.Sub, x.Foot = "These two runs cannot be compared.", foot
		return x
	}
	switch c.Result.Verdict() {
	case compare.AheadA:
		x.Title = a + " is better than " + b + on
	case compare.AheadB:
		x.Title = b + " is better than " + a + on
	case compare.NotSeparable:
		x.Title = a + " and " + b + " are tied" + on
	case compare.Agree:
		x.Title = a + " and " + b + " have the same scores" + on
	case compare.TooFew:
		x.Title = "Too few " + words.Many(c.Of.Words.Scenario) + " to tell " + a + " and " + b + " apart" + on
	case compare.NoClaim:
		x.Title = a + " beside " + b + on + ": no claim which is better"
	}
	x.Sub = compareCardSub(c)
	if c.A.Of.Scripted && c.B.Of.Scripted {
		x.Sub = views.ScriptedCard + x.Sub
	}
	foot.Count = views.NounCount(c.Result.Common, c.Of.Words.Task, "task")
	x.Body, x.Foot = compareForest(c), foot
	return x
}

// compareForest plots the values of both sides and, below them, the tasks by who passed them.
func compareForest(c *Comparison) (f card.Forest) {
	h := c.Result.Find(c.Result.Headline)
	if h != nil && views.MetricOf(h.Key).Percent() {
		f.Ticks = []card.Tick{{At: 0, Label: "0"}, {At: .5, Label: "50"}, {At: 1, Label: "100"}}
		f.Rows = []card.ForestRow{{Name: c.A.Short, Value: views.MetricOf(h.Key).Show(h.A), At: h.A},
			{Name: c.B.Short, Value: views.MetricOf(h.Key).Show(h.B), At: h.B}}
	}
	if t := c.Result.Table; !c.Result.Fractional {
		for _, n := range []struct {
			said string
			of   int
		}{{"Both passed", t.Both}, {"Only " + c.A.Short, t.OnlyA}, {"Only " + c.B.Short, t.OnlyB}, {"Neither", t.Neither}} {
			f.Rows = append(f.Rows, card.ForestRow{Name: n.said, Value: words.Count(n.of)})
		}
	}
	return f
}

func compareCardSub(c *Comparison) string {
	h := c.Result.Find(c.Result.Headline)
	if h == nil || h.A == nil || h.B == nil || h.Diff == nil {
		return ""
	}
	m := views.MetricOf(h.Key)
	said := m.Label + " " + m.Show(h.A) + " against " + m.Show(h.B)
	if !m.Percent() {
		return said
	}
	said += ": " + words.Points(h.Diff) + " points"
	if h.CI != nil {
		said += ", 95 % from " + words.Points(&h.CI.Lo) + " to " + words.Points(&h.CI.Hi)
	}
	return said
}
