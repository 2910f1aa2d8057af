package cases_test

import (
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/cases"
)

func ptr[T any](x T) *T { return &x }

// run makes a run of one system with the given trials.
func run(model, framework string, trials ...results.Trial) results.ScoredRun {
	return results.ScoredRun{Run: results.Run{Slug: "run-" + model + "-" + framework,
		System: results.System{Model: model, Framework: framework}}, Trials: trials}
}

func scored(task string, passed bool) results.Trial {
	t := results.Trial{Scenario: "s", Task: task, Attempt: 1, Status: results.Failed, Score: ptr(0.0), Kind: results.KindExecCheck}
	if passed {
		t.Status, t.Score = results.Passed, ptr(1.0)
	}
	return t
}

func task(slug, kind string, change ...func(*results.Task)) results.Task {
	t := results.Task{Scenario: "s", Slug: slug, Kind: kind, Ordinal: int(slug[1] - '0')}
	for _, c := range change {
		c(&t)
	}
	return t
}

// Each rule on a constructed positive and on a negative that differs from it
// in one thing.
func TestRules(t *testing.T) {
	exec := results.KindExecCheck
	two := []results.Task{task("q1", exec), task("q2", exec)}
	opposite := func(on bool) results.Trial {
		x := scored("q2", true)
		x.Details.Told = &results.Told{Opposite: on}
		return x
	}
	zero := func(s results.Status) results.Trial { x := scored("q1", false); x.Status = s; return x }
	looped := func(n int) results.Trial { x := scored("q1", false); x.LoopCalls = n; return x }
	one := []results.Task{task("q1", exec)}

	for _, tt := range []struct {
		rule     string
		tasks    []results.Task
		positive []results.ScoredRun
		negative []results.ScoredRun
	}{
		{rule: "told-otherwise", tasks: two,
			positive: []results.ScoredRun{run("m1", "f", scored("q1", false), opposite(true))},
			negative: []results.ScoredRun{run("m1", "f", scored("q1", false), opposite(false))}},
		{rule: "infrastructure-zero", tasks: one,
			positive: []results.ScoredRun{run("m1", "f", zero(results.InfraError))},
			negative: []results.ScoredRun{run("m1", "f", zero(results.Failed))}},
		{rule: "loop", tasks: one,
			positive: []results.ScoredRun{run("m1", "f", looped(5))},
			negative: []results.ScoredRun{run("m1", "f", looped(4))}},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			b := results.Benchmark{ID: "b"}
			found := of(mine(runs{Benchmark: b, Tasks: tt.tasks, Runs: tt.positive}), tt.rule)
			if len(found) != 1 {
				t.Fatalf("positive: %d cases, want 1: %+v", len(found), found)
			}
			c := found[0]
			if c.Systems != 1 || c.Of != 1 || len(c.Trials) == 0 || c.Title == "" || c.Finding == "" || !results.ValidSlug(c.Slug) {
				t.Errorf("case = %+v, want 1 of 1 system with its trials", c)
			}
			if found := of(mine(runs{Benchmark: b, Tasks: tt.tasks, Runs: tt.negative}), tt.rule); len(found) != 0 {
				t.Errorf("negative: %+v, want none", found)
			}
		})
	}
}

func of(list []results.MinedCase, rule string) []results.MinedCase {
	var out []results.MinedCase
	for _, c := range list {
		if c.Rule == rule {
			out = append(out, c)
		}
	}
	return out
}

// Superseded runs are no evidence, and slugs are unique.
func TestMine(t *testing.T) {
	old := run("m1", "f", scored("q1", false))
	old.Trials[0].LoopCalls = 9
	old.Exclusions = []results.Exclusion{{Kind: results.ExclusionSnapshot}}
	in := runs{Benchmark: results.Benchmark{ID: "b"}, Tasks: []results.Task{task("q1", results.KindExecCheck)},
		Runs: []results.ScoredRun{old}}
	if found := mine(in); len(found) != 0 {
		t.Errorf("a superseded run gives %+v", found)
	}
	ids := map[string]bool{}
	for _, r := range cases.Rules() {
		if ids[r.ID] || r.Title == "" || r.Explain == "" || r.Limits == "" || len(cases.FailingsOf(r.ID)) != 1 || !results.ValidSlug(r.ID) {
			t.Errorf("rule %+v is not unique or says nothing of itself", r)
		}
		ids[r.ID] = true
		if r.Checked == 0 || r.Right*10 < r.Checked*9 || r.Records == "" {
			t.Errorf("%s: %s Want at least nine of ten.", r.ID, r.Precision())
		}
		if own := r.In(results.Words{Task: "task", Scenario: "domain"}); strings.ContainsAny(own.Title+own.Explain+own.Limits,
			"{}") || strings.Contains(own.Explain, "round") {
			t.Errorf("rule %+v does not take the words of a benchmark", own)
		}
	}
}

// TestNamesOfCases: a case is called by the titles of its benchmark and speaks of
// tasks as that does.
func TestNamesOfCases(t *testing.T) {
	x := scored("q1", false)
	x.LoopCalls = 5
	b := results.Benchmark{ID: "b", Words: results.Words{Task: "round"}, Titles: results.Titles{"s": "A quiet week"}}
	list := mine(runs{Benchmark: b, Tasks: []results.Task{task("q1", results.KindExecCheck)},
		Runs: []results.ScoredRun{run("m1", "f", x), run("m2", "f", x)}})
	if len(list) != 1 || list[0].Title != "A quiet week, q1: one call failed 5 times" ||
		!strings.HasPrefix(list[0].Finding, "Both systems made") {
		t.Errorf("cases %+v", list)
	}
}

// runs is runs with all their trials in memory.
type runs struct {
	Benchmark results.Benchmark
	Tasks     []results.Task // in the dataset's order
	Runs      []results.ScoredRun
	Looked    map[string]*results.Looked // by run, as far as it is known
}

// mine applies every rule and returns the cases ranked by weight within each
// rule. Runs with an exclusion do not count.
func mine(in runs) []results.MinedCase {
	var list []results.Run
	var packed []map[string][]byte
	for i := range in.Runs {
		if r := &in.Runs[i]; len(r.Exclusions) == 0 {
			list, packed = append(list, r.Run), append(packed, cases.Pack(in.Tasks, r.Trials, in.Looked[r.Slug]))
		}
	}
	m := cases.NewMiner(in.Benchmark, in.Tasks, list)
	for _, s := range m.Scenarios() {
		err := m.Mine(s, func(each func(int, []byte) error) error {
			for i := range packed {
				if err := each(i, packed[i][s]); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			panic(err) // it was packed a moment ago
		}
	}
	return m.Cases()
}
