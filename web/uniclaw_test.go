package web

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/compare"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/resultstest"
)

// uniclawFile is results.json as this test reads it: verdicts and points of a model in a
// harness, by task.
type uniclawFile map[string]map[string]uniclawVerdict

type uniclawVerdict struct {
	passed bool
	points float64
}

func readUniclaw(t *testing.T, dir string) uniclawFile {
	t.Helper()
	var file struct {
		Rows []struct {
			Backend, Task_ID, Model_Slug string
			Passed                       bool
			Score                        float64
		}
	}
	must.Do(t, json.Unmarshal(must.Get(os.ReadFile(filepath.Join(dir, "results.json")))(t), &file))
	all := uniclawFile{}
	for _, r := range file.Rows {
		system := r.Model_Slug + " " + r.Backend
		if all[system] == nil {
			all[system] = map[string]uniclawVerdict{}
		}
		all[system][r.Task_ID] = uniclawVerdict{r.Passed, r.Score}
	}
	return all
}

// effect is the difference of two systems in points of percent, and the exact McNemar test
// of it: twice the smaller tail of a fair coin over the tasks that one alone passed.
func (f uniclawFile) effect(a, b string) (difference, p float64) {
	onlyA, onlyB := 0, 0
	for task, x := range f[a] {
		switch y := f[b][task]; {
		case x.passed && !y.passed:
			onlyA++
		case y.passed && !x.passed:
			onlyB++
		}
	}
	n, tail := onlyA+onlyB, 0.0
	for k := 0; k <= min(onlyA, onlyB); k++ {
		lg, _ := math.Lgamma(float64(n + 1))
		l1, _ := math.Lgamma(float64(k + 1))
		l2, _ := math.Lgamma(float64(n - k + 1))
		tail += math.Exp(lg - l1 - l2 - float64(n)*math.Ln2)
	}
	return float64(onlyA-onlyB) / float64(len(f[a])), min(1, 2*tail)
}

func uniclawEffects(t *testing.T, dir string) (*testSite, []compare.HarnessEffect) {
	t.Helper()
	file := readUniclaw(t, dir)
	site := sourcesSite(t, ingest.Source{FS: os.DirFS(dir), Name: "uniclawbench"})
	var board struct{ Rows []results.BoardRow }
	must.Do(t, json.Unmarshal(site.get("/api/v1/benchmarks/uniclawbench/leaderboard?limit=500").Body.Bytes(), &board))
	if len(board.Rows) != len(file) {
		t.Errorf("%d rows of %d systems", len(board.Rows), len(file))
	}
	for _, r := range board.Rows {
		passed, points := 0.0, 0.0
		of := file[r.System.Model+" "+r.System.Framework]
		for _, x := range of {
			if points += x.points; x.passed {
				passed++
			}
		}
		n := float64(len(of))
		if v := r.Metrics; !resultstest.Near(*v["avg"].Value, passed/n, 1e-12) || !resultstest.Near(*v["points"].Value, points/n, 1e-12) {
			t.Errorf("%s in %s: avg %v, points %v", r.System.Model, r.System.Framework, *v["avg"].Value, *v["points"].Value)
		}
	}
	var m struct {
		Effects []compare.HarnessEffect `json:"harness_effects"`
	}
	must.Do(t, json.Unmarshal(site.get("/api/v1/benchmarks/uniclawbench/matrix").Body.Bytes(), &m))
	for _, e := range m.Effects {
		difference, p := file.effect(e.Model+" "+e.Frameworks[0], e.Model+" "+e.Frameworks[1])
		if !resultstest.Near(e.Difference, difference, 1e-12) || !resultstest.Near(*e.P, p, 1e-9) || e.Family != len(m.Effects) {
			t.Errorf("%s, %v: %v (p %v) in %d, want %v (p %v)", e.Model, e.Frameworks, e.Difference, *e.P, e.Family, difference, p)
		}
	}
	verdicts := slices.Clone(m.Effects)
	must.Do(t, json.Unmarshal(site.get("/api/v1/benchmarks/uniclawbench/matrix?metric=points").Body.Bytes(), &m))
	if len(m.Effects) != len(verdicts) {
		t.Errorf("%d effects on points, %d on verdicts", len(m.Effects), len(verdicts))
	}
	for _, e := range m.Effects {
		a, b := file[e.Model+" "+e.Frameworks[0]], file[e.Model+" "+e.Frameworks[1]]
		sum := 0.0
		for task := range a {
			sum += a[task].points - b[task].points
		}
		if !resultstest.Near(e.Difference, sum/float64(len(a)), 1e-12) || e.P == nil {
			t.Errorf("points of %s, %v: %v, want %v", e.Model, e.Frameworks, e.Difference, sum/float64(len(a)))
		}
	}
	return site, verdicts
}

// TestHarnessEffect counts both boards and their paired effects anew.
func TestHarnessEffect(t *testing.T) {
	site, effects := uniclawEffects(t, filepath.Join("..", "ingest", "uniclaw", "testdata"))
	if len(effects) != 1 || effects[0].Difference != 0.25 || effects[0].Separable() {
		t.Errorf("%+v", effects)
	}
	page := site.page(t, "/b/uniclawbench/matrix").Find("main").Text()
	for _, want := range []string{"The harness effect, paired", "+25.00"} {
		if !strings.Contains(page, want) {
			t.Errorf("the matrix lacks %q", want)
		}
	}
}

// TestHarnessEffectOfTheSite does so with the real file, of 16 systems.
func TestHarnessEffectOfTheSite(t *testing.T) {
	site, effects := uniclawEffects(t, resultstest.Shared(t, "public-runs", "uniclawbench"))
	told := 0
	for _, e := range effects {
		if e.Separable() {
			told++
		}
		if e.Model == "kimi-k2.6" && fmt.Sprintf("%v %.2f", e.Frameworks, 100*e.Difference) == "[openclaw nanobot] 8.50" && !e.Separable() {
			t.Errorf("%+v", e)
		}
	}
	if len(effects) != 9 || told == 0 {
		t.Errorf("%d pairs, %d told apart", len(effects), told)
	}
	if page := site.page(t, "/findings").Find("main").Text(); !strings.Contains(page, "by harness") {
		t.Error("no finding on harnesses")
	}
}
