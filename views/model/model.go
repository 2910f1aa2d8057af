package model

import (
	"fmt"
	"net/url"
	"strconv"

	"github.com/a-h/templ"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/report"
	modelreport "github.com/clawatlas/clawatlas/results/report/model"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/chart"
	"github.com/clawatlas/clawatlas/views/fingerprint"
	"github.com/clawatlas/clawatlas/views/ui"
)

// modelParts is what the template shows of a model.
type modelParts struct {
	*modelreport.Model
	Meta       ui.Meta
	Lead       string
	Verdict    views.Sentence // what its records show of it among its peers; empty without any
	Card       *chart.Forest  // nil where no board has a value of it
	Rivals     []rivalLists
	Placements views.Grid
	Pairs      []views.Grid // the other systems of one benchmark each
	Scopes     []views.Grid
	Reasons    []string // why a system is not compared by scope
	Unsolved   []unsolvedPart
	Published  views.Grid
	Recorded   []results.Run
	// HeadPicture is the fingerprint at the head of the page, Thumbs those of the
	// runs, by slug.
	HeadPicture fingerprint.Run
	Thumbs      map[string]fingerprint.Run
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

// modelView draws a report.Model.
type modelView struct {
	*modelreport.Model
	frame views.Frame
}

// ModelPage shows one model in every benchmark.
func ModelPage(f views.Frame, d *modelreport.Model) templ.Component {
	return modelPage(modelView{d, f}.parts())
}

// ModelTable has the placements of the model, for CSV.
func ModelTable(d *modelreport.Model) views.Grid { return modelView{Model: d}.placesGrid() }

func (d modelView) parts() modelParts {
	p := modelParts{Model: d.Model, Placements: d.placesGrid()}
	p.Lead = d.lead()
	path := link.Model(d.ID)
	p.Meta = d.frame.Meta(d.Name, p.Lead, path, link.API(nil, "models", d.ID), ui.Crumb{Label: "Models", Href: link.To(nil, "models")}, ui.Crumb{Label: d.Name})
	p.Meta.CSVPath = path + "?format=csv"
	p.Meta.Scripted = d.Scripted
	p.Meta.Card, p.Meta.CardAlt = link.Card(nil, "models", d.ID), ModelCard(d.Model, views.CardPlace{}).Alt()
	d.offerComparison(p.Placements)
	p.Placements = p.Placements.Lean()
	d.compared(&p)
	if len(d.Figures) > 0 {
		p.Published = d.figuresGrid()
	}
	p.Verdict, p.Card = d.verdict(), d.card()
	d.page(&p)
	d.pictures(&p)
	return p
}

// lead counts what is known of the model.
func (d modelView) lead() string {
	return fmt.Sprintf("%s, %s with records and %s.", words.Plural(d.Size.Benchmarks, "benchmark", "benchmarks"),
		words.Plural(d.Size.Runs, "run", "runs"), words.Plural(d.Size.Figures, "published figure", "published figures"))
}

// pictures draws the fingerprints of the model's runs.
func (d modelView) pictures(p *modelParts) {
	p.Thumbs = map[string]fingerprint.Run{}
	for _, r := range p.Recorded {
		if f, ok := d.Thumbs[r.Slug]; ok {
			p.Thumbs[r.Slug] = views.FingerprintOf(f.Fingerprint, f.Benchmark, words.System(d.Name, r.System), "")
		}
	}
	if h := d.Head; h != nil {
		if f, ok := d.Model.Thumbs[h.Run.Slug]; ok {
			p.HeadPicture = views.FingerprintOf(f.Fingerprint, f.Benchmark, words.System(d.Name, h.Run.System), "")
		}
	}
}

// headSystem is what ran beside the model in the run at the head.
func (p modelParts) headSystem() results.System {
	s := p.Head.Run.System
	return results.System{Framework: s.Framework, Variant: s.Variant}
}

// compared fills in what the systems of the model are compared by.
func (d modelView) compared(p *modelParts) {
	titles := map[string]string{}
	for _, pl := range d.Places {
		titles[pl.Benchmark] = pl.BenchmarkName
		if pl.Pairs != nil {
			p.Pairs = append(p.Pairs, pairsGrid(d.Name, pl))
			p.Rivals = append(p.Rivals, rivalsOf(pl, p.Pairs[len(p.Pairs)-1]))
		}
	}
	for _, st := range d.Strengths {
		switch {
		case len(st.Scopes) > 0:
			p.Scopes = append(p.Scopes, strengthsGrid(st, titles[st.Benchmark]))
		case st.Reason != "":
			p.Reasons = append(p.Reasons, fmt.Sprintf("%s is not compared by scope: %s.", words.System(titles[st.Benchmark], results.System{Framework: st.System.Framework, Variant: st.System.Variant}), st.Reason))
		}
	}
	for _, w := range d.NotSolved {
		if len(w.Tasks) > 0 {
			p.Unsolved = append(p.Unsolved, unsolvedPart{Grid: notSolvedGrid(w, titles[w.Benchmark]), Href: link.Run(w.Run) + "#failing",
				More: fmt.Sprintf("All %d not solved", w.NotSolved)})
		}
	}
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

// page cuts the lists of the model's page. All of them turn their pages together.
func (d modelView) page(p *modelParts) {
	q := &d.Query
	lo, hi := q.Rows.Cut(max(len(p.Placements.Rows), len(p.Published.Rows), len(d.AllRuns)))
	q.Rivals.Cut(q.Rivals.Total)
	href := func(key, value string) string { return link.To(link.With(q.Values(), key, value), "models", d.ID) }
	p.Pager = views.PagerOf(q.Rows, "rows of the longest list", href)
	p.RivalsPager = views.PagerOf(q.Rivals, "other systems", href)
	p.Placements.Rows = report.Between(p.Placements.Rows, lo, hi)
	p.Published.Rows = report.Between(p.Published.Rows, lo, hi)
	p.Recorded = report.Between(d.AllRuns, lo, hi)
}

// rivalsNote says of which pairs a family of tests is, where it is one page of them.
func rivalsNote(w report.Window) string {
	if w.Total <= w.Size {
		return ""
	}
	lo := (w.Number - 1) * w.Size
	return " These are " + strconv.Itoa(lo+1) + " to " + strconv.Itoa(min(lo+w.Size, w.Total)) + " of " + words.Count(w.Total) + " other systems, in the order of the board; the adjustment is for the pairs of this page alone."
}
