// Package ui holds the common parts of pages: frame, tables, marks, forms and untrusted text.
// Colours, sizes and states are classes of static/app.css; no page may write inline styles or
// scripts.
package ui

import "context"

// Policy lets pages run and load only the site's own files. It is an element of every page, for
// copies on static hosts, and a header (see FramePolicy).
const Policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; media-src 'self'; connect-src 'self'; " +
	"base-uri 'none'; form-action 'self'"

// FramePolicy is Policy with the rule that only a header can set.
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

	// Data is the page as schema.org data, or nil.
	Data func(context.Context) any
}

// Crumb is one step of the path from the home page. The last is the page itself, without Href.
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
