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
	Title       string // without the site's name; TitleOf makes one that fits
	Description string // one sentence, for search engines and link previews
	Path        string // canonical path with the query that identifies the view
	JSONPath    string // the page's JSON twin; empty if it has none
	CSVPath     string // the page's table as CSV; empty if it has none
	FeedPath    string // an Atom feed of what the page lists; empty if it has none
	MethodPath  string // how the benchmark is scored; empty: of none
	Card        string // the picture that stands for it where it is shared; empty: the site's
	CardAlt     string // what that says
	Crumbs      []Crumb
	Nav         Nav
	Query       string // fills the search box
	Version     string // of the program, for the footer
	Follow      bool   // the records grow while the page is open
	Scripted    bool   // runs on the page are made by scripted agents
	Wide        bool   // heatmaps and traces may use the full width
	Noindex     bool   // keep out of search engines
	Trace       bool   // the page has a trace, to which a reader may skip

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
