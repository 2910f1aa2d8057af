// Package ui contains common components of pages: page frame, tables, status symbols, forms and
// untrusted text. Colours and sizes are CSS classes in static/app.css, because the content security
// policy does not allow inline styles and scripts.
package ui

import "context"

// Policy is the Content-Security-Policy that allows scripts, styles and other resources only from
// the site itself. Each page contains it as a meta element, for copies on static hosts. The server
// also sends it as a header (see FramePolicy).
const Policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; media-src 'self'; connect-src 'self'; " +
	"base-uri 'none'; form-action 'self'"

// FramePolicy is the value of the Content-Security-Policy header: Policy and frame-ancestors, which
// browsers ignore in a meta element.
const FramePolicy = Policy + "; frame-ancestors 'none'"

type Nav string

const (
	NavNone    Nav = ""
	NavBoards  Nav = "boards"
	NavModels  Nav = "models"
	NavCompare Nav = "compare"
	NavTraces  Nav = "search"
	NavDocs    Nav = "docs"
)

type Meta struct {
	Title       string // title without the site's name; TitleOf truncates it to the maximum length
	Description string // one-sentence description for search engines and link previews
	Path        string // canonical path with the query that identifies the view
	JSONPath    string // URL of the page as JSON; empty if there is none
	CSVPath     string // URL of the page's table as CSV; empty if there is none
	FeedPath    string // URL of an Atom feed of the page's entries; empty if there is none
	MethodPath  string // URL of the page on how the benchmark is scored; empty without a benchmark
	Card        string // URL of the preview image for shared links; empty for the site's image
	CardAlt     string // alternative text of the preview image
	Crumbs      []Crumb
	Nav         Nav
	Query       string // text in the search box
	Version     string // program version for the footer
	Follow      bool   // true if the records may grow while the page is open
	Scripted    bool   // true if the page shows runs of scripted agents
	Wide        bool   // true if the page uses the full width, for heatmaps and traces
	Noindex     bool   // true to exclude the page from search engines
	Trace       bool   // true if the page has a trace, so that it gets a link that skips to it

	// Data returns the page's schema.org data. It is nil if there are none.
	Data func(context.Context) any
}

// Crumb is one item of the breadcrumb navigation. The last item is the current page and has no
// Href.
type Crumb struct {
	Label string
	Href  string
}

func (m Meta) current(n Nav) string {
	if m.Nav == n {
		return "page"
	}
	return "false"
}
