package views

import (
	"github.com/a-h/templ"

	"github.com/clawatlas/clawatlas/docs"
	"github.com/clawatlas/clawatlas/views/ui"
)

// DocsList is the page that lists the documentation.
type DocsList struct {
	Meta  ui.Meta
	Pages []docs.Page
}

// DocsPage is one page of the documentation.
type DocsPage struct {
	Meta     ui.Meta
	Title    string
	Sections []DocsSection // what the page can be entered at
	Body     templ.Component
}

// DocsSection is a heading of the second order.
type DocsSection struct{ ID, Title string }
