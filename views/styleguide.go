package views

import (
	"github.com/a-h/templ"

	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views/chart"
	"github.com/clawatlas/clawatlas/views/link"
	"github.com/clawatlas/clawatlas/views/ui"
)

// StyleguidePage shows every part of which pages are made, in all of its states,
// on one page for those who design them. All of it is drawn by the parts
// themselves from the samples of styleguide_samples.go; nothing stands for a run.
func StyleguidePage(f Frame) templ.Component {
	m := f.Meta("Style guide", "Every part of which the pages of the site are made, in all of its states.", link.Styleguide, "")
	m.Noindex = true
	m.Crumbs = []ui.Crumb{{Label: "Benchmarks", Href: "/"}, {Label: "A name that is longer than a phone is wide, so that it is cut", Href: "#"}, {Label: "Style guide"}}
	return styleguidePage(m, styleguideSections())
}

// styleguideSection is one kind of part.
type styleguideSection struct {
	ID, Title string
	Shown     templ.Component
}

func styleguideSections() []styleguideSection {
	return []styleguideSection{
		{"type", "Type and links", sgType()},
		{"marks", "Marks", sgMarks()},
		{"numbers", "Numbers and terms", sgNumbers()},
		{"navigation", "Navigation", sgNavigation()},
		{"forms", "Forms", sgForms()},
		{"notices", "Notices and empty states", sgNotices()},
		{"folds", "Folds", sgFolds()},
		{"tables", "Tables", sgTables()},
		{"forest", "Forest plots", sgForest()},
		{"fingerprints", "Fingerprints", sgFingerprints()},
		{"charts", "Charts", sgCharts()},
		{"heatmaps", "Heatmaps", sgHeatmaps()},
		{"text", "Code, changes and texts of strangers", sgText()},
		{"steps", "Steps of a trace", sgSteps()},
	}
}

// sgForestOf is a forest plot with a row in each of its states.
func sgForestOf(id string, rows []chart.ForestRow) chart.Forest {
	var all []chart.Estimate
	for _, r := range rows {
		all = append(all, r.Estimate)
	}
	return chart.Forest{
		ID: id, Caption: "A forest plot with a row in each of its states", Scale: chart.NewForestScale(chart.Percent, false, all),
		Rank: ui.Header{Label: "Rank"}, Name: ui.Header{Label: "System"}, Value: ui.Header{Label: "Score", Unit: "%"},
		Interval: ui.Header{Label: "95 % interval"}, Last: ui.Header{Label: "P(first)"}, Rows: rows,
	}
}

// sgChanges is a forest plot of changes, each held against none.
func sgChanges(rows []chart.ForestRow) chart.Forest {
	f := sgForestOf("sg-changes", rows)
	f.Caption, f.Rank, f.Last = "Changes that a test tells from none, and others", ui.Header{}, ui.Header{Label: "p"}
	f.Value = ui.Header{Label: "Change", Unit: "points"}
	return f
}

// sgFewPages and sgManyPages are a list's last page and one in its middle.
func sgFewPages() ui.Pager {
	return ui.Pager{From: 1001, To: 1037, Total: 1037, Noun: "trials", First: "#", Prev: "#"}
}

func sgManyPages() ui.Pager {
	return ui.Pager{From: 201, To: 400, Total: 1337, Noun: "rounds", First: "#", Prev: "#", Next: "#", Last: "#"}
}

// sgCells are numbers of a row as their columns write them; those that were not
// recorded are absent.
func sgCells(i int) []string {
	v, p := 0.79-0.031*float64(i), 0.26/float64(i*i+1)
	var none *float64
	if i%3 == 2 {
		return []string{words.Pct(none), words.NotRecorded, words.PValue(none), words.Count(264 - i*9)}
	}
	return []string{words.Pct(&v), words.Fixed(&v, 1), words.PValue(&p), words.Count(264 - i*9)}
}
