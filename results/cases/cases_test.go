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

// said is a failed exec check with the checker's words.
func said(task, words string) results.Trial {
	t := scored(task, false)
	t.Checks = []results.Check{{ID: "exec", Weight: 1, Passed: ptr(false), Detail: words}}
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
	exec, mc := results.KindExecCheck, results.KindMultiChoice
	missing := "FAILED: missing field 'deadline'"
	phases := func(bad int) []results.Trial {
		var list []results.Trial
		for i, slug := range []string{"q1", "q2", "q3", "q4", "q5", "q6"} {
			list = append(list, scored(slug, i/3 != bad))
		}
		return list
	}
	var phased []results.Task
	for i, slug := range []string{"q1", "q2", "q3", "q4", "q5", "q6"} {
		day := i/3 + 1
		phased = append(phased, task(slug, exec, func(t *results.Task) { t.Day = day }))
	}
	// The same failures, but only the rounds after the first update are multiple
	// choice: a difference of formats, not of updates.
	mixed := make([]results.Task, len(phased))
	for i, t := range phased {
		if mixed[i] = t; i < 3 {
			mixed[i].Kind = mc
		}
	}
	red := task("q1", results.KindRubric, func(t *results.Task) { t.Checks = []results.CheckSpec{{ID: "r", RedLine: true, Weight: 2}} })
	redTrial := func(passed *bool) results.Trial {
		x := scored("q1", false)
		x.Checks = []results.Check{{ID: "r", RedLine: true, Weight: 2, Passed: passed}}
		return x
	}
	exam := []results.Task{task("q1", exec, func(t *results.Task) { t.Facts.Pref = &results.Pref{} }),
		task("q2", exec, func(t *results.Task) { t.Facts.SilentPref = true })}
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
		other    []results.Task // of the negative, if they differ
		systems  int
	}{
		{rule: "asymmetric-revision", tasks: phased, systems: 1,
			positive: []results.ScoredRun{run("m1", "f", phases(0)...)},
			negative: []results.ScoredRun{run("m1", "f", phases(7)...)}},
		{rule: "asymmetric-revision", tasks: phased, other: mixed, systems: 1,
			positive: []results.ScoredRun{run("m1", "f", phases(0)...)},
			negative: []results.ScoredRun{run("m1", "f", phases(0)...)}},
		{rule: "format-gap", tasks: one, systems: 2,
			positive: []results.ScoredRun{run("m1", "f1", said("q1", missing)), run("m1", "f2", said("q1", missing)),
				run("m2", "f1", scored("q1", true))},
			negative: []results.ScoredRun{run("m1", "f1", said("q1", missing)), run("m3", "f2", said("q1", missing)),
				run("m2", "f1", scored("q1", true))}},
		{rule: "told-otherwise", tasks: exam, systems: 1,
			positive: []results.ScoredRun{run("m1", "f", scored("q1", false), opposite(true))},
			negative: []results.ScoredRun{run("m1", "f", scored("q1", false), opposite(false))}},
		{rule: "red-line", tasks: []results.Task{red}, systems: 1,
			positive: []results.ScoredRun{run("m1", "f", redTrial(ptr(false)))},
			negative: []results.ScoredRun{run("m1", "f", redTrial(nil))}},
		{rule: "infrastructure-zero", tasks: one, systems: 1,
			positive: []results.ScoredRun{run("m1", "f", zero(results.InfraError))},
			negative: []results.ScoredRun{run("m1", "f", zero(results.Failed))}},
		{rule: "loop", tasks: one, systems: 1,
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
			if c.Systems != tt.systems || c.Of < c.Systems || len(c.Trials) == 0 || c.Title == "" || c.Finding == "" || !results.ValidSlug(c.Slug) {
				t.Errorf("case = %+v, want %d systems with their trials", c, tt.systems)
			}
			other := tt.other
			if other == nil {
				other = tt.tasks
			}
			if found := of(mine(runs{Benchmark: b, Tasks: other, Runs: tt.negative}), tt.rule); len(found) != 0 {
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

// TestRevisionByKind finds a gap within one kind although the rounds of the
// other kind hide it from the sum, and says between which rounds it is.
func TestRevisionByKind(t *testing.T) {
	var tasks []results.Task
	var trials []results.Trial
	for i, slug := range []string{"q1", "q2", "q3", "q4", "q5", "q6", "q7", "q8", "q9"} {
		kind, day := results.KindExecCheck, i/3+1
		if day == 3 { // after update 1 as well, but multiple choice and passed
			kind, day = results.KindMultiChoice, 1
		}
		tasks = append(tasks, task(slug, kind, func(t *results.Task) { t.Day = day }))
		trials = append(trials, scored(slug, i > 2))
	}
	found := of(mine(runs{Benchmark: results.Benchmark{ID: "b", Words: results.Words{Task: "round"}},
		Tasks: tasks, Runs: []results.ScoredRun{run("m1", "f", trials...)}}), "asymmetric-revision")
	want := "The one system on record passed 0 of 3 exec check rounds after this update and 3 of 3 after the others."
	if len(found) != 1 || found[0].Option != "update-1" || found[0].Finding != want || len(found[0].Trials) != 3 {
		t.Errorf("cases %+v, want update-1: %s", found, want)
	}
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
	if len(list) != 1 || list[0].Title != "A quiet week, q1: the same failing call again and again" ||
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
