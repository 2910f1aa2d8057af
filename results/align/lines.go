package align

import (
	"strings"

	"github.com/clawatlas/clawatlas/results/lcs"
)

// Line is a line of two texts side by side; a gap stands for lines that are equal.
type Line struct {
	A, B int // numbers from 1; 0 where the text has no such line
	Text string
	Gap  int // equal lines that are left out
}

// Bounds of two texts that are set side by side.
const (
	linesMost  = 2000 // of one text
	linesCells = 1 << 23
	nearEnough = 2 // equal lines beside a difference
)

// Lines sets two texts side by side, with what is near a difference. It reports false
// if one of them is too long for that.
func Lines(textA, textB string) ([]Line, bool) {
	a, b := strings.Split(textA, "\n"), strings.Split(textB, "\n")
	if len(a) > linesMost || len(b) > linesMost {
		return nil, false
	}
	pairs, _ := lcs.Common(a, b, linesCells)
	var all []Line
	lcs.SideBySide(pairs, len(a), len(b), func(i, j int) {
		line := Line{A: i + 1, B: j + 1}
		if i >= 0 {
			line.Text = a[i]
		} else {
			line.Text = b[j]
		}
		all = append(all, line)
	})
	return around(all), true
}

// around leaves equal lines out that stand far from a difference.
func around(all []Line) []Line {
	near := lcs.Near(len(all), nearEnough, func(i int) bool { return all[i].A == 0 || all[i].B == 0 })
	var list []Line
	for i := range all {
		switch n := len(list); {
		case near[i]:
			list = append(list, all[i])
		case n > 0 && list[n-1].Gap > 0:
			list[n-1].Gap++
		default:
			list = append(list, Line{Gap: 1})
		}
	}
	return list
}
