package sqlite

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawatlas/clawatlas/results/search"
)

// query is a search line as it is asked.
func query(line string) search.Query {
	text := search.Parse(line)
	return search.Query{Terms: text.Terms, Fields: text.Fields, Then: text.Then, Newest: true}
}

// foundAll lists the keys of all hits of a query, in order.
func foundAll(t *testing.T, db *DB, line string, q search.Query) []string {
	t.Helper()
	keys := []string{}
	for q.Limit = 1000; ; q.Offset += q.Limit {
		res, err := db.Search(t.Context(), q)
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		for _, h := range res.Hits {
			keys = append(keys, fmt.Sprintf("%s/%s/%s/%d", h.Run, h.Scenario, h.Task, h.StepID))
		}
		if q.Offset+q.Limit >= res.Total {
			if res.Total != len(keys) || res.Capped {
				t.Errorf("%s: total %d (capped: %v), %d hits", line, res.Total, res.Capped, len(keys))
			}
			return keys
		}
	}
}

// The rules of the fields once more, on steps of one call.
func (s *storedStep) called(tool string) bool {
	return len(s.step.ToolCalls) == 1 && s.step.ToolCalls[0].Name == tool
}
func (s *storedStep) exit() int {
	if s.step.Observation == nil || s.step.Observation.Results[0].ExitCode == nil {
		return -1
	}
	return *s.step.Observation.Results[0].ExitCode
}
func (s *storedStep) empty() bool {
	return s.step.Observation != nil && s.step.Observation.Results[0].Outcome == "empty"
}
func (s *storedStep) ok() bool { return s.step.Observation != nil && !s.failed && !s.empty() }
func (s *storedStep) names(part string) bool {
	return len(s.step.ToolCalls) == 1 && strings.Contains(string(s.step.ToolCalls[0].Arguments), part)
}

// searchFields compares fields with reading every step.
func searchFields(t *testing.T, db *DB) {
	steps := allSteps(t, db)
	for line, want := range map[string]func(*storedStep) bool{
		"tool:exec":                func(s *storedStep) bool { return s.called("exec") },
		"tool:r*":                  func(s *storedStep) bool { return s.called("read") || s.called("rare_tool") },
		"-tool:exec":               func(s *storedStep) bool { return !s.called("exec") },
		"is:failed":                func(s *storedStep) bool { return s.failed },
		"-is:failed":               func(s *storedStep) bool { return !s.failed },
		"is:empty":                 (*storedStep).empty,
		"is:ok tool:read":          func(s *storedStep) bool { return s.called("read") && s.ok() },
		"is:refused":               func(*storedStep) bool { return false },
		"tool:exec is:failed":      func(s *storedStep) bool { return s.called("exec") && s.failed },
		"tool:exec -is:failed":     func(s *storedStep) bool { return s.called("exec") && !s.failed },
		"exit:>0":                  func(s *storedStep) bool { return s.exit() > 0 },
		"exit:127":                 func(s *storedStep) bool { return s.exit() == 127 },
		"exit:>=1 exit:<=2":        func(s *storedStep) bool { return s.exit() == 1 || s.exit() == 2 },
		"tool:exec -exit:0":        func(s *storedStep) bool { return s.called("exec") && s.exit() != 0 },
		"path:dir3/*":              func(s *storedStep) bool { return s.names("/w/dir3/") },
		"path:dir1/*.csv":          func(s *storedStep) bool { return s.names("/w/dir1/") && s.names(".csv ") },
		"role:user":                func(s *storedStep) bool { return s.step.Source == "user" },
		"-role:agent":              func(s *storedStep) bool { return s.step.Source == "user" },
		"status:timeout":           func(s *storedStep) bool { return s.status == "timeout" },
		"-status:passed is:failed": func(s *storedStep) bool { return s.status != "passed" && s.failed },
		"run:*-1":                  func(s *storedStep) bool { return strings.HasPrefix(s.key, "corpus-model-1/") },
		"model:model-2 -scenario:*5": func(s *storedStep) bool {
			return strings.HasPrefix(s.key, "corpus-model-2/") && !strings.Contains(s.key, "scenario5/")
		},
		"scenario:scenario3 task:q1*": func(s *storedStep) bool { return strings.Contains(s.key, "/scenario3/q1") },
		"benchmark:corp* attempt:>1":  func(*storedStep) bool { return false },
		"before:2030":                 func(*storedStep) bool { return false }, // no trial of the corpus says when it began
		"day:1":                       func(*storedStep) bool { return false },
		"budget tool:exec exit:>0":    func(s *storedStep) bool { return holds(s.words, "budget") && s.called("exec") && s.exit() > 0 },
		"budget is:empty -schedule": func(s *storedStep) bool {
			return holds(s.words, "budget") && s.empty() && !holds(s.words, "schedule")
		},
		"tool:exec is:failed -budget": func(s *storedStep) bool { return s.called("exec") && s.failed && !holds(s.words, "budget") },
		"-tool:exec budget role:agent": func(s *storedStep) bool {
			return !s.called("exec") && holds(s.words, "budget") && s.step.Source == "agent"
		},
	} {
		found := []string{}
		for i := range slices.Backward(steps) {
			if want(&steps[i]) {
				found = append(found, steps[i].key)
			}
		}
		got := foundAll(t, db, line, query(line))
		if !slices.IsSortedFunc(got, func(a, b string) int { return strings.Compare(runOf(b), runOf(a)) }) {
			t.Errorf("%s: the newest run does not come first", line)
		}
		slices.Sort(found)
		slices.Sort(got)
		if diff := cmp.Diff(found, got); diff != "" {
			t.Errorf("%s: (-want +got)\n%.1500s", line, diff)
		}
	}
}

