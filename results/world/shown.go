package world

import (
	"unicode/utf8"

	"github.com/clawatlas/clawatlas/results/lcs"
)

// What of a difference is kept for pages: parts beside a changed one, parts in
// all, lines of a state that is too large to be set side by side, and characters
// of a part.
const (
	beside    = 2
	shownMost = 300
	sample    = 4
	partMost  = 2000
)

// Gap is the mark of parts that are left out.
const Gap Mark = '~'

// Shown gives the counts of a change and the parts that a page shows of it: what
// has changed with a little of what has not around it, as far as it is not too
// long. Of a large table these are its header and a few rows.
func Shown(c *Change) (Diff, []Part) {
	d := DiffOf(c)
	parts := d.Parts
	if parts == nil && d.Removed+d.Added+d.Kept > 0 {
		parts = sampled(c)
	}
	parts = around(parts)
	if len(parts) > shownMost {
		left := 0
		for _, p := range parts[shownMost:] {
			left += max(p.Left, 1)
		}
		parts = append(parts[:shownMost:shownMost], Part{Mark: Gap, Left: left})
	}
	for i := range parts {
		parts[i].cut()
	}
	return d, parts
}

// around leaves out what is the same and stands by no change.
func around(list []Part) []Part {
	near := lcs.Near(len(list), beside, func(i int) bool { return list[i].Mark != Same })
	var out []Part
	for i, p := range list {
		switch last := len(out) - 1; {
		case near[i] || p.Mark == Gap:
			out = append(out, p)
		case last >= 0 && out[last].Mark == Gap:
			out[last].Left++
		default:
			out = append(out, Part{Mark: Gap, Left: 1})
		}
	}
	return out
}

// sampled are the first lines of both states that the other has not, with the
// first line of all, which is the header of a table.
func sampled(c *Change) []Part {
	a, b := lines(c.Before), lines(c.After)
	var parts []Part
	if len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		parts = append(parts, Part{Mark: Same, Text: a[0]})
	}
	parts = append(parts, unlike(Minus, a, setOf(b))...)
	return append(parts, unlike(Plus, b, setOf(a))...)
}

func unlike(mark Mark, list []string, other map[string]bool) []Part {
	var parts []Part
	left := 0
	for _, line := range list {
		switch {
		case other[line]:
		case len(parts) < sample:
			parts = append(parts, Part{Mark: mark, Text: line})
		default:
			left++
		}
	}
	if left > 0 {
		parts = append(parts, Part{Mark: Gap, Left: left})
	}
	return parts
}

// cut shortens a text by characters.
func (p *Part) cut() {
	if p.Message != nil {
		m := *p.Message
		m.Text, p.Cut = cutText(m.Text)
		p.Message = &m
		return
	}
	p.Text, p.Cut = cutText(p.Text)
}

func cutText(s string) (string, bool) {
	if len(s) <= partMost || utf8.RuneCountInString(s) <= partMost {
		return s, false
	}
	n := 0
	for i := range s {
		if n == partMost {
			return s[:i], true
		}
		n++
	}
	return s, false
}
