package run

import (
	"github.com/a-h/templ"

	runreport "github.com/clawatlas/clawatlas/results/report/run"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
)

// RunEmbed is the fingerprint of a run, for a frame of another site.
func RunEmbed(f views.Frame, r *runreport.Run) templ.Component {
	v := runView{Run: r, Model: views.Name(r.Names, r.System.Model)}
	v.Meta = v.meta(f)
	v.Meta.Title = words.System(v.Model, r.System) + " on " + r.Stored.Benchmark.Name
	return runEmbed(v)
}
