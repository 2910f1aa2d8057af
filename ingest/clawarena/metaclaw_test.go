package clawarena_test

import (
	"fmt"
	"os"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/ingesttest"
	"github.com/clawatlas/clawatlas/ingest/source"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/resultstest"
)

const largeSet, smallSet = "metaclaw-bench", "metaclaw-bench-small"

// metaClaw reads the real thirty days.
func metaClaw(t *testing.T) *results.Dataset {
	t.Helper()
	dir := resultstest.Shared(t, "world", "clawarena", "data", largeSet)
	db := ingesttest.OpenBundled(t)
	ingesttest.Load(t, db, os.DirFS(dir), ingest.Identity{})
	return must.Get(db.FindDataset(t.Context(), largeSet))(t)
}

// testMetaClawCounts holds the checks of rules against the counts that were made
// apart from this program.
func testMetaClawCounts(t *testing.T) {
	d := metaClaw(t)
	if d.FactsOnly {
		t.Fatal("the dataset was not read")
	}
	got, number := map[string]int{}, map[string]int{}
	days := map[string][]int{}
	for i, s := range d.Scenarios {
		number[s.Slug] = i + 1
	}
	for i := range d.Tasks {
		x := &d.Tasks[i]
		got[x.Kind]++
		if x.Kind != results.KindExecCheck {
			continue
		}
		got[fmt.Sprintf("rounds of %d rules", len(x.Facts.Rules))]++
		for _, rule := range x.Facts.Rules {
			day := number[x.Scenario]
			got[rule]++
			got["all"]++
			if n := len(days[rule]); n == 0 || days[rule][n-1] != day {
				days[rule] = append(days[rule], day)
			}
			if rule == "P1" && day > 25 {
				got["P1 after 25 days"]++
			}
		}
	}
	want := map[string]int{"exec_check": 224, "multi_choice": 122, "P1": 48, "P2": 70, "P3": 79, "P4": 40, "P5": 75, "all": 312,
		"rounds of 0 rules": 7, "rounds of 1 rules": 142, "rounds of 2 rules": 55, "rounds of 3 rules": 20, "P1 after 25 days": 17}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-counted +read: %s", diff)
	}
	wantDays := map[string][]int{"P1": {1, 2, 3, 4, 5, 26, 28, 29, 30}, "P2": {6, 7, 8, 9, 10, 16, 17, 18, 19, 20, 21, 22, 23},
		"P3": {11, 12, 13, 14, 15, 24, 25, 26, 27, 28, 29, 30}, "P4": {16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30},
		"P5": {21, 22, 23, 24, 25, 26, 27, 28, 29, 30}}
	if diff := cmp.Diff(wantDays, days); diff != "" {
		t.Errorf("days with a check of each rule: -counted +read: %s", diff)
	}
}

// testMetaClawFacts: what ships in the binary is what the dataset says.
func testMetaClawFacts(t *testing.T) {
	read := metaClaw(t)
	ships := must.Get(ingesttest.OpenBundled(t).FindDataset(t.Context(), largeSet))(t)
	facts := func(d *results.Dataset) (list []string) {
		for i := range d.Tasks {
			x := &d.Tasks[i]
			line := fmt.Sprint(x.Scenario, x.Slug, x.Ordinal, x.Kind, x.Facts.Rules)
			for _, o := range x.Options {
				line += fmt.Sprint(o.Label, o.Gold)
			}
			list = append(list, line)
		}
		return list
	}
	if diff := cmp.Diff(facts(read), facts(ships)); diff != "" {
		t.Errorf("-dataset +ships: %s", diff)
	}
}

