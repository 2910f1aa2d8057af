package board

import (
	"github.com/a-h/templ"

	boardreport "github.com/clawatlas/clawatlas/results/report/board"
	"github.com/clawatlas/clawatlas/views"
)

// BoardEmbed is the plot of a board, for a frame of another site.
func BoardEmbed(f views.Frame, d *boardreport.Board) templ.Component {
	p := newBoard(f, d)
	p.Pager = nil
	return boardEmbed(p)
}
