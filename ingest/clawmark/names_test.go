package clawmark

import (
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results/must"
)

// TestRepositoryNames: in the benchmark's own tree a task lies under its number below
// its scenario, which is no other name; under another scenario it is.
func TestRepositoryNames(t *testing.T) {
	data := must.Get(os.ReadFile("testdata/" + acme + "/office_task1/result.json"))(t)
	for dir, told := range map[string]bool{"tasks/office": false, "tasks/bank": true} {
		m := read(t, fstest.MapFS{dir + "/task1/result.json": {Data: data, Mode: 0o644}}, dir, office(), ingest.Identity{})
		got := false
		for _, w := range m.warnings {
			got = got || strings.Contains(w.Message, "directory names differ")
		}
		if got != told || len(m.trials) != 1 || m.trials[0].Task != "office_task1" {
			t.Errorf("%s: told of the name: %v, want %v", dir, got, told)
		}
	}
}
