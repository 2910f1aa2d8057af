package web

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/ingest"
)

// TestTaskBesideManyRuns: beyond a number of runs the page of a task is of those that
// stand for a ranked system, its counts are the same, and all are a link away.
func TestTaskBesideManyRuns(t *testing.T) {
	const at = "/b/scripted-chores/scenarios/scripted-chores/rename-files"
	var whole, few, all struct {
		Passed, Scored, Total int
		Mean                  *float64
	}
	jobs := ingest.Source{FS: os.DirFS(filepath.Join("..", "ingest", "bundled", "scripted", "records", "harbor")), Name: "jobs"}
	sourcesSite(t, jobs).object(t, "/api/v1/benchmarks"+strings.TrimPrefix(at, "/b"), &whole)
	WholeTask = 2
	t.Cleanup(func() { WholeTask = 1000 })
	site := sourcesSite(t, jobs)
	site.object(t, "/api/v1/benchmarks"+strings.TrimPrefix(at, "/b"), &few)
	site.object(t, "/api/v1/benchmarks"+strings.TrimPrefix(at, "/b")+"?all=1", &all)
	if few.Passed != whole.Passed || few.Scored != whole.Scored || *few.Mean != *whole.Mean || few.Total >= whole.Total || all.Total < whole.Total {
		t.Errorf("of all %+v, of few %+v, asked for all %+v", whole, few, all)
	}
	page := site.page(t, at)
	if text := page.Find("main").Text(); !strings.Contains(text, "Not shown: 1 run that stands for no ranked system.") || page.Find(`a[href="`+at+`?all=1"]`).Length() == 0 {
		t.Error("the page does not say what it leaves out")
	}
}
