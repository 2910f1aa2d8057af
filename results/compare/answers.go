package compare

import "github.com/clawatlas/clawatlas/results/stats"

// Answer states for each of two runs whether its response to an item was correct.
type Answer struct{ A, B bool }

// Answers compares two runs on a list of items with McNemar's exact test and Newcombe's interval of
// the difference. Both treat the items as independent. It runs no test if the list is empty.
func Answers(id string, list []Answer) Group {
	g := Group{ID: id, identical: true}
	for _, x := range list {
		g.identical = g.identical && x.A == x.B
		switch {
		case x.A && x.B:
			g.Table.Both++
		case x.A:
			g.Table.OnlyA++
		case x.B:
			g.Table.OnlyB++
		default:
			g.Table.Neither++
		}
	}
	if len(list) > 0 {
		g.Difference, g.P = passDifference(g.Table), stats.Finite(stats.McNemarExact(g.Table))
	}
	return g
}
