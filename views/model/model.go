package model

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"

	"github.com/a-h/templ"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/report"
	modelreport "github.com/clawatlas/clawatlas/results/report/model"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/fingerprint"
	"github.com/clawatlas/clawatlas/views/ui"
)

// modelView draws a report.Model. Its fields are what the page's lists are cut to and
// what several sections of it show.
type modelView struct {
	*modelreport.Model
	frame      views.Frame
	Rivals     []rivalLists
	Placements views.Grid
	Scopes     []views.Grid
	ScopeNotes []string // what was compared with what, each said once
	Reasons    []string // why systems are not compared by scope
	Unsolved   []unsolvedPart
	Published  views.Grid
	Recorded   []results.Run
	// Pager leads through the lists of placements, runs and figures, RivalsPager
	// through the other systems; nil where one page holds all.
	Pager, RivalsPager *ui.Pager
}

// unsolvedPart is what one run failed, with the way to all of it.
type unsolvedPart struct {
	Grid views.Grid
	Href string
	More string
}

// ModelPage shows one model in every benchmark.
func ModelPage(f views.Frame, d *modelreport.Model) templ.Component {
	v := modelView{Model: d, frame: f, Placements: modelView{Model: d}.placesGrid()}
	v.offerComparison(v.Placements)
	v.Placements = v.Placements.Lean()
	v.compare()
	if len(d.Figures) > 0 {
		v.Published = v.figuresGrid()
	}
	v.cut()
	return modelPage(v)
}

// ModelTable has the placements of the model, for CSV.
func ModelTable(d *modelreport.Model) views.Grid { return modelView{Model: d}.placesGrid() }

func (d modelView) meta() ui.Meta {
	path := link.Model(d.ID)
	m := d.frame.Meta(d.Name, d.lead(), path, link.API(nil, "models", d.ID), ui.Crumb{Label: "Models", Href: link.To(nil, "models")},
		ui.Crumb{Label: d.Name})
	m.CSVPath = path + "?format=csv"
	m.Scripted = d.Scripted
	return m
}

// lead counts what is known of the model.
func (d modelView) lead() string {
	return fmt.Sprintf("%s, %s with records and %s.", words.Plural(d.Size.Benchmarks, "benchmark", "benchmarks"),
		words.Plural(d.Size.Runs, "run", "runs"), words.Plural(d.Size.Figures, "published figure", "published figures"))
}

// thumbs are the fingerprints of the runs on the page, by slug.
func (d modelView) thumbs() map[string]fingerprint.Run {
	list := map[string]fingerprint.Run{}
	for _, r := range d.Recorded {
		if _, ok := d.Thumbs[r.Slug]; ok {
			list[r.Slug] = d.picture(r)
		}
	}
	return list
}

// picture is the fingerprint of a run, without rows if the page may not have it.
func (d modelView) picture(r results.Run) fingerprint.Run {
	if f, ok := d.Thumbs[r.Slug]; ok {
		return views.FingerprintOf(f.Fingerprint, f.Benchmark, words.System(d.Name, r.System), "")
	}
	return fingerprint.Run{}
}

// headPicture is the fingerprint at the head of the page.
func (d modelView) headPicture() fingerprint.Run {
	if d.Head == nil {
		return fingerprint.Run{}
	}
	return d.picture(d.Head.Run)
}

// headSystem is what ran beside the model in the run at the head.
func (d modelView) headSystem() results.System {
	s := d.Head.Run.System
	return results.System{Framework: s.Framework, Variant: s.Variant}
}

// compare fills in what the systems of the model are compared by.
func (d *modelView) compare() {
	titles, without := map[string]string{}, map[string][]string{}
	var reasons []string
	for _, pl := range d.Places {
		titles[pl.Benchmark] = pl.BenchmarkName
		if pl.Pairs != nil {
			d.Rivals = append(d.Rivals, rivalsOf(pl, pairsGrid(d.Name, pl)))
		}
	}
	for _, st := range d.Strengths {
		switch {
		case len(st.Scopes) > 0:
			d.Scopes = append(d.Scopes, strengthsGrid(st, titles[st.Benchmark]))
			if note := strengthsNote(st); !slices.Contains(d.ScopeNotes, note) {
				d.ScopeNotes = append(d.ScopeNotes, note)
			}
		case st.Reason != "":
			if len(without[st.Reason]) == 0 {
				reasons = append(reasons, st.Reason)
			}
			without[st.Reason] = append(without[st.Reason],
				words.System(titles[st.Benchmark], results.System{Framework: st.System.Framework, Variant: st.System.Variant}))
		}
	}
	for _, reason := range reasons {
		d.Reasons = append(d.Reasons, "Not compared by scope, "+each(len(without[reason]))+"because "+reason+": "+words.List(without[reason])+".")
	}
	systems := map[string]string{}
	for _, r := range d.AllRuns {
		systems[r.Slug] = words.System(d.Name, r.System) + " (" + report.SlugEnd(r.Slug) + ")"
	}
	for _, w := range d.NotSolved {
		if len(w.Tasks) > 0 {
			d.Unsolved = append(d.Unsolved, unsolvedPart{Grid: notSolvedGrid(w, titles[w.Benchmark], systems[w.Run]), Href: link.Run(w.Run) + "#failing",
				More: fmt.Sprintf("All %d not solved", w.NotSolved)})
		}
	}
}

// each is a word before what holds for every one of several.
func each(n int) string {
	if n > 1 {
		return "each "
	}
	return ""
}

// betterThan is the place of the column "Better than" in the table of placements.
const betterThan = 8

// offerComparison links the comparison of ranked systems that the page leaves out.
func (d modelView) offerComparison(g views.Grid) {
	for i, p := range d.Places {
		if p.Ranked() && p.Pairs == nil && p.Of > 1 {
			g.Rows[i].Cells[betterThan] = views.RightWords("Compare").Link(link.To(url.Values{"system": {*p.Run}}, "models", d.ID) + "#pairs")
		}
	}
}

// cut cuts the lists of the model's page. All of them turn their pages together.
func (d *modelView) cut() {
	q := &d.Query
	lo, hi := q.Rows.Cut(max(len(d.Placements.Rows), len(d.Published.Rows), len(d.AllRuns)))
	q.Rivals.Cut(q.Rivals.Total)
	href := func(key, value string) string { return link.To(link.With(q.Values(), key, value), "models", d.ID) }
	d.Pager = views.PagerOf(q.Rows, "rows of the longest list", href)
	d.RivalsPager = views.PagerOf(q.Rivals, "other systems", href)
	d.Placements.Rows = report.Between(d.Placements.Rows, lo, hi)
	d.Published.Rows = report.Between(d.Published.Rows, lo, hi)
	d.Recorded = report.Between(d.AllRuns, lo, hi)
}

// rivalsNote says of which pairs a family of tests is, where it is one page of them.
func rivalsNote(w report.Window) string {
	if w.Total <= w.Size {
		return ""
	}
	lo := (w.Number - 1) * w.Size
	return " These are " + strconv.Itoa(lo+1) + " to " + strconv.Itoa(min(lo+w.Size, w.Total)) + " of " + words.Count(w.Total) +
		" other systems, in the order of the board."
}
