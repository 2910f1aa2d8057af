package views

import (
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/board"
)

// JudgedGroup is a group of comparable rows with the tests of its pairs. It is safe
// for concurrent use.
type JudgedGroup struct {
	*ScoredGroup
	Families *board.Families
}

// NewJudgedGroup is that of a whole group of a board. Of the tests of the benchmark's
// runs those are taken that the board was made with: against its leader.
func NewJudgedGroup(v *Bench, g *ScoredGroup, tests []results.LeaderTest) *JudgedGroup {
	of := &JudgedGroup{g, g.families(v)}
	if len(g.Systems) == 0 {
		return of
	}
	place, leader := map[int64]int{}, *g.Systems[0].Row.Run+" "
	for i := range g.Systems {
		place[v.Runs[*g.Systems[i].Row.Run].ID] = i
	}
	for _, t := range tests {
		if i, ok := place[t.Run]; ok && i > 0 && t.Convention == v.Board.Convention && t.Without == v.Board.Without &&
			strings.HasPrefix(t.Against, leader) {
			of.Families.Know(i, t.P)
		}
	}
	return of
}

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
