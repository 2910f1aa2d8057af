package boards_test

import (
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/ingesttest"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/resultstest"
)

// TestLiveClawBenchSite reads the site's own files after the bundle that was made from
// them: the runs are the same and stay as they are.
func TestLiveClawBenchSite(t *testing.T) {
	site := os.DirFS(resultstest.Shared(t, "data", "liveclawbench", "site-data"))
	db := ingesttest.OpenBundled(t)
	rep := ingesttest.Load(t, db, site, ingest.Identity{})
	for _, r := range rep.Runs {
		if !r.Unchanged {
			t.Errorf("%s is a new run of the same verdicts", r.Run)
		}
	}
	d := must.Get(db.FindDataset(t.Context(), "liveclawbench"))(t)
	if f := d.Tasks[0].Facts; len(rep.Runs) != 26 || d.FactsOnly || f.Prompt == "" {
		t.Errorf("%d runs; without the site's prompts: %v", len(rep.Runs), d.FactsOnly)
	}
	// Tasks and reported results are those that the bundle has.
	ingesttest.LoadOfficial(t, db, site)
	got, want := facts(t, db), facts(t, ingesttest.OpenBundled(t))
	if diff := gocmp.Diff(want.tasks, got.tasks); diff != "" || len(got.tasks) != 134 {
		t.Errorf("%d tasks (-bundle +site):\n%s", len(got.tasks), diff)
	}
	for key, value := range got.figures {
		if want.figures[key] != value {
			t.Errorf("%+v: %+v, in the bundle %+v", key, value, want.figures[key])
		}
	}
	if len(got.figures) < 26*8 {
		t.Errorf("%d figures", len(got.figures))
	}
}

type figureKey struct{ source, group, model, metric, scope string }

type figureValue struct {
	value  float64
	digits int
	board  bool
}

type siteFacts struct {
	tasks   []results.Task
	figures map[figureKey]figureValue
}

func facts(t *testing.T, db *ingesttest.DB) siteFacts {
	t.Helper()
	d := must.Get(db.FindDataset(t.Context(), "liveclawbench"))(t)
	out := siteFacts{slices.Clone(d.Tasks), map[figureKey]figureValue{}}
	for i := range out.tasks {
		f := &out.tasks[i].Facts
		f.Prompt, f.Descriptions, f.Tags, f.Language = "", nil, nil, "" // the bundle has no texts
	}
	for _, f := range must.Get(db.Figures(t.Context(), "liveclawbench"))(t) {
		if strings.HasPrefix(f.Source, "liveclawbench-site") && f.Value != nil {
			out.figures[figureKey{f.Source, f.Group, f.Model, f.Metric, f.Scope}] = figureValue{*f.Value, f.Digits, f.Board}
		}
	}
	return out
}

// TestLiveClawBenchBroken holds what is said of files that cannot be.
func TestLiveClawBenchBroken(t *testing.T) {
	good := map[string]string{
		"leaderboard.json": `{"updatedAt":"2026-01-02","models":[{"model":"m","overall":50.0,"bestScore":null,"difficulty":{},` +
			`"factors":{},"domains":{"Social Media":50.0}}]}`,
		"task-results.json": `{"t":[{"model":"m","avgScore":0.5,"attempts":2,"allPassed":false}]}`,
		"tasks.json":        `{"tasks":[{"name":"t","domain":"Social Media"}]}`,
	}
	tests := []struct{ name, file, data, want string }{
		{"nothing", "", "", ""},
		{"no date", "leaderboard.json", `{"models":[{"model":"m"}]}`, "updatedAt"},
		{"column is text", "leaderboard.json", `{"updatedAt":"2026-01-02","models":[{"model":"m","overall":"x"}]}`, "not a number"},
		{"model off the board", "task-results.json", `{"t":[{"model":"x","avgScore":0.5,"attempts":2}]}`, "not on the leaderboard"},
		{"mean without attempts", "task-results.json", `{"t":[{"model":"m","avgScore":0.5,"attempts":0}]}`, "there is no attempt, and their mean is 0.5"},
		{"all passed below 1", "task-results.json", `{"t":[{"model":"m","avgScore":0.5,"attempts":2,"allPassed":true}]}`, "and their mean is 0.5"},
		{"another mean", "task-results.json", `{"t":[{"model":"m","avgScore":0.25,"attempts":2,"allPassed":false}]}`, "states 50 overall, its 1 tasks give 25"},
		{"task name", "tasks.json", `{"tasks":[{"name":"a b","domain":"X"}]}`, `task "a b"`},
	}
	for _, tt := range tests {
		fsys := fstest.MapFS{}
		for name, data := range good {
			fsys[name] = &fstest.MapFile{Data: []byte(data)}
		}
		if tt.file != "" {
			fsys[tt.file] = &fstest.MapFile{Data: []byte(tt.data)}
		}
		got := said(ingesttest.LoadOfficial(t, ingesttest.Open(t), fsys))
		if !strings.Contains(got, tt.want) || (tt.want == "") != (got == "") {
			t.Errorf("%s: said %q, want %q", tt.name, got, tt.want)
		}
	}
}

// said is all that a report refuses, warns of and objects to.
func said(rep *ingest.RunReport) string {
	var b strings.Builder
	for _, r := range rep.Refused {
		b.WriteString(r.Reason + "\n")
	}
	warnings := rep.Warnings
	for _, r := range rep.Runs {
		warnings = append(warnings, r.Warnings...)
		for _, o := range r.Exclusions {
			b.WriteString(o.Message + "\n")
		}
	}
	for _, w := range warnings {
		b.WriteString(w.Message + "\n")
	}
	return b.String()
}
