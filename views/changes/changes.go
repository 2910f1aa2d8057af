// Package changes is the change log: its page, its feed and its answer of the API.
package changes

import (
	"cmp"
	"net/url"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/ui"
)

// Log is the change log line by line, the newest first.
type Log struct {
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

// NewLog is the window of the log that a filter chooses.
func NewLog(f results.ChangeFilter, list []results.Change, total int) *Log {
	l := &Log{Changes: make([]Change, len(list)), Limit: f.Limit, Offset: f.Offset, Total: total}
	for i, x := range list {
		l.Changes[i] = Change{At: x.At, Kind: x.Kind, Benchmark: x.Benchmark, Run: views.TextOrNil(x.Run),
			Other: views.TextOrNil(x.Other), Detail: views.TextOrNil(x.Detail)}
	}
	return l
}

// Days is the change log by day, benchmark and kind, the newest first: what
// its page and its feed list.
type Days struct {
	Filter results.ChangeFilter
	Groups []results.ChangeGroup // of this window
	Total  int                   // groups that fit, on all pages
	// Runs are those that are still there, by slug: all for the page, the newest of the
	// added ones for a feed. Models are names for people, by model.
	Runs   map[string]results.Run
	Models map[string]string

	of map[string]results.Benchmark
}

// NewDays is the window of the log that a filter chooses; benchmarks give it
// their names.
func NewDays(f results.ChangeFilter, groups []results.ChangeGroup, total int, benchmarks []results.Benchmark) *Days {
	d := &Days{Filter: f, Groups: groups, Total: total, of: make(map[string]results.Benchmark, len(benchmarks))}
	for _, b := range benchmarks {
		d.of[b.ID] = b
	}
	return d
}

// Benchmark is what is known of one, nothing where it is gone.
func (d *Days) Benchmark(id string) *results.Benchmark { return new(d.of[id]) }

// FeedRuns is how many added runs a feed tells one by one.
const FeedRuns = 50

// NewRuns are the slugs of the newest added runs of the window, at most FeedRuns.
func (d *Days) NewRuns() []string {
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
func (d *Days) Values() url.Values { return link.With(nil, "benchmark", d.Filter.Benchmark) }

// Name is that of a benchmark, or its id if it is gone.
func (d *Days) Name(benchmark string) string { return cmp.Or(d.of[benchmark].Name, benchmark) }

// at is the address of the window that begins at an offset.
func (d *Days) at(offset string) string {
	return link.Changes(link.With(d.Values(), "offset", offset))
}

func (d *Days) meta(f views.Frame) ui.Meta {
	q := d.Values()
	m := f.Meta("Changes", "Runs added, replaced, rescored, withdrawn and removed, and when.", link.Changes(q), link.API(q, "changes"))
	m.CSVPath, m.FeedPath = f.Table(q, "changes"), link.ChangesFeed(q)
	return m
}

// RunName tells a run from others of its system, or is its slug if it is gone.
func (d *Days) RunName(slug string) string {
	r, ok := d.Runs[slug]
	if !ok {
		return slug
	}
	return views.RunLabel(d.Models, r) + ", " + views.RunDay(&r) + " (" + views.SlugEnd(slug) + ")"
}

// Rest is the address of all changes of a group in JSON; empty if they are all
// listed with it.
func (d *Days) Rest(g *results.ChangeGroup) string {
	if len(g.Changes) >= g.Count {
		return ""
	}
	return link.API(link.With(nil, "benchmark", g.Benchmark, "kind", string(g.Kind), "day", g.Day, "limit", "1000"), "changes")
}
