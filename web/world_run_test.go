package web

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"github.com/clawatlas/clawatlas/results/days"
	"github.com/clawatlas/clawatlas/results/must"
	worldreport "github.com/clawatlas/clawatlas/results/report/world"
	"github.com/clawatlas/clawatlas/results/world"
)

// worldSums are sums over the scenarios of a run.
type worldSums struct {
	Files, Chats, First, Held, All, Rules days.Count
	NotReached                            int
	Values                                map[world.Written]int
	Blind, Stale                          []string
	Gone                                  int
}

// All scenarios of the released run together are what was counted without this
// program, and each says what it comes to in one sentence.
func testWorldRun(t *testing.T) {
	site := lookedServer(t)
	stored := must.Get(realRun(t.Context(), site.Store))(t)
	run := stored.Slug
	got := worldSums{Values: map[world.Written]int{}}
	said := map[string]string{}
	for _, row := range worldOf(t, site).Scenarios {
		var x worldreport.WorldScenario
		site.object(t, "/api/v1/benchmarks/clawarena/world/scenarios/"+row.ID+"?run="+run, &x)
		if len(x.Runs) != 1 || len(x.Runs[0].Epochs) != len(x.Epochs) {
			t.Fatalf("%s: %d runs", row.ID, len(x.Runs))
		}
		got.add(t, &x)
		said[row.ID] = x.Runs[0].Sentence
	}
	want := worldSums{Files: days.Count{K: 43, N: 49}, Chats: days.Count{K: 11, N: 57}, First: days.Count{K: 34, N: 36}, Held: days.Count{K: 29, N: 30}, All: days.Count{K: 33, N: 36},
		Rules: days.Count{K: 48, N: 56}, NotReached: 16, Values: map[world.Written]int{world.NewOnly: 8, world.Both: 9, world.OldOnly: 1, world.Neither: 3},
		Blind: []string{"hil_f3/q17", "hil_j1/q15", "hil_s1/q10"}, Stale: []string{"hil_f7/q13", "hil_j1/q15", "hil_s1/q20"}, Gone: 979}
	slices.Sort(got.Blind)
	slices.Sort(got.Stale)
	must.Same(t, want, got, "what was got")
	for id, want := range map[string]string{
		"hil_h3": "opened 5 (3 of 3 files, 2 of 4 chats), never 2, both chats; 3 of 3 beliefs revised and held; no stale answer",
		"hil_j1": "opened 5 (2 of 2 files, 3 of 4 chats), never 1, a chat; 3 of 3 beliefs revised and held; 1 stale answer in q15",
		"hil_c7": "opened 3 (3 of 3 files, 0 of 6 chats), never 6, all chats; 3 of 3 beliefs revised and held; no stale answer",
	} {
		must.Equal(t, want, said[id], "%s", id)
	}
	testWorldRunPage(t, site, run)
	testWorldRunSize(t, site, run, slices.Sorted(maps.Keys(said)))
}

func (s *worldSums) add(t *testing.T, x *worldreport.WorldScenario) {
	t.Helper()
	r := &x.Runs[0]
	add := func(c *days.Count, k, n int) { c.K, c.N = c.K+k, c.N+n }
	n, v := r.Noticed, r.Revised
	if n == nil || v == nil {
		t.Fatalf("%s: %+v", x.Scenario, r)
	}
	s.Gone += x.Messages.Gone
	add(&s.Files, n.Files.K, n.Files.N)
	add(&s.Chats, n.Chats.K, n.Chats.N)
	add(&s.First, v.First.K, v.First.N)
	add(&s.Held, v.Held.K, v.Held.N)
	add(&s.All, v.All.K, v.All.N)
	looks, rounds := 0, 0
	for i := range r.Epochs {
		e := &r.Epochs[i]
		looks += len(e.Looked)
		rounds += len(e.Checks)
		if e.Blind {
			s.Blind = append(s.Blind, x.Scenario+"/"+e.Checks[0].Task)
		}
		for _, w := range e.Values {
			s.Values[world.Written(w.Written)]++
		}
		for k := range e.Checks {
			kept := e.Checks[k].Kept()
			add(&s.Rules, kept.K, kept.N)
			s.NotReached += len(e.Checks[k].Rules) - kept.N
		}
	}
	if looks != x.Objects || rounds != len(slices.Concat(roundsOf(x)...)) {
		t.Errorf("%s: %d looks at %d objects, %d rounds", x.Scenario, looks, x.Objects, rounds)
	}
	for _, task := range *r.Stale {
		s.Stale = append(s.Stale, x.Scenario+"/"+task)
	}
}

func roundsOf(x *worldreport.WorldScenario) [][]string {
	var list [][]string
	for _, e := range x.Epochs {
		list = append(list, e.Rounds)
	}
	return list
}

