package fingerprint

import "github.com/clawatlas/clawatlas/results"

// The box of a thumb, and the classes of its three tones.
const (
	thumbW, thumbH = 90, 24

	toneFull = ClassPassed
	toneHalf = "fp-2" // a score between 0 and 1
	toneNone = "fp-3" // judged, and nothing won
)

// thumb is a run in the box of a table's row. Cells touch, so that a row of
// equal ones is one shape.
type thumb struct {
	Run
	rows []Row
	w, h int // of a cell
}

// newThumb keeps scenarios as lines where that fits, else lets them run on, and
// takes several tasks for a cell where even 2 x 2 px are too many.
func newThumb(r Run) thumb {
	const least, most = 2, 4
	longest := 0
	for _, row := range r.Rows {
		longest = max(longest, len(row.Cells))
	}
	t := thumb{Run: r, rows: r.Rows, w: most, h: most}
	if len(r.Rows) == 0 || longest == 0 {
		return t
	}
	if longest*least > thumbW || len(r.Rows)*least > thumbH {
		t.rows = runOn(r)
		longest = len(t.rows[0].Cells)
	}
	t.w = max(least, min(most, thumbW/longest))
	t.h = max(least, min(most, thumbH/len(t.rows)))
	return t
}

// runOn lays all cells in order in lines of 2 x 2 px, or of larger ones where
// they fit.
func runOn(r Run) []Row {
	var all Row
	for _, row := range r.Rows {
		all.Cells = append(all.Cells, row.Cells...)
	}
	side := 4
	for side > 2 && (thumbW/side)*(thumbH/side) < len(all.Cells) {
		side--
	}
	columns := thumbW / side
	room := columns * (thumbH / side)
	all = all.coarse((len(all.Cells) + room - 1) / room)
	var rows []Row
	for i := 0; i < len(all.Cells); i += columns {
		rows = append(rows, Row{Cells: all.Cells[i:min(i+columns, len(all.Cells))]})
	}
	return rows
}

// tone of a cell; empty where there is no verdict.
func (c Cell) tone() string {
	switch {
	case c.Status == results.Passed:
		return toneFull
	case c.Status == results.Missing || c.Status == results.NotJudged:
		return ""
	case c.partial() > 0:
		return toneHalf
	}
	return toneNone
}

func (t thumb) layers() layers {
	var l layers
	y0 := (thumbH - len(t.rows)*t.h) / 2
	for k, row := range t.rows {
		for i := 0; i < len(row.Cells); {
			tone, to := row.Cells[i].tone(), i+1
			for to < len(row.Cells) && row.Cells[to].tone() == tone {
				to++
			}
			if tone != "" {
				l.Rect(tone, float64(i*t.w), float64(y0+k*t.h), float64((to-i)*t.w), float64(t.h))
			}
			i = to
		}
	}
	return l
}
