// Package changes renders the change log as page, feed and API response.
package changes

import (
	"cmp"
	"net/url"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/ui"
)

// Log is the change log with one entry per change, newest first.
type Log struct {
	Changes []Change `json:"changes"` // changes in this response
	Limit   int      `json:"limit"`   // maximum number of changes per response
	Offset  int      `json:"offset"`  // number of changes before the first one in this response
	Total   int      `json:"total"`   // number of matching changes on all pages
}

// Change is one entry of the change log.
type Change struct {
	At        int64              `json:"at"`        // time in Unix milliseconds
	Kind      results.ChangeKind `json:"kind"`      // kind: added, replaced, rescored, dataset, withdrawn or removed
	Benchmark string             `json:"benchmark"` // benchmark id
	Run       *string            `json:"run"`       // slug of the affected run; null if the change does not concern a run
	Other     *string            `json:"other"`     // slug of the run that replaces Run as a correction; null for all other kinds of changes
	Detail    *string            `json:"detail"`    // human-readable detail; null if there is none
}

// NewLog returns one page of the changes that match a filter.
func NewLog(f results.ChangeFilter, list []results.Change, total int) *Log {
	l := &Log{Changes: make([]Change, len(list)), Limit: f.Limit, Offset: f.Offset, Total: total}
	for i, x := range list {
		l.Changes[i] = Change{At: x.At, Kind: x.Kind, Benchmark: x.Benchmark, Run: views.TextOrNil(x.Run),
			Other: views.TextOrNil(x.Other), Detail: views.TextOrNil(x.Detail)}
	}
	return l
}

// Days is the change log grouped by day, benchmark and kind, newest first, for the page and the
// feed.
type Days struct {
	Filter results.ChangeFilter
	Groups []results.ChangeGroup // groups on this page
	Total  int                   // number of matching groups on all pages
	// Runs maps slugs to runs that still exist: all runs for the page, and only the newest added
	// runs for a feed. Models maps model ids to display names.
	Runs   map[string]results.Run
	Models map[string]string

	of map[string]results.Benchmark
}

// NewDays returns one page of the changes that match a filter, grouped by day. It takes display
// names from benchmarks.
func NewDays(f results.ChangeFilter, groups []results.ChangeGroup, total int, benchmarks []results.Benchmark) *Days {
	d := &Days{Filter: f, Groups: groups, Total: total, of: make(map[string]results.Benchmark, len(benchmarks))}
	for _, b := range benchmarks {
		d.of[b.ID] = b
	}
	return d
}

// Benchmark returns the benchmark with an id, or an empty one if it no longer exists.
func (d *Days) Benchmark(id string) *results.Benchmark { return new(d.of[id]) }

// FeedRuns is the maximum number of added runs that a feed lists individually.
const FeedRuns = 50

// NewRuns returns the slugs of the newest added runs on this page, at most FeedRuns.
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

// Values returns the URL parameters without limit and offset.
func (d *Days) Values() url.Values { return link.With(nil, "benchmark", d.Filter.Benchmark) }

// Name returns the name of a benchmark, or its id if it no longer exists.
func (d *Days) Name(benchmark string) string { return cmp.Or(d.of[benchmark].Name, benchmark) }

func (d *Days) at(offset string) string {
	return link.Changes(link.With(d.Values(), "offset", offset))
}

func (d *Days) meta(f views.Frame) ui.Meta {
	q := d.Values()
	m := f.Meta("Changes", "Runs added, replaced, rescored, withdrawn and removed, and when.", link.Changes(q), link.API(q, "changes"))
	m.CSVPath, m.FeedPath = f.Table(q, "changes"), link.ChangesFeed(q)
	return m
}

// RunName returns a name that distinguishes a run from other runs of the same system. If the run no
// longer exists, it returns its slug.
func (d *Days) RunName(slug string) string {
	r, ok := d.Runs[slug]
	if !ok {
		return slug
	}
	return views.RunLabel(d.Models, r) + ", " + views.RunDay(&r) + " (" + views.SlugEnd(slug) + ")"
}

// Rest returns the API URL of all changes of a group. It is empty if the page already shows them
// all.
func (d *Days) Rest(g *results.ChangeGroup) string {
	if len(g.Changes) >= g.Count {
		return ""
	}
	return link.API(link.With(nil, "benchmark", g.Benchmark, "kind", string(g.Kind), "day", g.Day, "limit", "1000"), "changes")
}
