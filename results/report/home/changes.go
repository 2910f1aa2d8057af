package home

import (
	"net/url"
	"strconv"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/report"
)

// ChangeLog is the change log line by line, the newest first.
type ChangeLog struct {
	Changes []Change `json:"changes"` // of this answer
	Limit   int      `json:"limit"`   // most changes in one answer
	Offset  int      `json:"offset"`  // changes before the first of this answer
	Total   int      `json:"total"`   // changes that fit, on all pages
}

// Change is one line of the change log.
type Change struct {
	At        int64              `json:"at"`        // when it happened, in Unix milliseconds
	Kind      results.ChangeKind `json:"kind"`      // added, replaced, rescored, dataset, withdrawn or removed
	Benchmark string             `json:"benchmark"` // id of the benchmark
	Run       *string            `json:"run"`       // slug of the run; null where no run is concerned
	Other     *string            `json:"other"`     // of a replaced run, the slug of the one that corrects it; else null
	Detail    *string            `json:"detail"`    // for people; null if there is nothing more to say
}

// NewChangeLog is the window of the log that a filter chooses.
func NewChangeLog(f results.ChangeFilter, list []results.Change, total int) *ChangeLog {
	l := &ChangeLog{Changes: make([]Change, len(list)), Limit: f.Limit, Offset: f.Offset, Total: total}
	for i, x := range list {
		l.Changes[i] = Change{At: x.At, Kind: x.Kind, Benchmark: x.Benchmark, Run: report.TextOrNil(x.Run),
			Other: report.TextOrNil(x.Other), Detail: report.TextOrNil(x.Detail)}
	}
	return l
}

// ChangeDays is the change log by day, benchmark and kind, the newest first: what
// its page and its feed list.
type ChangeDays struct {
	Filter results.ChangeFilter
	Groups []results.ChangeGroup // of this window
	Total  int                   // groups that fit, on all pages
	// Runs are those that are still there, by slug: all for the page, the newest of the
	// added ones for a feed. Models are names for people, by model.
	Runs   map[string]results.Run
	Models map[string]string

	of map[string]results.Benchmark
}

// NewChangeDays is the window of the log that a filter chooses; benchmarks give it
// their names.
func NewChangeDays(f results.ChangeFilter, groups []results.ChangeGroup, total int, benchmarks []results.Benchmark) *ChangeDays {
	d := &ChangeDays{Filter: f, Groups: groups, Total: total, of: make(map[string]results.Benchmark, len(benchmarks))}
	for _, b := range benchmarks {
		d.of[b.ID] = b
	}
	return d
}

// Benchmark is what is known of one, nothing where it is gone.
func (d *ChangeDays) Benchmark(id string) *results.Benchmark { return new(d.of[id]) }

// FeedRuns is how many added runs a feed tells one by one.
const FeedRuns = 50

// NewRuns are the slugs of the newest added runs of the window, at most FeedRuns.
func (d *ChangeDays) NewRuns() []string {
	var list []string
	for i := range d.Groups {
		if d.Groups[i].Kind != results.ChangeAdded {
			continue
		}
		for _, c := range d.Groups[i].Changes {
			if len(list) == FeedRuns {
				return list
			}
			list = append(list, c.Run)
		}
	}
	return list
}

// Values is the state of the log as an address has it, without its window.
func (d *ChangeDays) Values() url.Values { return link.With(nil, "benchmark", d.Filter.Benchmark) }

// Name is that of a benchmark, or its id if it is gone.
func (d *ChangeDays) Name(benchmark string) (name string, known bool) {
	if b, ok := d.of[benchmark]; ok {
		return b.Name, true
	}
	return benchmark, false
}

// RunName tells a run from others of its system, or is its slug if it is gone.
func (d *ChangeDays) RunName(slug string) string {
	r, ok := d.Runs[slug]
	if !ok {
		return slug
	}
	return report.RunLabel(d.Models, r) + ", " + report.RunDay(&r) + " (" + report.SlugEnd(slug) + ")"
}

// Rest is the address of all changes of a group in JSON; empty if they are all
// listed with it.
func (d *ChangeDays) Rest(g *results.ChangeGroup) string {
	if len(g.Changes) >= g.Count {
		return ""
	}
	return link.API(link.With(nil, "benchmark", g.Benchmark, "kind", string(g.Kind), "day", g.Day, "limit", "1000"), "changes")
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
		add("row", r.Label, r.Note, r.Value, r.CI, strconv.FormatBool(r.Printed), strconv.FormatBool(r.Tied),
			report.Whole(r.Count), report.Whole(r.Out), "")
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
