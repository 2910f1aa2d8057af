package web

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/casebook"
	"github.com/clawatlas/clawatlas/results/cases"
	"github.com/clawatlas/clawatlas/results/must"
)

func writtenCases(t testing.TB) []casebook.Case {
	t.Helper()
	return must.Get(casebook.All())(t)
}

// TestReferences: every round that a written case names or embeds is in the bundled data or
// in the example runs.
func TestReferences(t *testing.T) {
	site := testServer(t)
	for _, c := range writtenCases(t) {
		rounds := slices.Clone(c.Rounds)
		for _, b := range c.Blocks {
			if b.Evidence != nil && b.Evidence.Kind != casebook.Metric {
				rounds = append(rounds, b.Evidence.Scenario+"/"+b.Evidence.Task)
			}
		}
		for _, round := range rounds {
			scenario, task, _ := strings.Cut(round, "/")
			if _, err := site.Store.FindTask(t.Context(), c.Benchmark, scenario, task); err != nil {
				t.Errorf("%s: round %s: %v", c.Slug, round, err)
			}
		}
	}
}

// testRealReferences: the released run has all evidence of the cases about ClawArena.
func testRealReferences(t *testing.T) {
	site, n := realServer(t), 0
	for _, c := range writtenCases(t) {
		if c.Benchmark == "clawarena" {
			n++
			if text := squash(site.page(t, "/cases/"+c.Slug).Find("main")); strings.Contains(text, missingWords) {
				t.Errorf("%s lacks evidence", c.Slug)
			}
		}
	}
	must.Equal(t, 11, n, "cases about ClawArena")
}

const missingWords = "Read its records with clawatlas ingest"

// TestWrittenPages: each case has its page, with its evidence where the records
// are and with what to ingest where they are not.
func TestWrittenPages(t *testing.T) {
	example, bare := testServer(t), bareServer(t)
	for _, c := range writtenCases(t) {
		blocks, metrics := 0, 0
		for _, b := range c.Blocks {
			if b.Evidence != nil {
				blocks++
				if b.Evidence.Kind == casebook.Metric {
					metrics++
				}
			}
		}
		for name, site := range map[string]*testSite{"example": example, "bare": bare} {
			doc := site.page(t, "/cases/"+c.Slug)
			must.Equal(t, c.Title, squash(doc.Find("h1")), "%s: h1", c.Slug)
			want := blocks // every block is missing, but published metrics
			if c.Benchmark == exampleBenchmark {
				if name == "example" {
					want = 0
				}
			} else {
				want -= metrics
			}
			if got := strings.Count(squash(doc.Find("main")), missingWords); got != want {
				t.Errorf("%s on the %s site: %d blocks say what to ingest, want %d", c.Slug, name, got, want)
			}
			if text := squash(doc.Find("main")); !strings.Contains(text, "Lesson.") || strings.Contains(text, "::") {
				t.Errorf("%s: the text has no lesson, or a directive as text", c.Slug)
			}
		}
	}
	example.wantStatus(t, "/cases/no-such-case", 404)
	if got := squash(bare.page(t, "/cases/example-no-answer").Find("main")); !strings.Contains(got, "clawatlas ingest --example") {
		t.Error("the case about the example runs does not say how to load them")
	}
}

// TestCaseProof: a case about the world leads to the changed object and to the steps
// that prove it, and says what they do not show.
func TestCaseProof(t *testing.T) {
	site := testServer(t)
	const slug = exampleBenchmark + "-no-look-ex_library_outage-q7"
	m := must.Get(site.Store.FindCase(t.Context(), slug))(t)
	page := site.page(t, "/cases/"+slug)
	if !strings.Contains(squash(page.Find("main")), "does not show that the answer is a guess") {
		t.Error("the page does not say what the case does not show")
	}
	opened := 0
	for _, x := range m.Trials {
		for _, p := range x.Proof {
			if p.What == "opened" {
				opened++
			}
			href := "/b/" + exampleBenchmark + "/days/" + x.Scenario + "#change-" + strconv.Itoa(p.Change)
			if p.Step > 0 {
				href = fmt.Sprintf("/runs/%s/%s/%s#step-%d", x.Run, x.Scenario, x.Task, p.Step)
			}
			if p.Step+p.Change == 0 {
				continue
			}
			if page.Find("main li a[href='"+href+"']").Length() == 0 {
				t.Errorf("%+v: no link to %s", p, href)
			}
			if at, id, _ := strings.Cut(href, "#"); p.Change > 0 && site.page(t, at).Find("#"+id).Length() != 1 {
				t.Errorf("%s leads nowhere", href)
			}
		}
	}
	if len(m.Trials) != 2 || opened != 1 {
		t.Errorf("%+v, want two trials of which one opened something else", m.Trials)
	}
}

// testMinedReal compares the cases that rules find in the released run with
// counts that were taken from its files.
func testMinedReal(t *testing.T) {
	site := realServer(t)
	list := must.Get(site.Store.Cases(t.Context(), "clawarena"))(t)
	trials := map[string]int{}
	loops := map[string]string{}
	for _, m := range list {
		trials[m.Rule] += len(m.Trials)
		switch m.Rule {
		case "loop":
			loops[m.Scenario+"/"+m.Task] = m.Trials[0].What
		}
	}
	// 23 rounds open with praise for a check that failed.
	if trials["told-otherwise"] != 23 {
		t.Errorf("told otherwise: %d trials, want 23", trials["told-otherwise"])
	}
	// hil_f7/q24 searches in a circle of files, one of which does not exist.
	must.Same(t, map[string]string{"hil_f7/q24": "one call failed 22 times", "hil_f7/q21": "one call failed 6 times"}, loops, "loops")
	for _, r := range cases.Rules() {
		if trials[r.ID] > 0 {
			site.page(t, "/b/clawarena/cases?mode="+r.ID)
		}
	}
}

// lostStore is a store in which the runs of one model were withdrawn.
type lostStore struct {
	Store
	Model string
}

func (s lostStore) Runs(ctx context.Context, f results.RunFilter) ([]results.Run, int, error) {
	list, n, err := s.Store.Runs(ctx, f)
	return slices.DeleteFunc(list, func(r results.Run) bool { return r.System.Model == s.Model }), n, err
}

func (s lostStore) Changes(context.Context, results.ChangeFilter) ([]results.Change, int, error) {
	return []results.Change{{Kind: results.ChangeWithdrawn, Benchmark: exampleBenchmark, Run: exampleBenchmark + "-" + s.Model + "-clawatlas-runner-00000000"}}, 1, nil
}

// TestWithdrawnCase: a written case that quotes a run is gone with it, from the index
// and from its address; the others stay.
func TestWithdrawnCase(t *testing.T) {
	h := New(Config{Store: lostStore{testServer(t).Store, "skimmer"}})
	for path, want := range map[string]int{"/cases/example-silent-quote": 404, "/cases/example-suspect-checker": 200} {
		if w := request(h, http.MethodGet, path); w.Code != want {
			t.Errorf("%s answers %d, want %d", path, w.Code, want)
		}
	}
	if body := request(h, http.MethodGet, "/b/"+exampleBenchmark+"/cases").Body.String(); strings.Contains(body, "example-silent-quote") || !strings.Contains(body, "example-suspect-checker") {
		t.Error("the index has the case that quotes the run, or has lost another")
	}
}