// The page says in its tracks what the answer has, and leads to the step.
func testWorldRunPage(t *testing.T, site *testSite, run string) {
	doc := site.page(t, "/b/clawarena/world/scenarios/hil_h3?run="+run)
	tracks := doc.Find("#update-3 > div").Map(func(_ int, s *goquery.Selection) string { return squash(s) })[2:]
	want := []string{"TOLD4 announced5 announced6 named", "LOOKED4 ○ listed only q25 step 2 6 rounds later 5 ○ listed only q25 step 2 6 rounds later 6 ● read q19 step 2",
		"BELIEFb zero tolerance = zero grade → warning under 4.3/4.5 q19 ● 5/5"}
	must.Same(t, want, tracks[:3], "tracks of update 3")
	if got, want := doc.Find("#update-3 svg.fp").AttrOr("aria-label", ""), "Gemma 4 31B · openclaw: 5 of 6 rounds passed (83.33\u00a0%)"; got != want {
		t.Errorf("the checks of update 3 are named %q, not %q", got, want)
	}
	checks := doc.Find("#update-3 svg.fp")
	if label := checks.AttrOr("aria-label", ""); label != "Gemma 4 31B · openclaw: 5 of 6 rounds passed (83.33\u00a0%)" || len(tracks) != 4 || checks.Find("a").Length() != 6 {
		t.Errorf("%d checks of update 3 in %d tracks: %q", checks.Find("a").Length(), len(tracks), label)
	}
	seen := doc.Find("#change-2 .seen")
	if got := squash(seen); !strings.Contains(got, "● read, call 2 since the update q13 step 2") || squash(seen.Find("q")) == "" {
		t.Errorf("the change says %q", got)
	}
	address, step, _ := strings.Cut(seen.Find("a").AttrOr("href", ""), "#")
	if step != "step-2" || site.page(t, address).Find("#"+step).Length() != 1 {
		t.Errorf("%s has no step %q", address, step)
	}
	used := site.page(t, "/b/clawarena/world/scenarios/hil_d3?run="+run)
	if got := squash(used.Find("#change-1 .seen").Last()); !strings.Contains(got, "used: values 0.9, 56.2, 15.4 stand in staffing_discrepancy_table.md, q6 step 2 | Donna Park") {
		t.Errorf("the change says %q", got)
	}
	if a := used.Find(`.chip:contains("used:") a`); a.Length() != 1 || !strings.HasSuffix(a.AttrOr("href", ""), "/hil_d3/q6#step-2") {
		t.Errorf("%d links to %q", a.Length(), a.AttrOr("href", ""))
	}
	hidden := 0
	for _, row := range worldOf(t, site).Scenarios {
		page := site.page(t, "/b/clawarena/world/scenarios/"+row.ID+"?run="+run)
		hidden += page.Find(".chip a.w").FilterFunction(func(_ int, s *goquery.Selection) bool { return strings.HasPrefix(squash(s), "the tool listed 1 of ") }).Length()
	}
	if hidden == 0 {
		t.Error("no page says that a tool listed one of more")
	}
}

// Pages stay small and quick however large the objects are; one of them has 3 MB.
// The time has room for a machine that does other work and looks for races.
func testWorldRunSize(t *testing.T, site *testSite, run string, scenarios []string) {
	for _, id := range scenarios {
		for _, q := range []string{"", "?run=" + run} {
			path := "/b/clawarena/world/scenarios/" + id + q
			best := time.Hour
			size := 0
			for range 3 {
				cold := &testSite{Handler: New(unhurried(site.Store))}
				cold.get("/b/clawarena/world") // what all pages of the benchmark read
				begun := time.Now()
				rec := cold.get(path)
				best = min(best, time.Since(begun))
				if size = rec.Body.Len(); rec.Code != http.StatusOK || size > 200_000 {
					t.Errorf("%s: status %d, %d bytes", path, rec.Code, size)
				}
			}
			if t.Logf("%s: %d bytes in %v", path, size, best); best > 500*time.Millisecond {
				t.Errorf("%s took %v", path, best)
			}
		}
	}
}

// One run or two are asked for by their slugs; what is asked for wrongly is said.
func TestWorldRunAsked(t *testing.T) {
	site := testServer(t)
	runs := runsOf(t, site, exampleBenchmark)
	a, b := runs[0], runs[1]
	for q, want := range map[string]int{
		"?run=" + a: 200, "?a=" + a + "&b=" + b: 200, "?run=" + a + "&run=" + b: 200, "?run=" + a + "&run=" + a: 200,
		"?run=none": 404, "?run=..": 400, fmt.Sprintf("?run=%s&run=%s&run=%s", a, b, runs[2]): 400,
	} {
		for _, at := range []string{exampleWorld, "/api/v1/benchmarks/clawatlas-example/world/scenarios/ex_office_move"} {
			if rec := site.get(at + q); rec.Code != want {
				t.Errorf("%s%s: status %d, want %d", at, q, rec.Code, want)
			}
		}
	}
	if rec := site.get("/b/clawarena/world/scenarios/hil_h3?run=" + a); rec.Code != http.StatusBadRequest {
		t.Errorf("the run of another benchmark: status %d", rec.Code)
	}
	for _, at := range []string{"/b/", "/api/v1/benchmarks/"} {
		rec := site.get(at + "clawatlas-example/world/ex_office_move?run=" + a)
		if to := rec.Header().Get("Location"); rec.Code != http.StatusMovedPermanently || to != at+"clawatlas-example/world/scenarios/ex_office_move?run="+a {
			t.Errorf("%s leads to %q with status %d", at, to, rec.Code)
		}
	}
	doc := site.page(t, exampleWorld+"?a="+a+"&b="+b)
	if n := doc.Find(".ep:nth-of-type(2) > div").Length(); doc.Find(".trk > div").Length() != n {
		t.Errorf("%d labels for %d tracks", doc.Find(".trk > div").Length(), n)
	}
	if got := doc.Find("select option[selected]").Map(func(_ int, s *goquery.Selection) string { return s.AttrOr("value", "") }); !slices.Equal(got, []string{a, b}) {
		t.Errorf("chosen %v", got)
	}
	if doc.Find("details:not([open])").Length() > 0 {
		t.Error("a change is folded without a script")
	}
}

// runsOf lists the slugs of a benchmark's runs.
func runsOf(t *testing.T, site *testSite, benchmark string) []string {
	t.Helper()
	var list struct {
		Runs []struct{ Run string }
	}
	site.object(t, "/api/v1/runs?benchmark="+benchmark, &list)
	var slugs []string
	for _, r := range list.Runs {
		slugs = append(slugs, r.Run)
	}
	return slugs
}
