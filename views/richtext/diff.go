package richtext

import (
	"strings"

	"github.com/clawatlas/clawatlas/results/lcs"
)

type Op byte

const (
	Same    Op = ' '
	Added   Op = '+'
	Removed Op = '-'
	Note    Op = '@' // line about the change itself, such as a hunk header
)

type DiffLine struct {
	Op   Op
	Text string
}

// exactCells is the maximum size of the table for an exact comparison, which takes 1 MiB at one bit
// per cell. For longer texts, Compare only matches lines that are unique in both texts.
const exactCells = 1 << 23

// Compare returns a line diff of two texts.
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

// Unified parses a unified diff or a patch.
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
