package web

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/score"
	"github.com/clawatlas/clawatlas/results/sqlite"
)

// pairServer holds ClawArena's released run and runs that are made from it,
// because no second one is at hand: "perturbed" turns the verdict of every
// round over with probability 0.15 (PCG 1, 1), "copy" keeps all of them,
// "partial" lacks the first 40 rounds, and "half" has 0.5 wherever the original
// failed; of these only the first keeps its traces. "long-a" and "long-b" hold one round with 3,000 steps each.
func pairServer(t testing.TB) *testSite {
	t.Helper()
	return openRealAnd(t, "pair", func(ctx context.Context, l *ingest.Loader) error {
		return deriveRuns(ctx, l.Store.(*sqlite.DB))
	})
}

func realRun(ctx context.Context, db interface {
	Runs(context.Context, results.RunFilter) ([]results.Run, int, error)
}) (results.Run, error) {
	runs, _, err := db.Runs(ctx, results.RunFilter{Benchmark: "clawarena", Limit: 100})
	if err != nil {
		return results.Run{}, err
	}
	for _, r := range runs {
		if strings.HasPrefix(r.Slug, "clawarena-gemma") {
			return r, nil
		}
	}
	return results.Run{}, fmt.Errorf("the released run is not among %d runs", len(runs))
}

func deriveRuns(ctx context.Context, db *sqlite.DB) error {
	run, err := realRun(ctx, db)
	if err != nil {
		return err
	}
	trials, err := db.RunTrials(ctx, run.ID, "")
	if err != nil {
		return err
	}
	tasks, err := db.Tasks(ctx, "clawarena", "")
	if err != nil {
		return err
	}
	r := rand.New(rand.NewPCG(1, 1))
	for _, d := range []struct {
		name   string
		change func(n int, t *results.Trial) bool
	}{
		{"perturbed", func(_ int, t *results.Trial) bool {
			if r.Float64() < 0.15 {
				turn(t)
			}
			return true
		}},
		{"copy", func(int, *results.Trial) bool { return true }},
		{"partial", func(n int, _ *results.Trial) bool { return n >= 40 }},
		{"half", func(_ int, t *results.Trial) bool {
			if *t.Score == 0 {
				*t.Score = 0.5
			}
			return true
		}},
	} {
		steps := []results.Step{} // only one of the runs needs its traces
		if d.name == "perturbed" {
			steps = nil
		}
		if err := derive(ctx, db, run, d.name, trials, tasks, d.change, steps); err != nil {
			return fmt.Errorf("derive %s: %w", d.name, err)
		}
	}
	for i, name := range []string{"long-a", "long-b"} {
		long := longSteps(3000, uint64(i))
		if err := derive(ctx, db, run, name, trials[:1], tasks, func(int, *results.Trial) bool { return true }, long); err != nil {
			return err
		}
	}
	return nil
}

func turn(t *results.Trial) {
	x := 1 - *t.Score
	t.Score, t.Status = &x, results.Failed
	if x == 1 {
		t.Status = results.Passed
	}
}

// longSteps makes steps of which nine in ten are the same for every seed.
func longSteps(n int, seed uint64) []results.Step {
	same, own := rand.New(rand.NewPCG(9, 9)), rand.New(rand.NewPCG(seed, 5))
	steps := make([]results.Step, n)
	for i := range steps {
		file, extra := same.IntN(500), ""
		if i > 50 && own.IntN(10) == 0 {
			extra = fmt.Sprintf(`,"limit":%d`, own.IntN(1000))
		}
		steps[i] = results.Step{StepID: i + 1, Source: results.SourceAgent,
			ToolCalls:   []results.ToolCall{{ID: "c", Name: "read", Arguments: json.RawMessage(fmt.Sprintf(`{"path":"f%d.md"%s}`, file, extra))}},
			Observation: &results.Observation{Results: []results.Result{{CallID: "c", Content: "<b>line</b>\u202e\n" + strings.Repeat("text ", 40)}}}}
	}
	return steps
}

