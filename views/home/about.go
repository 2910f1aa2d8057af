package home

import (
	"github.com/a-h/templ"

	"github.com/clawatlas/clawatlas/results/link"
	homereport "github.com/clawatlas/clawatlas/results/report/home"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/ui"
)

// AboutPage says what the site is and how to add a run.
func AboutPage(f views.Frame, a *homereport.About) (templ.Component, error) {
	m := f.Meta("About", "What the site does with run records, how it marks evidence, what it removes from traces, and how to add a run.",
		link.To(nil, "about"), link.API(nil, "about"), ui.Crumb{Label: "About"})
	m.CSVPath = f.Table(nil, "about")
	text, err := views.Prose("about")
	return aboutPage(m, text, a), err
}

// orDash is a text or the mark of what was not recorded.
func orDash(s string) string {
	if s == "" {
		return words.NotRecorded
	}
	return ui.Plain(s)
}
