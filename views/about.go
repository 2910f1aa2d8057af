package views

import (
	"github.com/a-h/templ"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views/ui"
)

// About is the page about the site itself.
type About struct {
	Meta       ui.Meta
	Text       templ.Component
	Benchmarks []results.Benchmark
}

// orDash is a text or the mark of what was not recorded.
func orDash(s string) string {
	if s == "" {
		return words.NotRecorded
	}
	return ui.Plain(s)
}
