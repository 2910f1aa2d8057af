package report

import (
	"github.com/clawatlas/clawatlas/results/board"
)

// JudgedGroup is a group of comparable rows with the tests of its pairs. It is safe
// for concurrent use.
type JudgedGroup struct {
	*ScoredGroup
	Families *board.Families
}

// NewJudgedGroup is that of a whole group of a board.
func NewJudgedGroup(v *Bench, g *ScoredGroup) *JudgedGroup { return &JudgedGroup{g, g.families(v)} }

// Judge gives the one verdict of a pair of runs: their test in its family on the board.
// The zero value knows of no board.
type Judge []*JudgedGroup

// Of is the test of two runs, by their slugs; nil where no group ranks them together.
func (j Judge) Of(a, b string) *board.Comparison {
	for _, g := range j {
		x, y := g.Place(a), g.Place(b)
		if x < 0 || y < 0 || x == y {
			continue
		}
		c := g.Families.Judge(x, y)
		return &c
	}
	return nil
}
