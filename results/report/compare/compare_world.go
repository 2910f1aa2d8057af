package compare

import (
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/compare"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/report"
	worldreport "github.com/clawatlas/clawatlas/results/report/world"
)

// AddWorld compares the runs where the world changes.
func (c *Comparison) AddWorld(q *worldreport.WorldQuestions, records [2]worldreport.WorldRecords) {
	var sides [2]worldreport.WorldCases
	for i, run := range []string{c.A.Run, c.B.Run} {
		sides[i] = q.Cases(run, records[i], c.passed(i))
	}
	w := &worldreport.CompareWorld{Tests: []worldreport.CompareWorldTest{}, Differ: []worldreport.CompareWorldCase{}, Layouts: q.Layouts()}
	answers := map[string][]compare.Answer{}
	for _, k := range sides[0].Order {
		a, b := sides[0].By[k], sides[1].By[k]
		if b == nil {
			continue
		}
		answers[k.Test] = append(answers[k.Test], compare.Answer{A: a.Right, B: b.Right})
		x := worldreport.CompareWorldCase{Test: k.Test, Scenario: k.Scenario, Round: a.Round, What: a.What, Change: a.Change,
			A: a.CompareWorldSide, B: b.CompareWorldSide, URL: link.CompareTrial(c.A.Run, c.B.Run, k.Scenario, a.Round)}
		w.Cases = append(w.Cases, x)
		if a.Right != b.Right {
			w.Differ = append(w.Differ, x)
		}
	}
	var groups []compare.Group
	for _, id := range []string{worldreport.WorldFiles, worldreport.WorldChats, worldreport.WorldUsed, worldreport.WorldFirst,
		worldreport.WorldHeld, worldreport.WorldRules, worldreport.WorldReminded} {
		if len(answers[id]) > 0 {
			groups = append(groups, compare.Answers(id, answers[id]))
		}
	}
	if len(groups) == 0 {
		return
	}
	compare.Adjust(groups)
	for _, g := range groups {
		t := g.Table
		w.Tests = append(w.Tests, worldreport.CompareWorldTest{ID: g.ID, N: t.N(), Both: t.Both, OnlyA: t.OnlyA, OnlyB: t.OnlyB,
			Neither: t.Neither, A: g.A, B: g.B, Diff: g.Diff, AdjustedTest: report.AdjustedTest{CI: ends(g.CI), P: g.P, PHolm: g.Holm}})
	}
	c.World = w
}

// passed are the verdicts of a side, 0 or 1, by round.
func (c *Comparison) passed(side int) map[results.TaskName]bool {
	passed := map[results.TaskName]bool{}
	for i := range c.Result.Tasks {
		t := &c.Result.Tasks[i]
		if o := []*compare.Outcome{&t.A, &t.B}[side]; o.Score != nil {
			passed[t.Task.Name()] = o.Passed
		}
	}
	return passed
}
