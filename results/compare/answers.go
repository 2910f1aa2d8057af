package compare

import "github.com/clawatlas/clawatlas/results/stats"

// Answer is how both runs fared at one thing that is right or wrong and was asked
// of both.
type Answer struct{ A, B bool }

// Answers compares two runs on such things: exact McNemar, and Newcombe's interval
// of the difference. Both take the things as independent. Without any, nothing is
// tested.
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
