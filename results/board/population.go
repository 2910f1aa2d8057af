package board

import "github.com/clawatlas/clawatlas/results"

// Population returns the rows of a board that its ranks, intervals and all means
// over systems are about: systems whose standing run is complete and has nothing
// spoken against it, each once. Printed figures and incomplete runs stand on the
// board beside it.
func Population(b results.Board) []results.BoardRow {
	var rows []results.BoardRow
	for i := range b.Rows {
		if InPopulation(&b.Rows[i]) {
			rows = append(rows, b.Rows[i])
		}
	}
	return rows
}

// InPopulation reports whether a row is one of its board's population.
func InPopulation(r *results.BoardRow) bool {
	return r.Run != nil && r.Complete && len(r.Exclusions) == 0
}

// MeanOver is the mean of one cell over the systems of a population, and how
// many of them have it. It is nil unless all have: a mean over those that happen
// to have a number would compare different systems from cell to cell.
func MeanOver(cells []*float64) (mean *float64, n int) {
	sum := 0.0
	for _, c := range cells {
		if c != nil {
			sum += *c
			n++
		}
	}
	if n == 0 || n < len(cells) {
		return nil, n
	}
	sum /= float64(n)
	return &sum, n
}
