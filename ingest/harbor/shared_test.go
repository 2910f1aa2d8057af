package harbor

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/resultstest"
)

// TestReal runs the tests that read real records, see docs/records.md.
func TestReal(t *testing.T) {
	resultstest.Real(t, map[string]func(*testing.T){
		"Jobs":  testSharedJobs,
		"Means": testSharedMeans,
	}, "data", "harbor")
}

var update = flag.Bool("update", false, "rewrite the golden files")

// testSharedJobs reads every real job directory and holds what comes out of
// them against a golden table: one line per run and one per trial.
func testSharedJobs(t *testing.T) {
	dir := resultstest.Shared(t, "data", "harbor", "jobs")
	m := newMemory(liveclaw())
	read(t, os.DirFS(dir), m, ingest.Identity{})

	var b strings.Builder
	status := map[results.Status]int{}
	trials, scored, steps := 0, 0, 0
	for _, r := range m.runs {
		if !r.committed {
			t.Errorf("run %s was not committed", r.run.Label)
		}
		s := r.run.System
		fmt.Fprintf(&b, "%s | %s | %s %s %s %s%s\n", r.run.Label, r.run.Benchmark, s.Framework, s.Model, s.Provider, s.Variant,
			reportedText(r.run.Reported))
		for _, tr := range r.trials {
			fmt.Fprintf(&b, "  %s/%s#%d %s %s %s steps=%d raws=%d checks=%d tokens=%s cost=%s%s\n", tr.Scenario, tr.Task, tr.Attempt,
				tr.Status, number(tr.Score), tr.Details.ErrorType, len(tr.steps), len(tr.raws), len(tr.Checks),
				whole64(tr.Usage.Total), number(tr.Usage.CostUSD), signalText(tr.Details.Signals))
			status[tr.Status]++
			trials++
			steps += len(tr.steps)
			if tr.Score != nil {
				scored++
			}
		}
		for _, w := range r.warnings {
			fmt.Fprintf(&b, "  ! %s:%d %s\n", shortPath(w.File), w.Line, w.Message)
		}
	}
	for _, w := range m.warnings {
		fmt.Fprintf(&b, "! %s %s\n", w.File, w.Message)
	}
	fmt.Fprintf(&b, "%d runs, %d trials, %d scored, %d steps\n", len(m.runs), trials, scored, steps)
	for _, s := range results.Statuses() {
		fmt.Fprintf(&b, "%s %d\n", s, status[s])
	}
	golden(t, "shared.golden", b.String())
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		must.Do(t, os.WriteFile(file, []byte(got), 0o644))
	}
	want := must.Get(os.ReadFile(file))(t)
	must.Same(t, string(want), got, "differs from %s", file)
}

func number(v *float64) string {
	if v == nil {
		return "-"
	}
	return strconv.FormatFloat(*v, 'g', 6, 64)
}

func whole64(v *int64) string {
	if v == nil {
		return "-"
	}
	return strconv.FormatInt(*v, 10)
}

func reportedText(list []results.Reported) string {
	var b strings.Builder
	for _, r := range list {
		fmt.Fprintf(&b, " %s=%s", r.Metric, number(r.Value))
	}
	return b.String()
}

func signalText(list []string) string {
	if len(list) == 0 {
		return ""
	}
	return " ? " + strings.Join(list, " ? ")
}

// shortPath leaves the job's own directory out of a path.
func shortPath(name string) string {
	parts := strings.SplitN(name, "/", 3)
	return parts[len(parts)-1]
}

// liveclaw is a small stand-in for the stored facts of LiveClawBench.
func liveclaw() *results.Dataset {
	d := &results.Dataset{Benchmark: results.Benchmark{
		ID: "liveclawbench", Name: "LiveClawBench", Version: "0.2.1", Scoring: results.ScoringReward, Repository: "Mosi-AI/LiveClawBench",
	}}
	for i, task := range []string{"skill-creation", "email-writing", "blog-site-from-scratch"} {
		d.Scenarios = append(d.Scenarios, results.Scenario{Slug: "domain-" + strconv.Itoa(i+1), Title: "Domain", Ordinal: i + 1})
		d.Tasks = append(d.Tasks, results.Task{Scenario: d.Scenarios[i].Slug, Slug: task, Title: strings.ReplaceAll(task, "-", " "),
			Ordinal: 1, Kind: results.KindReward})
	}
	return d
}
