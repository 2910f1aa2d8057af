package views

import (
	"github.com/a-h/templ"

	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/results/words"
)

// BoardEmbed is the plot of a board, for a frame of another site.
func BoardEmbed(f Frame, d *report.Board) templ.Component {
	v := boardView{d, f}
	p := v.parts()
	p.Meta = v.meta(p.Verdict.String())
	p.Pager = nil
	return boardEmbed(p)
}

// RunEmbed is the fingerprint of a run, for a frame of another site.
func RunEmbed(f Frame, r *report.Run) templ.Component {
	v := runView{Run: r, Model: name(r.Names, r.System.Model)}
	v.Meta = v.meta(f)
	v.Meta.Title = words.System(v.Model, r.System) + " on " + r.Stored.Benchmark.Name
	return runEmbed(v)
}
