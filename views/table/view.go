package table

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/clawatlas/clawatlas/views/ui"
)

// View is the requested sort order and page of a table.
type View struct {
	Sort   string // key of the column to sort by, with a leading minus for the reverse order; empty for the original order
	Page   Window
	Noun   string                         // noun for the rows, in the plural
	At     func(key, value string) string // function that returns the URL with one parameter changed; nil if the table has no links
	Anchor string                         // fragment appended to the links, including #
}

// Show sorts the table and returns the requested page. By default, numbers sort in descending order
// and text in ascending order. Missing values come last. Sorting removes the groups of rows.
func (g Table) Show(v View) Table {
	key, turned := strings.CutPrefix(v.Sort, "-")
	g.Cols, g.Rows = slices.Clone(g.Cols), slices.Clone(g.Rows)
	for i := range g.Cols {
		c := &g.Cols[i]
		if !c.Sort {
			continue
		}
		next := c.Key
		if c.Key == key {
			slices.SortStableFunc(g.Rows, func(a, b Row) int { return compare(&a.Cells[i], &b.Cells[i], c.Num, turned) })
			for k := range g.Rows {
				g.Rows[k].Group = ""
			}
			if c.Dir = ui.Ascending; c.Num != turned {
				c.Dir = ui.Descending
			}
			if !turned {
				next = "-" + next
			}
		}
		if v.At != nil {
			c.Href = v.At("sort", next) + v.Anchor
		}
	}
	if v.Page.Size > 0 {
		g.Rows = Rows(&v.Page, g.Rows)
		g.pager = v.Page.Pager(v.Noun, func(key, value string) string { return v.At(key, value) + v.Anchor })
	}
	return g
}

func compare(a, b *Cell, num, turned bool) int {
	if x, y := a.lacks(num), b.lacks(num); x || y {
		return map[bool]int{true: 1}[x] - map[bool]int{true: 1}[y]
	}
	order := strings.Compare(strings.ToLower(a.Shown()), strings.ToLower(b.Shown()))
	if a.Value != nil && b.Value != nil {
		order = cmp.Compare(*a.Value, *b.Value)
	}
	if num != turned {
		return -order
	}
	return order
}

func (c *Cell) lacks(num bool) bool { return num && c.Value == nil || c.Raw() == "" }

// Window is one page of a list; page numbers start at 1. Sums, means, ranks and tests always cover
// the entire list.
type Window struct {
	Key    string // name of the URL parameter
	Number int
	Size   int // number of rows per page
	Total  int // number of rows on all pages, set by Cut
}

func (w Window) Value() string {
	if w.Number <= 1 {
		return ""
	}
	return strconv.Itoa(w.Number)
}

func (w Window) Last() int { return max(1, (w.Total+w.Size-1)/w.Size) }

// Cut sets Total to n, limits the page number to the existing pages, and returns the index range of
// the page's rows.
func (w *Window) Cut(n int) (lo, hi int) {
	w.Total = n
	w.Number = min(max(w.Number, 1), w.Last())
	lo = (w.Number - 1) * w.Size
	return lo, min(lo+w.Size, n)
}

func Rows[T any](w *Window, list []T) []T {
	lo, hi := w.Cut(len(list))
	return list[lo:hi]
}

// Pager returns links to the other pages, or nil if there is only one. href returns the URL with a
// parameter changed.
func (w Window) Pager(noun string, href func(key, value string) string) *ui.Pager {
	if w.Last() == 1 {
		return nil
	}
	lo := (w.Number - 1) * w.Size
	p := Pager(lo, min(w.Size, w.Total-lo), w.Total, w.Size, noun, func(offset string) string {
		n, _ := strconv.Atoi(offset) // result 0 for the first page, whose offset is ""
		return href(w.Key, Window{Number: n/w.Size + 1}.Value())
	})
	return &p
}

// Pager returns links to the other pages of a list with total rows. The current page shows n rows
// after the given offset, and a page has at most limit rows. at returns the URL for an offset; the
// offset of the first page is "".
func Pager(offset, n, total, limit int, noun string, at func(offset string) string) ui.Pager {
	p := ui.Pager{From: min(offset+1, total), To: offset + n, Total: total, Noun: noun}
	if offset > limit {
		p.First, p.Prev = at(""), at(strconv.Itoa(offset-limit))
	} else if offset > 0 {
		p.First, p.Prev = at(""), at("")
	}
	if next := offset + limit; next < total {
		p.Next, p.Last = at(strconv.Itoa(next)), at(strconv.Itoa((total-1)/limit*limit))
	}
	return p
}
