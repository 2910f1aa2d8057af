package fingerprint

// Strips are the rows of a run for a table with one scenario a line: in Medium
// with a link for every cell, or, of a run that is too large for that, in Small
// without links. The note says what a cell is where it is not one task.
func (r Run) Strips() (rows []Row, size Size, note string) {
	all := r.total()
	if all <= linked {
		return r.Rows, Medium, ""
	}
	f := field{Run: r, per: per(all)}
	for _, row := range r.Rows {
		row = row.coarse(f.per)
		if f.per == 1 {
			row.Cells = append([]Cell{}, row.Cells...)
			for i := range row.Cells {
				row.Cells[i].Href = ""
			}
		}
		rows = append(rows, row)
	}
	return rows, Small, f.coarse()
}

// per is how many tasks a cell stands for in a run of so many.
func per(all int) int { return max(1, (all+mostCells-1)/mostCells) }
