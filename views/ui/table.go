package ui

import (
	"strconv"

	"github.com/a-h/templ"

	"github.com/clawatlas/clawatlas/results/words"
)

type TableOf struct {
	Caption string // text that describes the content and the number of rows
	ID      string // id of the element for links and scripts; may be empty
	Class   string // additional CSS classes of the table element
	Wide    bool   // true if the table scrolls horizontally on every screen
	Tall    bool   // true if the table scrolls in its own box, so that its header stays visible on phones too
}

// Direction is the sort direction of a column, as in the aria-sort attribute.
type Direction string

const (
	Unsorted   Direction = ""
	Ascending  Direction = "ascending"
	Descending Direction = "descending"
)

type Header struct {
	Label string // visible label; may be empty if Title contains the text for screen readers
	Unit  string // unit shown after the label, never in cells
	Title string // explanation of an abbreviation
	Href  string // URL of the page sorted by this column; empty if not sortable
	Dir   Direction
	Num   bool
	Class string
	Axis  templ.Component // axis of a plotted column, shown instead of the label
}

func (h Header) arrow() string {
	switch h.Dir {
	case Ascending:
		return "▲"
	case Descending:
		return "▼"
	}
	return ""
}

type Tab struct {
	Label   string
	Href    string
	Count   string // number shown in small type after the label; may be empty
	Current bool
}

func (t Tab) current() string {
	if t.Current {
		return "page"
	}
	return "false"
}

type Pager struct {
	From, To, Total int    // numbers of the first and last row on the page, from 1, and number of all rows
	Noun            string // noun for the rows, in the plural
	First, Prev     string // URLs of the first and previous page; empty if there is no such page
	Next, Last      string
}

// label returns the accessible name of the page links, which distinguishes two lists on the same
// page.
func (p Pager) label() string { return "Pages of " + p.Noun }

func (p Pager) text() string {
	return strconv.Itoa(p.From) + "–" + strconv.Itoa(p.To) + " of " + words.Count(p.Total) + " " + p.Noun
}

// Filter is a filter form. Its state is in the page's URL.
type Filter struct {
	Action string
	Fields []Field
	Keep   []Pair // parameters that the form keeps, such as the sort order
	Submit string
	Clear  string // URL without filters; empty if no filter is active
}

type Pair struct{ Name, Value string }

type Field struct {
	Name    string
	Label   string
	Choices []Choice
}

type Choice struct {
	Value    string
	Label    string
	Selected bool
}
