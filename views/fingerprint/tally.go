package fingerprint

import "github.com/clawatlas/clawatlas/results"

// Card is the size on a card: small enough for a column of four, large enough for the mark
// of a task that nobody can pass.
var Card = Size{cell: 9, gap: 1, top: 6, bottom: 4, line: 40}

// tally counts things that hold or fail as cells, those that hold first.
func tally(hold, fail int) strip {
	s := strip{Row: Row{Unordered: true}, size: Size{cell: 7, gap: 1, top: 1, line: 32}}
	for i := range hold + fail {
		c := Cell{Status: results.Passed}
		if i >= hold {
			c.Status = results.Failed
		}
		s.Cells = append(s.Cells, c)
	}
	s.cols = s.size.columns(s.Row)
	return s
}
