package example

import (
	"encoding/json"
	"path"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results/must"
)

// The example travels in every binary, so it has to stay small, and what cannot
// be parsed there would only be noticed by a visitor.
func TestEmbeddedFiles(t *testing.T) {
	total, runs := int64(0), map[string]int{}
	for p, data := range must.Files(t, FS) {
		total += int64(len(data))
		if path.Ext(p) == ".json" && !json.Valid(data) {
			t.Errorf("%s is not valid JSON", p)
		}
		if rest, ok := strings.CutPrefix(p, "result_example/"); ok {
			name, _, _ := strings.Cut(rest, "/")
			runs[name]++
		}
	}
	if total > 1_500_000 {
		t.Errorf("%d bytes are embedded, at most 1,500,000 wanted", total)
	}
	if len(runs) != 4 {
		t.Errorf("runs %v, want four", runs)
	}
	for name, files := range runs {
		if !strings.HasPrefix(name, "scripted_") || !strings.HasSuffix(name, "_clawatlas-runner") || files != 63 {
			t.Errorf("run %s has %d files; want the name of a scripted run and 63 files", name, files)
		}
	}
}
