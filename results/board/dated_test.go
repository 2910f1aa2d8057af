package board_test

import (
	"testing"

	"github.com/clawatlas/clawatlas/results"
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
		b := makeBoards(in)[0]
		if len(b.Rows) != 1 || *b.Rows[0].Run != "run-0" || len(b.Rows[0].OtherRuns) != 1 {
			t.Errorf("%s: %s stands for the system, want the dated run", name, *b.Rows[0].Run)
		}
	}
}

// An undated run is no sweep beside a dated one; where no run of a system has a date all
// of them are.
func TestUndatedIsNoSweepOfADated(t *testing.T) {
	tasks, runs := swept("m", 80, 40, 70, 42)
	runs[1].StartedAt = nil
	r := makeBoards(rewards(tasks, runs...))[0].Rows[0]
	if r.Sweeps == nil || r.Sweeps.N != 2 || *r.Metrics["avg"].Value != 82./160 || *r.Run != "m-2" {
		t.Errorf("row = %+v, want the mean of the two dated runs", r)
	}
	runs[0].StartedAt, runs[2].StartedAt = nil, nil
	if r := makeBoards(rewards(tasks, runs...))[0].Rows[0]; r.Sweeps == nil || r.Sweeps.N != 3 {
		t.Errorf("three undated runs = %+v, want three sweeps", r.Sweeps)
	}
}
