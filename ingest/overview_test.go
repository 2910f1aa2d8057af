package ingest_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/ingesttest"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/overview"
)

// longSession is a transcript of so many steps, of which some in the middle ask for the
// same two files in turn.
func longSession(steps, from, to int) string {
	var b strings.Builder
	fmt.Fprintln(&b, `{"type":"user","parentUuid":null,"sessionId":"s","version":"2.0.1","cwd":"/w","isSidechain":false,"userType":"external","uuid":"u0","timestamp":"2026-11-01T00:00:00Z","message":{"role":"user","content":"Go on."}}`)
	for i := 2; i <= steps; i++ {
		file := fmt.Sprint("f", i)
		if i >= from && i <= to {
			file = fmt.Sprint("again", i%2)
		}
		fmt.Fprintf(&b, `{"type":"assistant","parentUuid":null,"sessionId":"s","version":"2.0.1","cwd":"/w","isSidechain":false,"userType":"external","uuid":"a%d","timestamp":"2026-11-01T00:00:01Z","message":{"id":"m%d","role":"assistant","model":"claude-sonnet-4-5","content":[{"type":"tool_use","id":"t%d","name":"Read","input":{"file_path":"%s.md"}}]}}`+"\n", i, i, i, file)
		fmt.Fprintf(&b, `{"type":"user","parentUuid":null,"sessionId":"s","version":"2.0.1","cwd":"/w","isSidechain":false,"userType":"external","uuid":"r%d","timestamp":"2026-11-01T00:00:02Z","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t%d","content":"text"}]}}`+"\n", i, i)
	}
	return b.String()
}

// An ingest keeps of a trace that no page reads as a whole its map and its cycles, and
// of a short one nothing.
func TestOverviews(t *testing.T) {
	db := ingesttest.Open(t)
	ingesttest.Load(t, db, fstest.MapFS{"long.jsonl": {Data: []byte(longSession(600, 491, 510))},
		"short.jsonl": {Data: []byte(longSession(20, 5, 15))}}, ingest.Identity{})
	runs, _ := must.Get2(db.Runs(t.Context(), results.RunFilter{Limit: 10}))(t)
	kept := 0
	for _, r := range runs {
		trials := must.Get(db.RunTrials(t.Context(), r.ID, ""))(t)
		for _, trial := range trials {
			o, err := db.FindOverview(t.Context(), trial.ID, 1, 500)
			if trial.StepsTotal == 20 && errors.Is(err, results.ErrNotFound) {
				continue
			}
			if err != nil {
				t.Fatalf("%s of %d steps: %v", trial.Task, trial.StepsTotal, err)
			}
			kept++
			m, cycles := must.Get2(overview.Unpack(o))(t)
			if n := len(m.Bins); n != 120 || m.Bins[n-1].To != 600 || !m.Kinds {
				t.Errorf("a map of %d marks up to step %d", n, m.Bins[n-1].To)
			}
			if len(cycles) != 1 || cycles[0].From != 491 || cycles[0].To != 510 || cycles[0].Turns != 10 {
				t.Errorf("cycles %+v", cycles)
			}
		}
	}
	if kept != 1 {
		t.Errorf("%d overviews, want that of the long trace", kept)
	}
}
