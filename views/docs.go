package views

import (
	"github.com/a-h/templ"

	"github.com/clawatlas/clawatlas/docs"
	"github.com/clawatlas/clawatlas/views/link"
	"github.com/clawatlas/clawatlas/views/ui"
)

// DocsListPage lists the documentation.
func DocsListPage(f Frame, l docs.List) templ.Component {
	m := f.Meta("Documentation", "What the site promises, how its numbers are made, how the program is laid out and how to run it.", link.Docs(), link.API(nil, "docs"), ui.Crumb{Label: "Documentation"})
	return docsListPage(m, l)
}

// DocPage shows one page of the documentation.
func DocPage(f Frame, d docs.Page) (templ.Component, error) {
	body, sections, err := docsText(d.Markdown)
	m := f.Meta(d.Title, d.Lead, link.Doc(d.ID), link.API(nil, "docs", d.ID), ui.Crumb{Label: "Documentation", Href: link.Docs()}, ui.Crumb{Label: d.Title})
	return docPage(m, d.Title, sections, body), err
}

// docsSection is a heading of the second order, at which a page can be entered.
type docsSection struct{ ID, Title string }
