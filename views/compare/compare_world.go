package compare

import (
	"fmt"
	"strings"

	"github.com/clawatlas/clawatlas/results/compare"
	"github.com/clawatlas/clawatlas/results/link"
	comparereport "github.com/clawatlas/clawatlas/results/report/compare"
	worldreport "github.com/clawatlas/clawatlas/results/report/world"
	"github.com/clawatlas/clawatlas/results/stats"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
)

// worldTestWords name the tests where the world changes.
func worldTestWords(id string) string {
	switch id {
	case worldreport.WorldFiles:
		return "Changed files noticed"
	case worldreport.WorldChats:
		return "Changed chats noticed"
	case worldreport.WorldUsed:
		return "Checks passed that name a changed object"
	case worldreport.WorldFirst:
		return "Reversed beliefs right when first asked"
	case worldreport.WorldHeld:
		return "Reversed beliefs right in all later questions"
	case worldreport.WorldRules:
		return "Rules kept, of those that the exams of both looked at"
	}
	return "Checks of rules passed beside a round"
}

// worldFamily is the table of the tests.
func (c comparisonView) worldFamily() views.FamilyTable {
	list := c.World.Tests
	f := views.FamilyTable{ID: "world", Title: "Where the world changes", Label: "On the same", Unit: "Cases", Test: "exact McNemar test",
		Caption: fmt.Sprintf("What both runs were asked where the world changes, with Holm's p for %s", words.Counted(len(list), "comparison"))}
	widest := 0.0
	for i := range list {
		if list[i].N >= views.LeastRate {
			widest = max(widest, views.Farthest(list[i].Diff, worldInterval(&list[i])))
		}
	}
	for i := range list {
		t, ci := &list[i], worldInterval(&list[i])
		row := views.ComparedGroup{ComparedNumber: views.ComparedNumber{Label: worldTestWords(t.ID), P: t.P, Holm: t.PHolm, N: t.N}}
		if t.N < views.LeastRate {
			row.Text, row.CI = [3]string{fmt.Sprintf("%d of %d", t.Both+t.OnlyA, t.N), "too few", fmt.Sprintf("%d of %d", t.Both+t.OnlyB, t.N)},
				"too few"
		} else {
			row.Text, row.CI = [3]string{words.Pct(t.A), words.Points(t.Diff), words.Pct(t.B)}, views.PointsBetween(ci)
			row.At, row.Lo, row.Hi = views.OnScale(t.Diff, ci, widest)
		}
		href := "#world-" + t.ID
		row.OnlyA, row.OnlyB = views.TaskCount{N: t.OnlyA, Href: href}, views.TaskCount{N: t.OnlyB, Href: href}
		f.Rows = append(f.Rows, row)
	}
	return f
}

func worldInterval(t *worldreport.CompareWorldTest) *stats.Interval {
	if t.CI == nil {
		return nil
	}
	return &stats.Interval{Lo: t.CI[0], Hi: t.CI[1]}
}

// mostWorldCases is how many disagreements a page lists. The JSON has all.
const mostWorldCases = 100

// worldCasesShown are the disagreements that the page lists, test by test.
func (c comparisonView) worldCasesShown() [][]worldreport.CompareWorldCase {
	var groups [][]worldreport.CompareWorldCase
	for i, x := range c.World.Differ[:min(mostWorldCases, len(c.World.Differ))] {
		if i == 0 || c.World.Differ[i-1].Test != x.Test {
			groups = append(groups, nil)
		}
		groups[len(groups)-1] = append(groups[len(groups)-1], x)
	}
	return groups
}

// worldSideWords says what a run made of a case.
func worldSideWords(s worldreport.CompareWorldSide) string {
	if s.Hidden != nil {
		return fmt.Sprintf("%s; the tool listed %d of %d", s.Word, s.Hidden.Shown, s.Hidden.Exist)
	}
	return s.Word
}

// worldCaseDiff leads to what changed; empty where a case is about no change.
func (c comparisonView) worldCaseDiff(x worldreport.CompareWorldCase) string {
	if x.Change == 0 {
		return ""
	}
	return worldreport.WorldQuery{Runs: []string{c.A.Run, c.B.Run}}.Address(c.Benchmark, x.Scenario) + "#" + link.WorldAnchor(x.Change)
}

// worldSentence says what the tests bear out.
func (c comparisonView) worldSentence() string {
	if !c.Result.Ranked {
		return "At least one of the runs is not ranked, so nothing here says which of the two is better."
	}
	text, others := "", false
	for i := range c.World.Tests {
		t := &c.World.Tests[i]
		if !t.Separable() {
			others = true
			continue
		}
		ahead := "A"
		if *t.Diff < 0 {
			ahead = "B"
		}
		text += fmt.Sprintf("%s: %s is ahead (p %s after Holm). ", worldTestWords(t.ID), ahead, words.PValue(t.PHolm))
	}
	if text == "" {
		return fmt.Sprintf("None of these %s separates A and B.", words.Counted(len(c.World.Tests), "comparison"))
	}
	if others {
		text += "The others do not separate A and B."
	}
	return strings.TrimSpace(text)
}

// CompareWorldTable has one row for each case that both runs have, for CSV.
func CompareWorldTable(c *comparereport.Comparison) views.Grid {
	var g views.Grid
	for _, key := range []string{"test", "scenario", "round", "what", "change", "relation", "a", "b"} {
		g.Cols = append(g.Cols, views.Col{Key: key})
	}
	if c.World == nil {
		return g
	}
	for _, x := range c.World.Cases {
		relation := compare.Neither
		switch {
		case x.A.Right && x.B.Right:
			relation = compare.Both
		case x.A.Right:
			relation = compare.OnlyA
		case x.B.Right:
			relation = compare.OnlyB
		}
		change := views.Words("")
		if x.Change > 0 {
			change = views.Whole(x.Change)
		}
		g.Rows = append(g.Rows, views.GridRow{Cells: []views.Cell{views.Words(x.Test), views.Words(x.Scenario), views.Words(x.Round),
			views.Words(x.What), change, views.Words(string(relation)), views.Words(x.A.Word), views.Words(x.B.Word)}})
	}
	return g
}
