package boards_test

import (
	"encoding/json"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/boards"
	"github.com/clawatlas/clawatlas/ingest/ingesttest"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/resultstest"
)

// counted are the values of one system in golden.json, by whoever counted them.
type counted struct {
	Trials, N, Passed    float64
	Status               map[string]float64
	Mean, Seconds        *float64
	Cost                 float64
	Input, Output, Total float64
	PT, CT               float64
}

// sum reads records of the samples by a shipped mapping.
func sum(t *testing.T, mapping string, elem ...string) map[string]boards.Totals {
	t.Helper()
	return sumOf(t, format(mapping).Mapping, elem...)
}

func sumOf(t *testing.T, m *boards.Mapping, elem ...string) map[string]boards.Totals {
	t.Helper()
	list, _, err := m.Sum(t.Context(), os.DirFS(resultstest.Shared(t, elem...)))
	must.Do(t, err)
	by := map[string]boards.Totals{}
	for _, x := range list {
		if _, twice := by[x.System]; twice {
			t.Errorf("%s: %s is there twice", m.Board.ID, x.System)
		}
		by[x.System] = x
	}
	return by
}

// near allows for the digits of golden.json: six, and two of seconds.
func near(a, b float64) bool { return math.Abs(a-b) <= 6e-7*max(1, math.Abs(b)) }

func nearSeconds(a, b float64) bool { return math.Abs(a-b) <= 0.006 }

// same holds totals against what golden.json has of the systems; rename gives our name of one.
func same(t *testing.T, got map[string]boards.Totals, want map[string]counted, rename func(string) string) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%d systems, want %d: %v", len(got), len(want), slices.Sorted(maps.Keys(got)))
	}
	for name, w := range want {
		g, ok := got[rename(name)]
		trials, passed := max(w.Trials, w.N), w.Passed+w.Status["passed"]
		tokens := w.Input + w.Output
		if w.Total > 0 {
			tokens = w.Total
		}
		switch {
		case !ok:
			t.Errorf("%s is not there: %v", name, slices.Sorted(maps.Keys(got)))
		case g.Trials != trials || g.Passed != passed || g.Nulls != w.Status["judge error"]+w.Status["not judged"]:
			t.Errorf("%s: %+v, want %v trials, %v passed, %v", name, g, trials, passed, w.Status)
		case w.Mean != nil && w.PT == 0 && !near(g.Mean, *w.Mean), w.Seconds != nil && !nearSeconds(g.Seconds, *w.Seconds), !near(g.Cost, w.Cost),
			tokens > 0 && !near(g.Tokens, tokens):
			t.Errorf("%s: %+v, want %+v", name, g, w)
		}
	}
}

func as(name string) string { return name }

// golden are the parts of golden.json that samples are there for.
type golden struct {
	Research struct{ Sample map[string]counted } `json:"researchclawbench"`
	Uni      struct {
		Systems map[string]struct {
			N, Passed, MS float64
		}
	} `json:"uniclawbench"`
	Claw struct {
		Site       map[string]any     `json:"site"`
		SampleSite map[string]counted `json:"sample_site"`
		SampleRows map[string]counted `json:"sample_rows"`
	} `json:"claw-eval"`
	Wild struct {
		Commander struct {
			Rows, Tokens, Cost, Seconds float64
		}
		Ethara struct{ Systems map[string]counted } `json:"ethara_sample"`
	} `json:"wildclawbench"`
	Pinch struct {
		API struct {
			Models        int
			BestOver      map[string]float64 `json:"best_over_average_points"`
			RankByAverage []string           `json:"rank_by_average"`
		}
		Raw    struct{ Systems map[string]counted } `json:"raw_sample"`
		Oracle map[string]struct {
			Model string
			Tasks float64
			Mean  float64 `json:"mean_points"`
		}
	} `json:"pinchbench"`
	Bench struct {
		V2 map[string][4]float64 `json:"v2_hermes"`
	} `json:"clawbench"`
}

