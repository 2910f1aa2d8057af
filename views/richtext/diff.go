package richtext

import (
	"strings"

	"github.com/a-h/templ"

	"github.com/clawatlas/clawatlas/results/lcs"
)

// Op says what happened to a line.
type Op byte

// The operations, by the marks that a reader sees.
const (
	Same    Op = ' '
	Added   Op = '+'
	Removed Op = '-'
	Note    Op = '@' // a line about the change, such as a hunk's header
)

// DiffLine is one line of a change.
type DiffLine struct {
	Op   Op
	Text string
}

// exactCells bounds the memory of an exact comparison: one bit for each pair of
// lines, 1 MiB in all. Longer changes are compared between lines that stand once
// on either side.
const exactCells = 1 << 23

// Compare gives the lines of old and new with what became of each.
func Compare(old, new string) []DiffLine {
	a, b := splitLines(old), splitLines(new)
	list := make([]DiffLine, 0, len(a)+len(b))
	pairs, _ := lcs.Common(a, b, exactCells)
	i, j := 0, 0
	for _, p := range pairs {
		list = all(all(list, a[i:p.A], Removed), b[j:p.B], Added)
		list = append(list, DiffLine{Same, a[p.A]})
		i, j = p.A+1, p.B+1
	}
	return all(all(list, a[i:], Removed), b[j:], Added)
}

func splitLines(s string) []string {
	if s == "" {
		return nil
	}
	return strings.Split(strings.TrimSuffix(s, "\n"), "\n")
}

func all(list []DiffLine, lines []string, op Op) []DiffLine {
	for _, l := range lines {
		list = append(list, DiffLine{op, l})
	}
	return list
}

// Unified reads a change that is written as a unified diff or a patch.
func Unified(text string) []DiffLine {
	lines := splitLines(text)
	list := make([]DiffLine, len(lines))
	for i, l := range lines {
		switch {
		case strings.HasPrefix(l, "+++ "), strings.HasPrefix(l, "--- "), strings.HasPrefix(l, "*** "), strings.HasPrefix(l,
			"@@"), strings.HasPrefix(l, "diff "):
			list[i] = DiffLine{Note, l}
		case strings.HasPrefix(l, "+"):
			list[i] = DiffLine{Added, l[1:]}
		case strings.HasPrefix(l, "-"):
			list[i] = DiffLine{Removed, l[1:]}
		default:
			list[i] = DiffLine{Same, strings.TrimPrefix(l, " ")}
		}
	}
	return list
}

// Changed counts the lines that were added and removed.
func Changed(lines []DiffLine) (added, removed int) {
	for _, l := range lines {
		switch l.Op {
		case Added:
			added++
		case Removed:
			removed++
		}
	}
	return added, removed
}

// Stretch is a run of lines that is folded or not.
type Stretch struct {
	Lines  []DiffLine
	Folded bool // unchanged lines far from any change
}

// around is how many unchanged lines are shown beside a change.
const around = 3

// Stretches groups lines so that long unchanged runs can be folded.
func Stretches(lines []DiffLine) []Stretch {
	var list []Stretch
	for at := 0; at < len(lines); {
		end := at
		for end < len(lines) && (lines[end].Op == Same) == (lines[at].Op == Same) {
			end++
		}
		run := lines[at:end]
		if lines[at].Op != Same || len(run) <= 2*around+2 {
			list = append(list, Stretch{Lines: run})
			at = end
			continue
		}
		before, after := around, around
		if at == 0 {
			before = 0
		}
		if end == len(lines) {
			after = 0
		}
		for _, s := range []Stretch{{Lines: run[:before]}, {run[before : len(run)-after], true}, {Lines: run[len(run)-after:]}} {
			if len(s.Lines) > 0 {
				list = append(list, s)
			}
		}
		at = end
	}
	return list
}

// Within gives the first lines that weigh at most allow and how many are left.
// It gives at least one line, which is cut to the limit if need be; then all
// lines count as left.
func Within(lines []DiffLine, allow int) (shown []DiffLine, left int) {
	sum := 0
	for i, l := range lines {
		w := Weigh(l.Text, allow)
		if sum += w; sum > allow {
			if i == 0 {
				return []DiffLine{{l.Op, l.Text[:headEnd(l.Text, 1, allow)] + "…"}}, len(lines)
			}
			return lines[:i], len(lines) - i
		}
	}
	return lines, 0
}

// Diff shows a change line by line; unchanged lines far from it are folded.
func Diff(lines []DiffLine) templ.Component {
	return component(func(o *out) {
		o.raw(`<div class="txt diff">`)
		for _, s := range Stretches(lines) {
			if s.Folded {
				o.raw(`</div><details class="fold"><summary>`, counted(len(s.Lines), "unchanged line", "unchanged lines"),
					`</summary><div class="txt diff">`)
			}
			for _, l := range s.Lines {
				o.diffLine(l)
			}
			if s.Folded {
				o.raw(`</div></details><div class="txt diff">`)
			}
		}
		o.raw(`</div>`)
	})
}

// diffLine writes one line with its mark, so that a change does not speak by
// its colour alone.
func (o *out) diffLine(l DiffLine) {
	tag, mark := "span", string(rune(l.Op))
	switch l.Op {
	case Added:
		tag = "ins"
	case Removed:
		tag, mark = "del", "\u2212"
	case Note:
		mark = ""
	}
	o.raw("<", tag, ` class="dl`)
	if l.Op == Note {
		o.raw(" dn")
	}
	o.raw(`">`, mark)
	o.text(l.Text)
	o.raw("</", tag, ">")
}