// testMetaClawRuns reads the benchmark's own results of three systems: each number of
// their reports follows from the records, which an independent script counted too.
func testMetaClawRuns(t *testing.T) {
	src := must.Get(source.Open(resultstest.Shared(t, "public-runs", "metaclaw-bench", "three-systems.tar.xz"), source.Limits{}))(t)
	defer src.Close()
	db := ingesttest.OpenBundled(t)
	rep := ingesttest.Load(t, db, src.FS, ingest.Identity{})
	got := map[string]string{}
	for _, r := range rep.Runs {
		run := must.Get(db.FindRun(t.Context(), r.Run))(t)
		got[run.System.Variant] = fmt.Sprintf("%s: %.4f, %d of %d passed", run.System.Model, *r.Value, r.Counts.Passed, r.Counts.Scored)
		if !r.Complete || len(r.Exclusions) > 0 {
			t.Errorf("%s: complete %t, %+v", r.Run, r.Complete, r.Exclusions)
		}
	}
	must.Same(t, map[string]string{
		"baseline-gpt-5.2": "gpt-5.2: 0.4603, 128 of 346 passed", "baseline-kimi": "kimi-k2.5: 0.4016, 105 of 346 passed",
		"memory-skill-gpt-5.2": "gpt-5.2: 0.4848, 137 of 346 passed",
	}, got, "what was read")
	if n := rep.WarningCount(); n > 0 {
		t.Errorf("%d warnings: %+v", n, rep.Runs)
	}
}

// TestRunOfTheRightDays: a run of either set meets its own, also one that was cut
// short within days that both have.
func TestRunOfTheRightDays(t *testing.T) {
	for _, tc := range []struct {
		set  string
		days int
	}{{largeSet, 30}, {smallSet, 12}, {largeSet, 2}, {smallSet, 2}} {
		db := ingesttest.OpenBundled(t)
		d := must.Get(db.FindDataset(t.Context(), tc.set))(t)
		all := len(d.Tasks)
		d.Tasks = slices.DeleteFunc(d.Tasks, func(x results.Task) bool { return x.Scenario > fmt.Sprintf("day%02d", tc.days) })
		rep := ingesttest.Load(t, db, ingesttest.Rounds(d, "lab_model-a_openclaw", func(*results.Task) string { return "" }),
			ingest.Identity{})
		if len(rep.Runs) != 1 || len(rep.Refused) > 0 {
			t.Fatalf("%+v", rep)
		}
		run := rep.Runs[0]
		if run.Benchmark != tc.set || run.Counts.Passed != len(d.Tasks) || run.Counts.Expected != all {
			t.Errorf("%d days of %s: read as %s, %+v", tc.days, tc.set, run.Benchmark, run.Counts)
		}
	}
}

// TestRuleVerdicts: the lines of the checker say which rules were kept, which one
// was broken and which were not reached.
func TestRuleVerdicts(t *testing.T) {
	db := ingesttest.OpenBundled(t)
	d := must.Get(db.FindDataset(t.Context(), smallSet))(t)
	said := map[string]string{
		"day12/r1": "FAIL: meta.created_at: '2026'\n", "day12/r2": "OK\nFAIL: missing top-level 'meta' object\n", "day12/r5": "OK\n",
		"day11/r4": "", "day01/r1": "usage: check_iso8601.py FILE\n",
		"day09/r1": "OK (1)\nOK (2)\nFAIL: one line more than there are rules\n",
	}
	rep := ingesttest.Load(t, db, ingesttest.Rounds(d, "lab_model-a_openclaw",
		func(x *results.Task) string { return said[x.Name().String()] }), ingest.Identity{})
	run := must.Get(db.FindRun(t.Context(), rep.Runs[0].Run))(t)
	trials := must.Get(db.Outcomes(t.Context(), run.ID))(t)
	got := map[string]string{}
	for _, x := range trials {
		name := x.Scenario + "/" + x.Task
		if _, ok := said[name]; !ok {
			continue
		}
		for _, c := range x.Checks[1:] {
			if c.Weight != 0 {
				t.Errorf("%s: %s weighs %v, want nothing: it is no part of the score", name, c.ID, c.Weight)
			}
			verdict := "not reached"
			if c.Passed != nil {
				verdict = map[bool]string{true: "kept", false: "broken"}[*c.Passed]
			}
			got[name] += c.ID + " " + verdict + "; "
		}
	}
	want := map[string]string{
		"day12/r1": "P1 broken; P3 not reached; P5 not reached; ", "day12/r2": "P1 kept; P3 broken; P5 not reached; ",
		"day12/r5": "P3 kept; P5 not reached; ", "day11/r4": "P1 kept; P3 kept; P5 kept; ", "day01/r1": "P1 not reached; ",
		"day09/r1": "P2 not reached; P5 not reached; ",
	}
	must.Same(t, want, got, "what was got")
}
