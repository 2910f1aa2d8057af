// Package claims tests statements of a paper against public records and the paper's own tables. The
// bundled data define the statements and their tests.
package claims

import (
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/pairs"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/ablations"
)

// Input holds the data available to the tests.
type Input struct {
	Bench   *views.Bench
	Figures []results.Figure
	Tables  []results.StatTable
	Tasks   []results.Task
	Means   []results.TaskMean     // task means of the ranked systems
	Scoped  []results.ScopedMetric // headline metric of each run by scenario

	ablations *ablations.Ablations // comparisons of frameworks and variants, restricted to systems that the paper reports
	factors   []pairs.Factor       // effects of task factors on the ranked systems
}

// Judge computes the verdicts and numbers of a table of claims, which replace its input columns.
func Judge(t results.StatTable, in *Input) results.StatTable {
	b := *in.Bench
	b.Board.Rows = in.reported(b.Board.Rows)
	in.ablations = ablations.New(&b, ablations.Query{})
	ranked := ablations.New(in.Bench, ablations.Query{})
	ranked.AddPairs(ablations.ListPairs(in.Tables, in.Tasks, in.Bench.Benchmark.ID), in.Means)
	in.factors = ranked.Factors
	rows, cols := t.Rows, t.Columns
	t.Rows, t.Columns = nil, []results.StatColumn{
		{Key: "verdict", Label: "Verdict", Unit: "text"}, {Key: "numbers", Label: "Numbers", Unit: "text"},
		{Key: "tested", Label: "What is tested", Unit: "text"}, {Key: "data", Label: "Data", Unit: "text"}}
	for _, row := range rows {
		cell := map[string]string{}
		for k, c := range cols {
			cell[c.Key] = row.Cells[k].Text
		}
		var r result
		name, args, _ := strings.Cut(cell["test"], " ")
		if test := tests[name]; test != nil {
			test(in, strings.Fields(args), &r)
		}
		verdict := results.ClaimOpen // claims that are neither confirmed nor refuted stay open
		if r.fails {
			verdict = results.ClaimFails
		} else if r.holds {
			verdict = results.ClaimHolds
		}
		cells := []results.StatCell{{Text: verdict}, {Text: strings.Join(r.numbers, "; ")},
			{Text: cell["says"] + " Computation: " + cell["test"] + "."}, {Text: cell["data"] + ". " + cell["note"]}}
		t.Rows = append(t.Rows, results.StatRow{Label: "“" + row.Label + "” (" + cell["place"] + ")", Cells: cells})
	}
	return t
}

// reported keeps the systems that the paper reports, so that runs of other systems do not affect
// the verdict on its claims.
func (in *Input) reported(rows []results.BoardRow) []results.BoardRow {
	return slices.DeleteFunc(slices.Clone(rows), func(r results.BoardRow) bool { return len(r.Published) == 0 })
}
