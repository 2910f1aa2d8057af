package views

import (
	"net/url"
	"slices"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"

	"github.com/clawatlas/clawatlas/results/compare"
	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/results/score"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views/card"
	"github.com/clawatlas/clawatlas/views/fingerprint"
)

// RunCard is the picture of a run: what it passed, its headline with the interval,
// and its fingerprint.
func RunCard(r *report.Run, p CardPlace) card.Card {
	v := runView{Run: r, Model: name(r.Names, r.System.Model)}
	b := r.Stored.Benchmark
	x := card.Card{Title: whole(words.System(v.Model, r.System)) + " on " + whole(b.Name) + ": " + v.cardLead(), Sub: v.cardSub(), Foot: p.foot("")}
	if run := FingerprintOf(r.Fingerprint, b, v.Model, ""); len(run.Rows) > 0 {
		x.Body = card.Field{Run: run}
	}
	return x
}

// cardQuery is what makes the card another one: not the default convention.
func (r runView) cardQuery() url.Values {
	if r.Convention == score.ConventionsOf(r.Stored.Benchmark)[0].ID {
		return nil
	}
	return url.Values{"convention": {r.Convention}}
}

// cardLead is what the run passed.
func (r runView) cardLead() string {
	c := r.Counts
	if c.NotJudged > 0 && c.Scored == 0 {
		return words.Plural(c.NotJudged, "trial", "trials") + " that nothing judges"
	}
	return words.Passed(c.Passed, c.Scored, c.Expected, r.unit())
}

// cardSub is the run's headline with its interval, and where that stands.
func (r runView) cardSub() string {
	m := MetricOf(r.Stored.Benchmark.Headline)
	said := ""
	if v, ok := r.Metrics[m.Key]; ok && v.Value != nil {
		said = m.Label + " " + m.Show(v.Value)
		if v.CI != nil {
			said += ", 95 % from " + m.Show(&v.CI[0]) + " to " + m.Show(&v.CI[1])
		}
		said += r.standing() + ". "
		if all := score.ConventionsOf(r.Stored.Benchmark); r.Convention != all[0].ID {
			said += words.Capital(r.Convention) + " convention. "
		}
	}
	if missing := r.Counts.Missing; missing > 0 {
		said += "Incomplete: " + words.Count(missing) + " without a record. "
	}
	if r.Scripted {
		said += scriptedCard
	}
	return said
}

// CompareCard is the picture of a comparison: whether the test tells the two
// apart, by how much they differ, and who passed what.
func CompareCard(c *report.Comparison, p CardPlace) card.Card {
	a, b := whole(c.A.Short), whole(c.B.Short)
	on := " on " + whole(c.Of.Name)
	x := card.Card{Title: a + " and " + b + on}
	if !c.OneBenchmark() || c.Result.Common == 0 {
		x.Sub, x.Foot = "These two runs cannot be compared.", p.foot("")
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
		x.Sub = scriptedCard + x.Sub
	}
	t := c.Result.Table
	if len(pairs) > 0 {
		x.Body = pairs
		x.Foot = p.foot(nounCount(c.Result.Common, c.Of.Words.Task, "task") + ", " + words.Counted(t.Discordant(), "flip"))
		return x
	}
	if !c.Result.Fractional {
		x.Body = card.Split{A: c.A.Short, B: c.B.Short, Both: t.Both, OnlyA: t.OnlyA, OnlyB: t.OnlyB, Neither: t.Neither, Separates: c.Result.TasksSeparate()}
		x.Foot = p.foot(nounCount(c.Result.Common, c.Of.Words.Task, "task"))
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
	x.Body, x.Foot = d, p.foot(nounCount(c.Result.Common, c.Of.Words.Task, "task")+", one bar each")
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
func compareCardSub(c *report.Comparison, over bool) string {
	h := c.Result.Find(c.Result.Headline)
	if h == nil || h.A == nil || h.B == nil || h.Diff == nil {
		return ""
	}
	m := MetricOf(h.Key)
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

// WrittenCard is the picture of a written case: its title and first lines.
func WrittenCard(d *report.WrittenCase, p CardPlace) card.Card {
	v := writtenView{WrittenCase: d}
	x := card.Card{Title: d.Title, Sub: "A case study of " + v.name(), Foot: p.foot("")}
	if len(d.Dimensions) > 0 {
		x.Sub += " about " + strings.Join(d.Dimensions, " and ")
	}
	for _, b := range d.Blocks {
		if prose := firstProse(b.Markdown); prose != "" {
			x.Body = card.Prose(prose)
			break
		}
	}
	return x
}

// firstProse is the first paragraph of Markdown, without its marks.
func firstProse(markdown string) string {
	for _, part := range strings.Split(markdown, "\n\n") {
		part = strings.TrimSpace(part)
		if part == "" || strings.HasPrefix(part, "#") || strings.HasPrefix(part, "|") || strings.HasPrefix(part, ">") {
			continue
		}
		return markdownText(part)
	}
	return ""
}

// markdownText is what Markdown says, without its marks.
func markdownText(markdown string) string {
	src := []byte(markdown)
	var b strings.Builder
	_ = ast.Walk(goldmark.DefaultParser().Parse(text.NewReader(src)), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch t := n.(type) {
		case *ast.Text:
			if entering {
				b.Write(t.Segment.Value(src))
				if t.SoftLineBreak() || t.HardLineBreak() {
					b.WriteByte(' ')
				}
			}
		case *ast.String:
			if entering {
				b.Write(t.Value)
			}
		}
		return ast.WalkContinue, nil
	}) // the function returns no error
	return b.String()
}

// MinedCard is the picture of a case that a rule has found: what it shows, and in
// how many trials.
func MinedCard(d *report.MinedCase, p CardPlace) card.Card {
	x := card.Card{Title: d.Title, Body: card.Prose(d.Finding), Foot: p.foot(words.Counted(d.TrialsTotal, "trial"))}
	x.Sub = d.FoundBy.Title + ", found by rule in the records of " + d.About.Name
	if d.About.Scripted {
		x.Sub = scriptedCard + x.Sub
	}
	return x
}