// TestGolden holds what the mappings give for real records against values that were counted
// by hand-written scripts.
func TestGolden(t *testing.T) {
	var g golden
	must.Do(t, json.Unmarshal(must.Get(os.ReadFile(resultstest.Shared(t, "boards", "golden.json")))(t), &g))
	samples := func(elem ...string) []string { return append([]string{"boards", "samples"}, elem...) }

	same(t, sum(t, "researchclaw", samples("researchclawbench")...), g.Research.Sample, func(s string) string {
		if s == "OpenClaw" {
			return "unrecorded / OpenClaw"
		}
		return s
	})
	same(t, sum(t, "claw-eval-site", samples("claw-eval", "site")...), g.Claw.SampleSite, as)
	same(t, sum(t, "claw-eval-rows", samples("claw-eval", "judge_results")...), g.Claw.SampleRows, as)
	same(t, sum(t, "wildclawbench", samples("wildclawbench-ethara")...), g.Wild.Ethara.Systems, as)
	same(t, sum(t, "pinchbench", samples("pinchbench")...), g.Pinch.Raw.Systems, func(s string) string {
		return strings.Replace(s, "agent:main", "unrecorded", 1) // no record names the model
	})

	uni := sum(t, "uniclaw", "public-runs", "uniclawbench")
	if len(uni) != 16 || len(g.Uni.Systems) != 16 {
		t.Errorf("UniClawBench has %d systems", len(uni))
	}
	for name, w := range g.Uni.Systems {
		harness, model, _ := strings.Cut(name, "/")
		if x := uni[model+" / "+harness]; x.Trials != w.N || x.Passed != w.Passed || !near(x.Seconds, w.MS/1000) {
			t.Errorf("%s: %+v, want %+v", name, x, w)
		}
	}

	wild := sum(t, "wildclawbench-commander", samples("wildclawbench")...)["mimo-v2.5-pro / commander"]
	if w := g.Wild.Commander; wild.Trials != w.Rows || wild.Passed != 0 || wild.Nulls != 60 || !near(wild.Tokens, w.Tokens) || !near(wild.Cost, w.Cost) ||
		!near(wild.Seconds, w.Seconds) {
		t.Errorf("WildClawBench's Commander: %+v, want %+v: its success says that a task ended, not that it passed", wild, w)
	}

	api := sum(t, "pinchbench-api", samples("pinchbench", "api")...)
	ranked := slices.SortedFunc(maps.Values(api), func(a, b boards.Totals) int {
		return int(math.Copysign(1, b.Mean-a.Mean))
	})
	if len(api) != g.Pinch.API.Models {
		t.Errorf("PinchBench has %d models", len(api))
	}
	for i, model := range g.Pinch.API.RankByAverage {
		if ranked[i].System != model+" / openclaw" {
			t.Errorf("rank %d by average is %s, want %s", i+1, ranked[i].System, model)
		}
	}

	bench := sum(t, "clawbench-published", samples("clawbench", "published")...)
	for model, v := range g.Bench.V2 {
		if x := bench[model+" / hermes / v2"]; !near(100*x.Mean, v[1]) {
			t.Errorf("ClawBench: %s has %v, want %v", model, x.Mean, v[1])
		}
	}

	// A board that is no part of the program, read by a mapping of its own.
	own := must.Get(boards.Open(t.Context(), filepath.Join("testdata", "own", "board.toml")))(t).Mapping
	oracle := sumOf(t, own, samples("pinchbench", "oracle-openclaw")...)
	for _, w := range g.Pinch.Oracle {
		if x := oracle[w.Model+" / openclaw"]; x.Trials != w.Tasks || !near(100*x.Mean, w.Mean) {
			t.Errorf("%s: %+v, want %+v", w.Model, x, w)
		}
	}
}

// TestSharedFile: systems whose rows share a file have records of their own.
func TestSharedFile(t *testing.T) {
	rep := ingesttest.Load(t, ingesttest.Open(t), os.DirFS(filepath.Join("testdata", "claw-eval-rows")), ingest.Identity{})
	if len(rep.Runs) != 2 || len(rep.Runs[0].Exclusions)+len(rep.Runs[1].Exclusions) != 1 || rep.Runs[0].Counts.Error != 1 {
		t.Errorf("%+v", rep.Runs)
	}
}
