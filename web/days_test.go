package web

import (
	"bytes"
	"encoding/json"
	"os"
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/days"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/resultstest"
	daysviews "github.com/clawatlas/clawatlas/views/days"
)

// goldenCount is k of n in the golden file.
type goldenCount struct{ K, N int }

// goldenPaired is a contrast of the golden file, rounded to four digits.
type goldenPaired struct {
	Update, Other, BeforeFirst, After goldenCount
	Paired                            struct {
		Scenarios int `json:"n_scenarios"`
		Mean      float64
		CI95      [2]float64
	}
}

// goldenEffects reads the independent computation over the released records.
func goldenEffects(t *testing.T) map[string]goldenPaired {
	t.Helper()
	data := must.Get(os.ReadFile(resultstest.Shared(t, "golden", "golden_gemma.json")))(t)
	var file struct {
		Run struct {
			Effect map[string]goldenPaired `json:"a_update_effect"`
		}
	}
	data = bytes.ReplaceAll(data, []byte(`"before_first":`), []byte(`"beforeFirst":`))
	must.Do(t, json.Unmarshal(data, &file))
	return file.Run.Effect
}

// testDaysReal holds the released run against an independent computation: the
// effect of an update and of the first one, each within one kind of round, and
// the 254 of 337 rounds over all lines.
func testDaysReal(t *testing.T) {
	var got struct {
		Series []struct {
			Kind   string
			Points []struct{ Passed, Of int }
		}
		Systems []daysviews.DaySystem
	}
	realServer(t).object(t, "/api/v1/benchmarks/clawarena/days", &got)
	passed, of := 0, 0
	for _, sr := range got.Series {
		for _, p := range sr.Points {
			passed, of = passed+p.Passed, of+p.Of
		}
	}
	if passed != 254 || of != 337 || len(got.Series) != 2 || len(got.Systems) != 1 {
		t.Fatalf("%d of %d over %d lines of %d systems, want 254 of 337 over 2 of 1", passed, of, len(got.Series), len(got.Systems))
	}
	golden := goldenEffects(t)
	for _, kind := range []string{results.KindMultiChoice, results.KindExecCheck} {
		e, want := got.Systems[0].UpdateEffect[kind], golden[kind]
		sameCount(t, kind+" after an update", e.Update, want.Update)
		sameCount(t, kind+" other rounds", e.Other, want.Other)
		samePaired(t, kind+" update effect", e.Paired, want)
		f, want := got.Systems[0].FirstUpdate[kind], golden["phase_"+kind]
		sameCount(t, kind+" before the first update", f.Before, want.BeforeFirst)
		if f.After.N <= want.After.N || f.Scenarios == 0 {
			t.Errorf("%s from the first update on: %d rounds of %d scenarios, want more than the %d that follow no update", kind, f.After.N, f.Scenarios, want.After.N)
		}
	}
}

func sameCount(t *testing.T, what string, got days.Count, want goldenCount) {
	t.Helper()
	if got.K != want.K || got.N != want.N || want.N == 0 || !resultstest.Near(*got.Rate(), float64(want.K)/float64(want.N), 1e-9) {
		t.Errorf("%s: %d of %d, want %d of %d", what, got.K, got.N, want.K, want.N)
	}
}

func samePaired(t *testing.T, what string, got days.Paired, want goldenPaired) {
	t.Helper()
	const digits = 5.1e-5 // the golden values have four digits
	const ends = 1.3e-4   // and their intervals a quantile of Student's t with three
	if got.Scenarios != want.Paired.Scenarios || got.Diff == nil || got.CI == nil {
		t.Fatalf("%s: %+v, want %+v", what, got, want.Paired)
	}
	if !resultstest.Near(*got.Diff, want.Paired.Mean, digits) || !resultstest.Near(got.CI[0], want.Paired.CI95[0], ends) || !resultstest.Near(got.CI[1], want.Paired.CI95[1], ends) {
		t.Errorf("%s: %v %v, want %+v", what, *got.Diff, *got.CI, want.Paired)
	}
}
