package web

import (
	"github.com/clawatlas/clawatlas/results"
	"slices"
	"testing"

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
	run := site.runs(t, results.RunFilter{Benchmark: "clawarena", Limit: 1})[0].Slug
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
