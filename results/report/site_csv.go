package report

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/clawatlas/clawatlas/results"
)

// CSV has one row for each benchmark.
func (b *Benchmarks) CSV() (header []string, rows [][]string) {
	header = []string{"benchmark", "name", "version", "scenarios", "tasks", "runs", "headline_metric", "scripted"}
	for _, x := range b.Benchmarks {
		rows = append(rows, []string{x.ID, x.Name, x.Version, strconv.Itoa(x.Scenarios), strconv.Itoa(x.Tasks), strconv.Itoa(x.Runs), x.HeadlineMetric, strconv.FormatBool(x.Scripted)})
	}
	return header, rows
}

// CSV has one row for each benchmark.
func (a *About) CSV() (header []string, rows [][]string) {
	header = []string{"benchmark", "name", "paper", "repository", "licence"}
	for _, x := range a.Benchmarks {
		rows = append(rows, []string{x.Benchmark, x.Name, x.Paper, x.Repository, x.Licence})
	}
	return header, rows
}

// ChangesHeader names the columns of the change log's CSV.
func ChangesHeader() []string {
	return []string{"at", "kind", "benchmark", "run", "other", "detail"}
}

// ChangeLine is one line of the change log as CSV has it, its time in UTC.
func ChangeLine(x *results.Change) []string {
	return []string{time.UnixMilli(x.At).UTC().Format(time.RFC3339), string(x.Kind), x.Benchmark, x.Run, x.Other, x.Detail}
}

// CSV has one row for each written case, and one for each mined case that fits
// the filters, on all pages. Lists in a cell are separated by spaces.
func (x *Cases) CSV() (header []string, rows [][]string) {
	header = []string{"benchmark", "case", "origin", "title", "dimensions", "modes", "tasks", "trials"}
	for _, w := range x.Written {
		rows = append(rows, []string{x.Benchmark, w.Slug, "written", w.Title, strings.Join(w.Dimensions, " "), strings.Join(w.Modes, " "), strings.Join(w.Rounds, " "), ""})
	}
	for _, m := range x.Mined {
		rows = append(rows, []string{x.Benchmark, m.Slug, "mined", m.Title, "", m.Rule, m.Scenario + "/" + m.Task, fmt.Sprint(m.TrialsTotal)})
	}
	return header, rows
}

// CSV has one row for each system, task or rule of the chart, then one for each
// system without the doubtful tasks, then one for each verdict.
func (x *Finding) CSV() (header []string, rows [][]string) {
	header = []string{"finding", "part", "label", "note", "metric", "value", "lo", "hi", "printed", "tied", "count", "of", "status"}
	add := func(part, label, note string, value *float64, ci *[2]float64, rest ...string) {
		row := append([]string{x.Slug, part, label, note, x.Metric, exact(value)}, bounds(ci)...)
		rows = append(rows, append(row, rest...))
	}
	for _, r := range x.Rows {
		add("row", r.Label, r.Note, r.Value, r.CI, strconv.FormatBool(r.Printed), strconv.FormatBool(r.Tied), whole(r.Count), whole(r.Out), "")
	}
	for _, c := range x.Changes {
		add("all tasks", c.Run, c.Name, c.Value, c.CI, "", "", "", "", "")
		add("without doubtful", c.Run, c.Name, c.Without, c.WithoutCI, "", "", "", "", "")
	}
	for _, strip := range x.Strips {
		for _, t := range strip.Tasks {
			add("verdict", strip.Run, strip.Scenario+"/"+t.Task, nil, nil, "", "", "", "", string(t.Status))
		}
	}
	return header, rows
}

// bounds are an interval as cells; absent stays empty.
func bounds(ci *[2]float64) []string {
	if ci == nil {
		return []string{"", ""}
	}
	return []string{exact(&ci[0]), exact(&ci[1])}
}