// derive writes a run of another model with the changed trials of the given one.
func derive(ctx context.Context, db *sqlite.DB, from results.Run, name string, trials []results.StoredTrial, tasks []results.Task, change func(int, *results.Trial) bool, steps []results.Step) error {
	run := from
	run.ModelName, run.System.Model, run.Label = name, name, name
	run.Digest = strings.Repeat(fmt.Sprintf("%x", len(name)), 64)[:64]
	tx, err := db.BeginRun(ctx, &run)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if run.System.Model, err = tx.ModelID(ctx, name, false); err != nil {
		return err
	}
	run.Slug = "clawarena-" + name
	var kept []results.Trial
	for n := range trials {
		t := trials[n].Trial
		x := *t.Score
		t.Score = &x
		if !change(n, &t) {
			continue
		}
		list := steps
		if list == nil {
			rows, err := db.StepRows(ctx, &trials[n], 1, trials[n].StepsTotal)
			if err != nil {
				return err
			}
			if list, err = db.Steps(ctx, &trials[n], rows); err != nil {
				return err
			}
		}
		if err := tx.SaveTrial(ctx, &t); err != nil {
			return err
		}
		for i := range list {
			if err := tx.SaveStep(ctx, &list[i]); err != nil {
				return err
			}
		}
		kept = append(kept, t)
	}
	var metrics []results.Metric
	run.Counts, run.Complete, metrics = score.Run(results.ScoringClawArena, tasks, kept)
	return tx.Finish(ctx, &run, metrics)
}

// firstTask is the path of the first round of the dataset, the only one of the
// long runs and one that the partial run lacks.
func firstTask(t testing.TB, site *testSite) string {
	t.Helper()
	tasks, err := site.Store.Tasks(t.Context(), "clawarena", "")
	if err != nil || len(tasks) == 0 {
		t.Fatalf("%d tasks: %v", len(tasks), err)
	}
	return tasks[0].Scenario + "/" + tasks[0].Slug
}

func testComparePerturbedRun(t *testing.T) {
	site := pairServer(t)
	run := must.Get(realRun(t.Context(), site.Store))(t)
	var out struct {
		Outcome string
		Verdict string
		Paired  struct {
			Both, Neither, N int
			OnlyA            int `json:"only_a"`
			OnlyB            int `json:"only_b"`
		}
		Total int
	}
	site.object(t, "/api/v1"+compareURL(run.Slug, "clawarena-perturbed"), &out)
	p := out.Paired
	if p.Both+p.Neither+p.OnlyA+p.OnlyB != 337 || p.N != 337 || p.Both+p.OnlyA != 254 || out.Total != p.OnlyA+p.OnlyB {
		t.Errorf("%+v", out)
	}
	doc := site.page(t, compareURL(run.Slug, "clawarena-perturbed", "part", "rounds"))
	if got := doc.Find("table.flips a:contains('side by side')").Length(); got != min(out.Total, 100) {
		t.Errorf("%d rounds of %d", got, out.Total)
	}
	if n := doc.Find("#by-phase").Length(); n != 1 {
		t.Errorf("%d tables before and after updates", n)
	}
	if html, _ := doc.Html(); len(html) > 200<<10 {
		t.Errorf("the page has %d bytes, want at most 200 KiB", len(html))
	}
	all := site.page(t, compareURL(run.Slug, "clawarena-perturbed", "show", "all", "offset", "300"))
	if n := all.Find("table.flips a:contains('side by side')").Length(); n != 37 {
		t.Errorf("the last page of 337 rounds has %d", n)
	}
}

