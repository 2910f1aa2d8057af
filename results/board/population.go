package board

import "github.com/clawatlas/clawatlas/results"

// Population returns the rows that ranks, intervals and means over systems cover: one row for each
// system whose representing run is complete and has no exclusions. It omits rows with only reported
// results and rows of incomplete runs.
func Population(b results.Board) []results.BoardRow {
	var rows []results.BoardRow
	for i := range b.Rows {
		if InPopulation(&b.Rows[i]) {
			rows = append(rows, b.Rows[i])
		}
	}
	return rows
}

// InPopulation reports whether a row is one of those that Population returns.
func InPopulation(r *results.BoardRow) bool {
	return r.Run != nil && r.Complete && len(r.Exclusions) == 0
}

// MeanOver returns the mean of one table cell over all ranked systems, and the number of systems
// with a value. The mean is nil unless all systems have a value, so that means in different cells
// cover the same systems.
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
