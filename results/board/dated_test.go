package board_test

import (
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/analysistest"
)

// An undated run never takes the place of a dated one, however late it came and
// whatever else it has to show.
func TestUndatedDisplacesNone(t *testing.T) {
	began, ended := int64(1000), int64(2000)
	for name, dated := range map[string]func(*results.Run){
		"began": func(r *results.Run) { r.StartedAt = &began }, "ended": func(r *results.Run) { r.FinishedAt = &ended },
		"bare records": func(r *results.Run) { r.StartedAt, r.Evidence = &began, results.Records },
	} {
		in := synthetic(3, 5, 0.9, 0.5)
		in.Runs[1].System = in.Runs[0].System
		dated(&in.Runs[0].Run)
		in.Runs[0].IngestedAt, in.Runs[1].IngestedAt = 3000, 9000
		b := analysistest.Boards(in)[0]
		if len(b.Rows) != 1 || *b.Rows[0].Run != "run-0" || len(b.Rows[0].OtherRuns) != 1 {
			t.Errorf("%s: %s stands for the system, want the dated run", name, *b.Rows[0].Run)
		}
	}
}
