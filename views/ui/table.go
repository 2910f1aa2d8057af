package ui

import (
	"strconv"

	"github.com/a-h/templ"

	"github.com/clawatlas/clawatlas/results/words"
)

type TableOf struct {
	Caption string // what it is and over how many
	ID      string // for links and scripts; may be empty
	Class   string // further classes of the table element
	Wide    bool   // scrolls sideways on any screen
	Tall    bool   // scrolls in a box of its own, so that its header stays in view on phones too
}

// Direction is the order of a sorted column, as in aria-sort.
type Direction string

const (
	Unsorted   Direction = ""
	Ascending  Direction = "ascending"
	Descending Direction = "descending"
)

type Header struct {
	Label string // may be empty where Title says it to screen readers
	Unit  string // shown after the label, never in cells
	Title string // what an abbreviation means
	Href  string // the page sorted by this column; empty if it cannot be sorted by
	Dir   Direction
	Num   bool // right-aligned
	Class string
	Axis  templ.Component // over a drawn column, in place of the label
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
	Count   string // small number after the label; may be empty
	Current bool
}

func (t Tab) current() string {
	if t.Current {
		return "page"
	}
	return "false"
}

type Pager struct {
	From, To, Total int    // from 1
	Noun            string // plural
	First, Prev     string // addresses; empty where there is none
	Next, Last      string
}

// label tells the links of two lists on a page apart.
func (p Pager) label() string { return "Pages of " + p.Noun }

func (p Pager) text() string {
	return strconv.Itoa(p.From) + "–" + strconv.Itoa(p.To) + " of " + words.Count(p.Total) + " " + p.Noun
}

// Filter is a form whose state is the page's URL.
type Filter struct {
	Action string
	Fields []Field
	Keep   []Pair // parameters that the form must not lose, such as sort
	Submit string // text of the button
	Clear  string // address without any filter; empty if nothing is filtered
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
