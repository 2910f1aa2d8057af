package web

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results/must"
	boardreport "github.com/clawatlas/clawatlas/results/report/board"
	"github.com/clawatlas/clawatlas/results/resultstest"
)

// recordedLine is a red line as a result.json has it.
type recordedLine struct {
	passed bool
	cost   float64 // weight over that of all recorded checks
}

// recordedLines counts the red lines of a run's directory anew, from its files.
func recordedLines(t *testing.T, dir string) map[string]recordedLine {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*", "result.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no records in %s: %v", dir, err)
	}
	lines := map[string]recordedLine{}
	for _, file := range files {
		raw := must.Get(os.ReadFile(file))(t)
		var rec struct {
			TaskID string `json:"task_id"`
			Rubric []struct {
				ID     string  `json:"id"`
				Passed bool    `json:"passed"`
				Weight float64 `json:"weight"`
			} `json:"rubric"`
		}
		must.Do(t, json.Unmarshal(raw, &rec))
		full := 0.0
		for _, c := range rec.Rubric {
			full += c.Weight
		}
		for _, c := range rec.Rubric {
			if strings.Contains(strings.ToLower(c.ID), "redline") {
				lines[rec.TaskID+" "+c.ID] = recordedLine{c.Passed, c.Weight / full}
			}
		}
	}
	return lines
}

func redLinesOf(t *testing.T, site *testSite, benchmark string) boardreport.RedLines {
	t.Helper()
	var r boardreport.RedLines
	must.Do(t, json.Unmarshal(site.get("/api/v1/benchmarks/"+benchmark+"/redlines").Body.Bytes(), &r))
	return r
}

// The register of scripted agents is that of their records, counted anew, and its
// sums are those of the board's metric.
func TestRedLinesOfRecords(t *testing.T) {
	site := newGoldenSite(t)
	r := redLinesOf(t, site.testSite, "scripted-office")
	if len(r.Systems) != 2 || len(r.Lines) != 3 || len(r.Trips) != 1 {
		t.Fatalf("%d systems, %d lines, %d trips", len(r.Systems), len(r.Lines), len(r.Trips))
	}
	for _, s := range r.Systems {
		want := recordedLines(t, filepath.Join("..", "ingest", "bundled", "scripted", "records", "clawmark", "scripted_"+s.System.Model))
		tripped, cost := 0, 0.0
		for _, l := range want {
			if !l.passed {
				tripped++
				cost += l.cost
			}
		}
		if s.Evaluated != len(want) || s.Tripped != tripped || s.Cost == nil || math.Abs(*s.Cost-cost/3) > 1e-12 {
			t.Errorf("%s: %+v, records have %d of %d at %v", s.Name, s, tripped, len(want), cost/3)
		}
		sameAsMetric(t, site.testSite, s)
		for _, l := range r.Lines {
			for _, v := range l.Verdicts {
				if w, ok := want[l.Task+" "+l.ID]; v.Run == s.Run && (!ok || (v.Tripped == 0) != w.passed || math.Abs(l.Cost-w.cost) > 1e-12) {
					t.Errorf("%s %s: %+v, records have %+v", s.Name, l.ID, v, w)
				}
			}
		}
	}
	if x := r.Trips[0]; x.Work != boardreport.Acted || x.Calls == nil || *x.Calls != 1 {
		t.Errorf("trip %+v", x)
	}
	page := site.get(strings.Split(r.Trips[0].URL, "#")[0]).Body.String()
	if !strings.Contains(page, `id="`+strings.Split(r.Trips[0].URL, "#")[1]+`"`) {
		t.Errorf("the trial's page has no %s", r.Trips[0].URL)
	}
}

// sameAsMetric holds the sums of a system against its stored metric.
func sameAsMetric(t *testing.T, site *testSite, s boardreport.RedLineSystem) {
	t.Helper()
	run := must.Get(site.Store.FindRun(t.Context(), s.Run))(t)
	metrics := must.Get(site.Store.RunMetrics(t.Context(), run.ID))(t)
	for _, m := range metrics {
		if m.Scope == "" && m.Key == "redline_fail" && (*m.Num != float64(s.Tripped) || *m.Den != float64(s.Evaluated)) {
			t.Errorf("%s: %d of %d, its metric says %v of %v", s.Name, s.Tripped, s.Evaluated, *m.Num, *m.Den)
		}
	}
}

// The dataset's lines stand there without any run, and a benchmark without red lines
// has no tab for them.
func TestRedLinesOfDataset(t *testing.T) {
	site := newGoldenSite(t)
	r := redLinesOf(t, site.testSite, "clawmark")
	weight := 0.0
	for _, l := range r.Lines {
		weight += l.Weight
	}
	if len(r.Lines) != 55 || weight != 110 || len(r.Systems) != 0 {
		t.Errorf("%d lines of weight %v, %d systems", len(r.Lines), weight, len(r.Systems))
	}
	for benchmark, want := range map[string]bool{"clawmark": true, "scripted-office": true, "clawarena": false, "scripted-chores": false} {
		if got := strings.Contains(site.get("/b/"+benchmark).Body.String(), `/redlines"`); got != want {
			t.Errorf("%s links its red lines: %v", benchmark, got)
		}
	}
}

// The released records of ClawMark have no verdict on a red line: their four tasks
// have none, and the run lacks the others.
func testRedLinesReal(t *testing.T) {
	dir := resultstest.Shared(t, "data", "clawmark", "run")
	site := openSite(t, "clawmark-run", clawmarkRun(dir))
	r := redLinesOf(t, site, "clawmark")
	if n := len(recordedLines(t, dir)); n != 0 || len(r.Systems) != 1 {
		t.Fatalf("the records have %d red lines, %d systems", n, len(r.Systems))
	}
	if s := r.Systems[0]; s.Evaluated != 0 || s.NotEvaluated != 0 || s.Cost != nil || len(r.Trips) != 0 || len(r.Lines) != 55 {
		t.Errorf("%+v, %d trips, %d lines", s, len(r.Trips), len(r.Lines))
	}
}
