package web

import (
	"bufio"
	"encoding/json"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/flips"
	"github.com/clawatlas/clawatlas/results/must"
	comparereport "github.com/clawatlas/clawatlas/results/report/compare"
)

// labelledFlip is a task that one of two example runs passed, with what a reader of both
// traces found to have made the difference.
type labelledFlip struct {
	A, B, Scenario, Task string
	True                 string       // in words
	Rules                []flips.Rule // that say so
}

func labelledFlips(t *testing.T) (list []labelledFlip) {
	t.Helper()
	f := must.Get(os.Open("testdata/flips.jsonl"))(t)
	defer f.Close()
	for s := bufio.NewScanner(f); s.Scan(); {
		var x labelledFlip
		must.Do(t, json.Unmarshal(s.Bytes(), &x))
		list = append(list, x)
	}
	return list
}

// exampleRuns are the slugs of the example runs by model.
func exampleRuns(t *testing.T, s *testSite) map[string]string {
	t.Helper()
	var list struct{ Runs []struct{ Run string } }
	s.object(t, "/api/v1/runs?benchmark="+exampleBenchmark, &list)
	m := map[string]string{}
	for _, r := range list.Runs {
		for _, name := range []string{"thorough-reader", "never-revises", "selects-everything", "skimmer"} {
			if strings.Contains(r.Run, name) {
				m[name] = r.Run
			}
		}
	}
	return m
}

// TestReasonsOfFlips: of 64 labelled flips the sentence is about what made the
// difference in at least three quarters, and few pairs of traces share no work.
func TestReasonsOfFlips(t *testing.T) {
	s := testServer(t)
	runs := exampleRuns(t, s)
	pages := map[string]*comparereport.Comparison{}
	right, nothing, both := 0, 0, 0
	list := labelledFlips(t)
	for _, x := range list {
		query := url.Values{"a": {runs[x.A]}, "b": {runs[x.B]}}.Encode()
		if pages[query] == nil {
			pages[query] = &comparereport.Comparison{}
			s.object(t, "/api/v1/compare?"+query, pages[query])
		}
		rule, text := reasonOf(pages[query], x.Scenario, x.Task)
		if slices.Contains(x.Rules, rule) {
			right++
		} else {
			t.Logf("%s %s of %s and %s: %s: %s; it is: %s", x.Scenario, x.Task, x.A, x.B, rule, text, x.True)
		}
		var pair struct {
			CallsA int `json:"calls_a"`
			CallsB int `json:"calls_b"`
			Shared int `json:"shared_calls"`
		}
		s.object(t, "/api/v1/compare/"+x.Scenario+"/"+x.Task+"?"+query, &pair)
		if pair.CallsA > 0 && pair.CallsB > 0 {
			if both++; pair.Shared == 0 {
				nothing++
			}
		}
	}
	t.Logf("%d of %d right; %d of %d with calls on both sides share nothing", right, len(list), nothing, both)
	if right*4 < len(list)*3 || nothing*64 > both*15 {
		t.Errorf("%d of %d right, %d of %d share nothing", right, len(list), nothing, both)
	}
}

func reasonOf(c *comparereport.Comparison, scenario, task string) (flips.Rule, string) {
	for _, x := range c.Reasons.Clusters {
		for _, r := range x.Tasks {
			if r.Scenario == scenario && r.Task == task {
				return r.Rule, r.Text
			}
		}
	}
	return "", "no flip"
}

// TestReasonClusters: all flips are in one cluster each, whose two directions are tested
// exactly and adjusted for their number.
func TestReasonClusters(t *testing.T) {
	s := testServer(t)
	var c comparereport.Comparison
	s.object(t, "/api/v1/compare?a="+thoroughRun+"&b="+neverRun, &c)
	n, a, b := 0, 0, 0
	for _, x := range c.Reasons.Clusters {
		n, a, b = n+len(x.Tasks), a+x.OnlyA, b+x.OnlyB
		if len(x.Tasks) != x.OnlyA+x.OnlyB || x.P == nil || x.PHolm == nil || *x.PHolm < *x.P {
			t.Errorf("%s: %+v", x.Rule, x)
		}
	}
	if n != c.Reasons.N || a != c.Paired.OnlyA || b != c.Paired.OnlyB {
		t.Errorf("%d in clusters, %d and %d, of %+v", n, a, b, c.Paired)
	}
	for _, f := range c.Flips {
		if f.A == results.Passed && f.B == results.Passed {
			t.Errorf("%s is no flip", f.Task)
		}
	}
}
