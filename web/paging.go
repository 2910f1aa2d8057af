package web

import (
	"strconv"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/views/ui"
)

const (
	// rowsOnPage is how many rows a table shows at once.
	rowsOnPage = 100
	// systemsAbreast is how many systems a table shows side by side.
	systemsAbreast = 50
)

// The parameters that turn pages: of rows, and of systems side by side.
const (
	pageParam  = "page"
	blockParam = "block"
)

// leaf is one page of a list, counted from 1. What is summed, averaged, ranked
// or tested over the list is so over all of it, whatever leaf is shown.
type leaf struct {
	key    string // of the query
	number int
	size   int
	total  int // set by cut
}

// blockField is the block of what stands side by side.
func blockField() field { return numberField(blockParam, 1, 1, 1_000_000) }

// readLeaf reads which page of a list the address asks for.
func readLeaf(c echo.Context, key string, size int) leaf {
	return leaf{key: key, number: ask(c).number(key), size: size}
}

// value is the page as a URL has it; the first needs no words.
func (l leaf) value() string {
	if l.number <= 1 {
		return ""
	}
	return strconv.Itoa(l.number)
}

// last is the number of the last page.
func (l leaf) last() int { return max(1, (l.total+l.size-1)/l.size) }

// cut settles the page in a list of n and gives its bounds; beyond the end lies
// the last page.
func (l *leaf) cut(n int) (lo, hi int) {
	l.total = n
	l.number = min(max(l.number, 1), l.last())
	lo = (l.number - 1) * l.size
	return lo, min(lo+l.size, n)
}

// pager leads to the other pages; nil if there is one page alone. href is the
// address with a parameter set to a value.
func (l leaf) pager(noun string, href func(key, value string) string) *ui.Pager {
	if l.last() == 1 {
		return nil
	}
	at := func(n int) string {
		if n <= 1 {
			return href(l.key, "")
		}
		return href(l.key, strconv.Itoa(n))
	}
	lo := (l.number - 1) * l.size
	p := &ui.Pager{From: lo + 1, To: min(lo+l.size, l.total), Total: l.total, Noun: noun}
	if l.number > 1 {
		p.First, p.Prev = at(1), at(l.number-1)
	}
	if l.number < l.last() {
		p.Next, p.Last = at(l.number+1), at(l.last())
	}
	return p
}

// leafOf is the page of a list, cut out of it.
func leafOf[T any](l *leaf, list []T) []T {
	lo, hi := l.cut(len(list))
	return list[lo:hi]
}
