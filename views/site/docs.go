package site

import (
	"github.com/a-h/templ"

	"github.com/clawatlas/clawatlas/docs"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/ui"
)

// DocsListPage lists the documentation.
func DocsListPage(f views.Frame, l docs.List) templ.Component {
	m := f.Meta("Documentation", "How to read the numbers, add your runs, get the data, run a site and change the code.",
		link.Docs(), "", ui.Crumb{Label: "Documentation"})
	var groups []docsGroup
	for _, g := range docs.Groups() {
		v := docsGroup{Group: g}
		for _, d := range l.Pages {
			if d.Group == g.Title {
				v.Entries = append(v.Entries, d)
			}
		}
		groups = append(groups, v)
	}
	return docsListPage(m, groups)
}

// docsGroup is a group with its documents.
type docsGroup struct {
	docs.Group
	Entries []docs.Entry
}

// DocPage shows one page of the documentation.
func DocPage(f views.Frame, d docs.Page) (templ.Component, error) {
	body, sections, err := docsText(d.Markdown)
	m := f.Meta(d.Title, d.Lead, link.Doc(d.ID), "",
		ui.Crumb{Label: "Documentation", Href: link.Docs()}, ui.Crumb{Label: d.Title})
	return docPage(m, d.Title, sections, body), err
}

// docsSection is a heading of the second order, at which a page can be entered.
type docsSection struct{ ID, Title string }