func runOf(key string) string { run, _, _ := strings.Cut(key, "/"); return run }

// searchSequences follows each trace by hand.
func searchSequences(t *testing.T, db *DB) {
	steps := allSteps(t, db)
	for line, stages := range map[string][]func(*storedStep) bool{
		"tool:exec is:failed then: tool:exec is:ok":     {func(s *storedStep) bool { return s.called("exec") && s.failed }, func(s *storedStep) bool { return s.called("exec") && s.ok() }},
		"budget tool:exec then: error then: role:agent": {func(s *storedStep) bool { return s.called("exec") && holds(s.words, "budget") }, func(s *storedStep) bool { return holds(s.words, "error") }, func(s *storedStep) bool { return s.step.Source == "agent" }},
		"role:user then: tool:read -the":                {func(s *storedStep) bool { return s.step.Source == "user" }, func(s *storedStep) bool { return s.called("read") && !holds(s.words, "the") }},
		"status:failed is:failed then: scenario:scenario2": {func(s *storedStep) bool {
			return s.status == "failed" && strings.Contains(s.key, "/scenario2/") && s.failed
		}, func(s *storedStep) bool { return true }},
		"is:failed then: nosuchword": {func(s *storedStep) bool { return s.failed }, func(*storedStep) bool { return false }},
	} {
		want, trial, at := []string{}, "", 0
		for i := range steps {
			s := &steps[i]
			if of := s.key[:strings.LastIndexByte(s.key, '/')]; of != trial {
				trial, at = of, 0
			}
			if !stages[at](s) {
				continue
			}
			if at++; at == len(stages) {
				want, at = append(want, s.key), 0
			}
		}
		got := foundAll(t, db, line, query(line))
		slices.Sort(want)
		slices.Sort(got)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: (-want +got)\n%.1500s", line, diff)
		}
	}
}

// searchByTrial groups the hits of a search by hand.
func searchByTrial(t *testing.T, db *DB) {
	q := query("tool:exec is:failed")
	perTrial := map[string]int{}
	for _, key := range foundAll(t, db, "by step", q) {
		perTrial[key[:strings.LastIndexByte(key, '/')]]++
	}
	strips := stripsByHand(allSteps(t, db))
	q.ByTrial, q.Limit = true, 7
	seen := map[string]int{}
	for ; ; q.Offset += q.Limit {
		res, err := db.Search(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		if res.Trials != len(perTrial) {
			t.Fatalf("%d trials, want %d", res.Trials, len(perTrial))
		}
		if q.Offset >= res.Trials {
			break
		}
		for _, h := range res.Hits {
			trial := fmt.Sprintf("%s/%s/%s", h.Run, h.Scenario, h.Task)
			if seen[trial]++; (seen[trial] == 1) != (len(h.Strip) > 0) || seen[trial] == 1 && !slices.Equal(h.Strip, strips[trial]) {
				t.Errorf("%s: strip %v, want %v", trial, h.Strip, strips[trial])
			}
			if h.InTrial != perTrial[trial] {
				t.Errorf("%s: %d steps of the trial, want %d", trial, h.InTrial, perTrial[trial])
			}
		}
	}
	for trial, n := range perTrial {
		if seen[trial] != min(n, search.StepsOfTrial) {
			t.Errorf("%s: %d steps are given of %d", trial, seen[trial], n)
		}
	}
}

// stripsByHand draws traces of a few steps, in which failed calls of exec are found.
func stripsByHand(steps []storedStep) map[string][]search.StripCell {
	list := map[string][]search.StripCell{}
	for i := range steps {
		s := &steps[i]
		trial := s.key[:strings.LastIndexByte(s.key, '/')]
		c := search.StripCell{Step: len(list[trial]) + 1, Steps: 1, Kind: "said"}
		switch {
		case s.failed:
			c.Kind = "failed"
		case s.empty():
			c.Kind = "empty"
		case s.ok():
			c.Kind = "looked"
		}
		if s.failed && s.called("exec") {
			c.Found = 1
		}
		list[trial] = append(list[trial], c)
	}
	return list
}

// searchFacets follows every facet: its count is what its field finds beside the line.
func searchFacets(t *testing.T, db *DB) {
	for _, line := range []string{"field -the", "tool:exec budget", "is:failed path:dir2/*", "role:agent exit:>0", "tool:exec then: is:failed"} {
		q := query(line)
		q.Limit = 1
		res := found(db.Search(t.Context(), q))(t)
		if len(res.Facets) != 14 || res.Total < 20 || res.Counted != res.Total {
			t.Errorf("%s: %d facets over %d of %d hits", line, len(res.Facets), res.Counted, res.Total)
		}
		for _, f := range res.Facets {
			for i, v := range f.Values {
				if i > 4 {
					break
				}
				narrow := query(line + " " + search.FacetField(f.Name, v.Value).String())
				narrow.Limit = 1
				got := found(db.Search(t.Context(), narrow))(t)
				if len(q.Then) == 0 && got.Total != v.Count {
					t.Errorf("%s: facet %s %q counts %d, its field finds %d", line, f.Name, v.Value, v.Count, got.Total)
				}
			}
		}
	}
}
