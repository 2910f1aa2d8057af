package home

import (
	"strconv"

	"github.com/clawatlas/clawatlas/results/report"
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

// CSV has one row for each system, task or rule of the chart, then one for each
// system without the doubtful tasks, then one for each verdict.
func (x *Finding) CSV() (header []string, rows [][]string) {
	header = []string{"finding", "part", "label", "note", "metric", "value", "lo", "hi", "printed", "tied", "count", "of", "status"}
	add := func(part, label, note string, value *float64, ci *[2]float64, rest ...string) {
		row := append([]string{x.Slug, part, label, note, x.Metric, report.Exact(value)}, report.Bounds(ci)...)
		rows = append(rows, append(row, rest...))
	}
	for _, r := range x.Rows {
		add("row", r.Label, r.Note, r.Value, r.CI, strconv.FormatBool(r.Printed), strconv.FormatBool(r.Tied), report.Whole(r.Count), report.Whole(r.Out), "")
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
