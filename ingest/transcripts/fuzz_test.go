package transcripts_test

import (
	"slices"
	"testing"
	"testing/fstest"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/ingesttest"
	"github.com/clawatlas/clawatlas/ingest/transcripts"
	"github.com/clawatlas/clawatlas/results/must"
)

// FuzzRead gives the format any file. Whatever it claims must be readable into
// a database, and nothing in it may end up with a score.
func FuzzRead(f *testing.F) {
	for _, seed := range []string{atifDoc, claude, openAI, openClaw, "[{}]", `{"messages":[]}`} {
		f.Add([]byte(seed), true)
		f.Add([]byte(seed), false)
	}
	f.Fuzz(func(t *testing.T, data []byte, lines bool) {
		name := "x.json"
		if lines {
			name = "x.jsonl"
		}
		fsys := fstest.MapFS{name: {Data: data}}
		entries := must.Get(fsys.ReadDir("."))(t)
		if !slices.ContainsFunc((transcripts.Format{}).Detect(fsys, ".", entries), func(it ingest.Item) bool { return it.Lacks == "" }) {
			return
		}
		rep := ingesttest.Load(t, ingesttest.Open(t), fsys, ingest.Identity{})
		if len(rep.Refused) != 0 || len(rep.Runs) != 1 || rep.Runs[0].Counts.Scored != 0 {
			t.Errorf("claimed, but read as %+v", rep)
		}
	})
}
