package web

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

// screensSite serves a run of Terminal-Bench 1; at is the address of its first trial.
func screensSite(t *testing.T, fsys fs.FS) (site *testSite, at string) {
	t.Helper()
	site = sourcesSite(t, ingest.Source{FS: fsys, Name: "tb"})
	runs, _, err := site.Store.Runs(t.Context(), results.RunFilter{Limit: 1})
	if err != nil || len(runs) != 1 {
		t.Fatalf("%v, %v", runs, err)
	}
	trials := must.Get(site.Store.RunTrials(t.Context(), runs[0].ID, ""))(t)
	return site, "/runs/" + runs[0].Slug + "/" + trials[0].Scenario + "/" + trials[0].Task
}

// TestLongScreens holds that a long recording of full screens is a page of bounded size,
// and that its script gets a window of bounded size.
func TestLongScreens(t *testing.T) {
	const dir = "../ingest/terminalbench/testdata/tiny-core@0.2/20260101_shell-agent_m-1/night-1"
	fsys := fstest.MapFS{}
	for _, name := range []string{"results.json", "run_metadata.json", "boot/boot.1-of-2.night-1/results.json"} {
		data := must.Get(os.ReadFile(filepath.Join(dir, name)))(t)
		fsys["run/"+name] = &fstest.MapFile{Data: data}
	}
	cast := []byte(`{"version":2,"width":160,"height":40,"timestamp":1767261660}` + "\n")
	for i := range 400 {
		cast = fmt.Appendf(cast, `[%d,"o","\u001b[H%s"]`+"\n", i, strings.Repeat(fmt.Sprintf("%05d <&>", i%89999), 160*40/9))
	}
	fsys["run/boot/boot.1-of-2.night-1/sessions/agent.cast"] = &fstest.MapFile{Data: cast}
	site, at := screensSite(t, fsys)
	for below, most := range map[string]int{at + "/screens?at=200": 64 << 10, "/api/v1" + at + "/screens?at=200": 1 << 20} {
		if n := site.get(below).Body.Len(); n < 8<<10 || n > most {
			t.Errorf("%s has %d bytes, want at most %d", below, n, most)
		}
	}
}
