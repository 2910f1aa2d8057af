package views

import (
	"fmt"
	"strings"

	"github.com/clawatlas/clawatlas/results/compare"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/results/stats"
	"github.com/clawatlas/clawatlas/results/words"
)

// worldTestWords name the tests where the world changes.
func worldTestWords(id string) string {
	switch id {
	case report.WorldFiles:
		return "Changed files noticed"
	case report.WorldChats:
		return "Changed chats noticed"
	case report.WorldUsed:
		return "Checks passed that name a changed object"
	case report.WorldFirst:
		return "Reversed beliefs right when first asked"
	case report.WorldHeld:
		return "Reversed beliefs right in all later questions"
	case report.WorldRules:
		return "Rules kept, of those that the exams of both looked at"
	}
	return "Checks of rules passed beside a round"
}

// worldFamily is the table of the tests.
func (c comparisonView) worldFamily() familyTable {
	list := c.World.Tests
	f := familyTable{ID: "world", Title: "Where the world changes", Label: "On the same", Unit: "Cases", Test: "exact McNemar test",
		Caption: fmt.Sprintf("What both runs were asked where the world changes, with Holm's p for %s", words.Counted(len(list), "comparison"))}
	widest := 0.0
	for i := range list {
		if list[i].N >= leastRate {
			widest = max(widest, farthest(list[i].Diff, worldInterval(&list[i])))
		}
	}
	for i := range list {
		t, ci := &list[i], worldInterval(&list[i])
		row := comparedGroup{comparedNumber: comparedNumber{Label: worldTestWords(t.ID), P: t.P, Holm: t.PHolm, N: t.N}}
		if t.N < leastRate {
			row.Text, row.CI = [3]string{fmt.Sprintf("%d of %d", t.Both+t.OnlyA, t.N), "too few", fmt.Sprintf("%d of %d", t.Both+t.OnlyB, t.N)}, "too few"
		} else {
			row.Text, row.CI = [3]string{words.Pct(t.A), words.Points(t.Diff), words.Pct(t.B)}, pointsBetween(ci)
			row.At, row.Lo, row.Hi = onScale(t.Diff, ci, widest)
		}
		href := "#world-" + t.ID
		row.OnlyA, row.OnlyB = taskCount{t.OnlyA, href}, taskCount{t.OnlyB, href}
		f.Rows = append(f.Rows, row)
	}
	return f
}

func worldInterval(t *report.CompareWorldTest) *stats.Interval {
	if t.CI == nil {
		return nil
	}
	return &stats.Interval{Lo: t.CI[0], Hi: t.CI[1]}
}

// mostWorldCases is how many disagreements a page lists. The JSON has all.
const mostWorldCases = 100

// worldCasesShown are the disagreements that the page lists, test by test.
func (c comparisonView) worldCasesShown() [][]report.CompareWorldCase {
	var groups [][]report.CompareWorldCase
	for i, x := range c.World.Differ[:min(mostWorldCases, len(c.World.Differ))] {
		if i == 0 || c.World.Differ[i-1].Test != x.Test {
			groups = append(groups, nil)
		}
		groups[len(groups)-1] = append(groups[len(groups)-1], x)
	}
	return groups
}

// worldSideWords says what a run made of a case.
func worldSideWords(s report.CompareWorldSide) string {
	if s.Hidden != nil {
		return fmt.Sprintf("%s; the tool listed %d of %d", s.Word, s.Hidden.Shown, s.Hidden.Exist)
	}
	return s.Word
}

// worldCaseDiff leads to what changed; empty where a case is about no change.
func (c comparisonView) worldCaseDiff(x report.CompareWorldCase) string {
	if x.Change == 0 {
		return ""
	}
	return report.WorldQuery{Runs: []string{c.A.Run, c.B.Run}}.Address(c.Benchmark, x.Scenario) + "#" + link.WorldAnchor(x.Change)
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
func CompareWorldTable(c *report.Comparison) Grid {
	var g Grid
	for _, key := range []string{"test", "scenario", "round", "what", "change", "relation", "a", "b"} {
		g.Cols = append(g.Cols, Col{Key: key})
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
		change := Words("")
		if x.Change > 0 {
			change = Whole(x.Change)
		}
		g.Rows = append(g.Rows, GridRow{Cells: []Cell{Words(x.Test), Words(x.Scenario), Words(x.Round), Words(x.What), change, Words(string(relation)), Words(x.A.Word), Words(x.B.Word)}})
	}
	return g
}
