package web

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/days"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/resultstest"
	"github.com/clawatlas/clawatlas/results/world"
)

// goldenWorld is what an independent computation counts in the released run.
type goldenWorld struct {
	Used struct {
		Checks map[string]goldenCount
	} `json:"c_used"`
	Revised struct {
		All     goldenCount `json:"revised_all_items"`
		First   goldenCount `json:"revised_first_time_asked"`
		Held    goldenCount `json:"held_later"`
		Items   goldenCount
		Control goldenCount `json:"control_other_options_same_rounds"`
	} `json:"d_revised"`
	Preferences struct {
		Checks   goldenCount    `json:"pref_checks"`
		Exams    goldenCount    `json:"silent_exam_rounds"`
		Verdicts map[string]int `json:"rule_verdicts"`
		Kept     goldenCount    `json:"kept_of_reached"`
	} `json:"e_personalisation"`
}

// realWorld is the released run as the store has it.
type realWorld struct {
	tasks   []results.Task
	rounds  []days.Round
	trials  []results.StoredTrial
	details map[int64]results.TrialDetails
	golden  goldenWorld
}

func openRealWorld(t *testing.T) *realWorld {
	t.Helper()
	site, ctx := realServer(t), context.Background()
	data := must.Get(os.ReadFile(resultstest.Shared(t, "golden", "golden_gemma.json")))(t)
	var file struct{ Run goldenWorld }
	must.Do(t, json.Unmarshal(data, &file))
	w := &realWorld{golden: file.Run}
	run, err := site.Store.FindRun(ctx, site.runs(t, results.RunFilter{Benchmark: "clawarena", Limit: 1})[0].Slug)
	if err == nil {
		w.tasks, err = site.Store.Tasks(ctx, "clawarena", "")
	}
	if err == nil {
		w.trials, err = site.Store.RunTrials(ctx, run.ID, "")
	}
	var ids []int64
	for i := range w.trials {
		ids = append(ids, w.trials[i].ID)
	}
	if err == nil {
		w.details, err = site.Store.ManyDetails(ctx, ids)
	}
	var means []results.TaskMean
	if err == nil {
		means, err = site.Store.TaskMeans(ctx, []int64{run.ID})
	}
	if err != nil {
		t.Fatal(err)
	}
	w.rounds = days.RoundsOf(w.tasks, days.MeansByRun(means)[run.ID])
	return w
}

// testWorldRevised holds the released run against the independent computation of
// what it used and revised.
func testWorldRevised(t *testing.T) {
	w := openRealWorld(t)
	a := world.AnnotationOf("clawarena", w.tasks)
	if a == nil {
		t.Fatal("the annotation does not fit the tasks")
	}
	reversals := a.Fitting(w.tasks)
	if len(reversals) != 36 {
		t.Errorf("%d reversals fit the tasks, want 36", len(reversals))
	}
	u := world.UsedBy(w.rounds, world.NamingOf(a))
	sameCount(t, "checks that name an object", u.Named, w.golden.Used.Checks["checks_naming_an_update"])
	sameCount(t, "other checks", u.Others, w.golden.Used.Checks["other_checks_after_first_update"])
	r, want := world.Revise(reversals, w.tasks, world.AnswersOf(w.trials)), w.golden.Revised
	sameCount(t, "first", r.First, want.First)
	sameCount(t, "held", r.Held, want.Held)
	sameCount(t, "all", r.All, want.All)
	sameCount(t, "options", r.Options, want.Items)
	sameCount(t, "control", r.Control, want.Control)
	var misses []string
	for _, m := range r.Misses {
		misses = append(misses, fmt.Sprintf("%s/%s:%s %t", m.Scenario, m.Task, m.Option, m.Stale))
	}
	if got := strings.Join(misses, ", "); got != "hil_s1/q20:C true, hil_g3/q5:E false, hil_f7/q13:E true" {
		t.Errorf("misses %s", got)
	}
}

// testWorldPreferences does so for the preferences.
func testWorldPreferences(t *testing.T) {
	w := openRealWorld(t)
	rounds := world.PreferenceRounds(world.AnnotationOf("clawarena", w.tasks), w.tasks)
	p, want := world.PreferencesOf(rounds, w.trials, w.details), w.golden.Preferences
	sameCount(t, "checks beside a round", p.Reminded, want.Checks)
	sameCount(t, "exams", p.Exams, want.Exams)
	sameCount(t, "kept of reached", days.Count{K: p.Kept, N: p.Reached}, want.Kept)
	if got := map[string]int{"kept": p.Kept, "lost": p.Reached - p.Kept, "not reached": p.NotReached}; !maps.Equal(got, want.Verdicts) {
		t.Errorf("verdicts %v, want %v", got, want.Verdicts)
	}
}