func testCompareDegenerateRuns(t *testing.T) {
	site := pairServer(t)
	run := must.Get(realRun(t.Context(), site.Store))(t)
	for _, test := range []struct {
		name, other string
		want        []string
	}{
		{"identical", "clawarena-copy", []string{"No disagreements.", "same score on all of these 337 rounds", "has nothing to weigh (p 1.0)"}},
		{"missing rounds", "clawarena-partial", []string{"40 of 337 expected rounds are left out: 0 scored in B only, 40 in A only", "on the other 297 alone", "No disagreements."}},
		{"fractions", "clawarena-half", []string{"In mean score", "Other score", "Scores are fractions"}},
	} {
		text := squash(site.page(t, compareURL(run.Slug, test.other)).Find("main")) +
			squash(site.page(t, compareURL(run.Slug, test.other, "part", "rounds")).Find("main"))
		for _, want := range test.want {
			if !strings.Contains(text, want) {
				t.Errorf("%s: the page lacks %q", test.name, want)
			}
		}
	}
	text := squash(site.page(t, compareURL("clawarena-partial", "clawarena-long-a")).Find("main"))
	if !strings.Contains(text, "have no scored round in common") {
		t.Errorf("no common rounds: %q", text)
	}
	text = squash(site.page(t, compareURL(run.Slug, "clawarena-long-a")).Find("main"))
	if !strings.Contains(text, "1 scenario, whatever the difference, are too few") && !strings.Contains(text, "No disagreements.") {
		t.Errorf("one common round: %q", text)
	}
	missing := site.page(t, "/compare/"+firstTask(t, site)+"?a="+run.Slug+"&b=clawarena-partial")
	if got := squash(missing.Find("main")); !strings.Contains(got, "no record of this round in B") {
		t.Errorf("a side without a record: %q", got)
	}
}

// Two traces of 3,000 steps: the page stays small, walks in windows and marks
// what was written by strangers.
func testCompareLongTraces(t *testing.T) {
	site := pairServer(t)
	path := "/compare/" + firstTask(t, site) + "?a=clawarena-long-a&b=clawarena-long-b"
	doc := site.page(t, path)
	html := must.Get(doc.Html())(t)
	if len(html) > 200<<10 {
		t.Errorf("the page has %d bytes, want at most 200 KiB", len(html))
	}
	if strings.Contains(html, "\u202e") || strings.Contains(html, "<b>line") {
		t.Error("text of the trace acts on the page")
	}
	if n := doc.Find(".aligned details.fold").Length(); n == 0 {
		t.Error("nothing is folded")
	}
	first := doc.Find("a:contains('First call that differs')").AttrOr("href", "")
	if doc.Find(".aligned "+first+".first").Length() != 1 {
		t.Errorf("first difference %q is not on the page", first)
	}
	seen, pages := 0, 0
	for next := path; next != ""; pages++ {
		doc = site.page(t, strings.SplitN(next, "#", 2)[0])
		doc.Find(".aligned .ab").Each(func(int, *goquery.Selection) { seen++ })
		next = doc.Find(".pager a[rel=next]").AttrOr("href", "")
	}
	if pages < 5 || seen < 2000 {
		t.Errorf("%d pages show %d rows", pages, seen)
	}
}

func BenchmarkComparePage(b *testing.B) {
	site := pairServer(b)
	run, err := realRun(b.Context(), site.Store)
	if err != nil {
		b.Fatal(err)
	}
	for name, path := range map[string]string{
		"337 rounds":  compareURL(run.Slug, "clawarena-perturbed"),
		"trial":       "/compare/hil_c7/q1?a=" + run.Slug + "&b=clawarena-perturbed",
		"3,000 steps": "/compare/" + firstTask(b, site) + "?a=clawarena-long-a&b=clawarena-long-b",
	} {
		b.Run(name, func(b *testing.B) {
			n := 0
			for b.Loop() {
				n++
				rec := httptest.NewRecorder()
				site.Handler.ServeHTTP(rec, httptest.NewRequest(http.MethodGet, path+"&n="+fmt.Sprint(n), nil))
				if rec.Code != http.StatusOK {
					b.Fatalf("status %d", rec.Code)
				}
			}
		})
	}
}
