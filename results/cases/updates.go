package cases

import (
	"fmt"
	"slices"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/words"
)

// Thresholds of the rules asymmetricRevision and loop.
const (
	revisionGap    = 1.0 / 3 // minimum difference between two pass rates
	revisionRounds = 3       // minimum number of rounds of one kind on each side
	loopCalls      = 5       // minimum number of identical failing calls
)

// asymmetricRevision finds systems that pass far fewer rounds after one update of a scenario than
// after its other updates. It compares only rounds of the same kind, because the mix of multiple
// choice and scripts differs after each update.
func asymmetricRevision(v *oneScenario) []results.MinedCase {
	var list []results.MinedCase
	days := lastDay(v.Tasks)
	for day := 1; day <= days && days > 1; day++ {
		if c, ok := v.afterUpdate(day); ok {
			list = append(list, c)
		}
	}
	return list
}

// afterUpdate returns the case for one update; ok is false if no system has the minimum difference.
func (v *oneScenario) afterUpdate(day int) (c results.MinedCase, ok bool) {
	scenario, kinds := v.Tasks[0].Scenario, v.kindsAfterUpdates()
	var largest revision
	var compared, found []*outcome // first outcome of each compared run, and of each run with the difference
	groups := make([]revision, len(kinds))
	for _, r := range v.runs {
		in, hit := false, false
		for _, g := range v.revisions(groups, r, kinds, day) {
			if g.in[1] < revisionRounds || g.out[1] < revisionRounds {
				continue
			}
			in = true
			if g.gap() < revisionGap {
				continue
			}
			hit = true
			if largest.in[1] == 0 || g.gap() > largest.gap() {
				largest = g
			}
			counts := "passed " + g.counts(v.benchmark.Words.Task)
			for _, f := range g.failed {
				c.Trials = append(c.Trials, f.ref(counts))
			}
		}
		if in {
			compared = append(compared, v.byRun[r.at][0])
		}
		if hit {
			found = append(found, v.byRun[r.at][0])
		}
	}
	n, of := systems(found), systems(compared)
	if n == 0 {
		return c, false
	}
	c.Scenario, c.Option, c.Systems, c.Of, c.Weight = scenario, fmt.Sprintf("update-%d", day), n, of, float64(n)+largest.gap()
	c.Title = fmt.Sprintf("%s: worse after update %d, before %s, than after the others",
		words.Scenario(v.benchmark, scenario), day, updateRound(v.Tasks, day))
	if task := v.benchmark.Words.Task; of == 1 {
		c.Finding = fmt.Sprintf("The one system on record passed %s.", largest.counts(task))
	} else {
		c.Finding = fmt.Sprintf("%s passed at least a third less of the %ss of one kind after this update than after the others; at "+
			"most %.0f points less, with %s.", ofSystems(n, of), task, largest.gap()*100, largest.counts(task))
	}
	return c, true
}

// revision counts one run's passed and scored rounds of one kind, after one update and after the
// other updates.
type revision struct {
	kind    string
	in, out [2]int
	failed  []*outcome // failed rounds after the one update
}

func (g revision) gap() float64 { return rate(g.out) - rate(g.in) }

func (g revision) counts(task string) string {
	return fmt.Sprintf("%d of %d %s %ss after this update and %d of %d after the others", g.in[0], g.in[1],
		words.KindWord(g.kind), task, g.out[0], g.out[1])
}

// kindsAfterUpdates returns the kinds of rounds after updates, in order of occurrence.
func (v *oneScenario) kindsAfterUpdates() []string {
	var list []string
	for _, t := range v.Tasks {
		if t.Day != 0 && !slices.Contains(list, t.Kind) {
			list = append(list, t.Kind)
		}
	}
	return list
}

// revisions counts the rounds of each kind; it reuses the memory of list.
func (v *oneScenario) revisions(list []revision, r *contender, kinds []string, day int) []revision {
	for i, kind := range kinds {
		list[i] = revision{kind: kind, failed: list[i].failed[:0]}
	}
	for _, o := range v.byRun[r.at] {
		if o.task.Day != 0 && o.scored {
			list[slices.Index(kinds, o.task.Kind)].add(o, o.task.Day == day)
		}
	}
	return list
}

func (g *revision) add(o *outcome, after bool) {
	side := &g.out
	if after {
		side = &g.in
		if !o.passed() {
			g.failed = append(g.failed, o)
		}
	}
	side[1]++
	if o.passed() {
		side[0]++
	}
}

func rate(n [2]int) float64 { return float64(n[0]) / float64(n[1]) }

func lastDay(tasks []*results.Task) int {
	last := 0
	for _, t := range tasks {
		last = max(last, t.Day)
	}
	return last
}

func updateRound(tasks []*results.Task, day int) string {
	for _, t := range tasks {
		if t.Day == day {
			return t.Slug
		}
	}
	return ""
}

func infrastructureZero(v *oneScenario) []results.MinedCase {
	return perTask(v, func(o *outcome) bool {
		return o.scored && o.score == 0 && (o.status == results.InfraError || o.status == results.JudgeError || o.status == results.AgentError)
	}, func(t *results.Task, n, of int) (string, string) {
		return v.title(t, "a zero that came with an exception"),
			fmt.Sprintf("%s scored zero together with an exception of the agent's process, the environment or the checker.", ofSystems(n, of))
	}, func(o *outcome) string { return words.StatusWord(o.status) })
}

func loop(v *oneScenario) []results.MinedCase {
	list := perTask(v, func(o *outcome) bool { return o.loops >= loopCalls }, func(t *results.Task, n, of int) (string, string) {
		return v.title(t, "the same failing call again and again"),
			fmt.Sprintf("%s made one failing call %d times or more with the same arguments.", ofSystems(n, of), loopCalls)
	}, func(o *outcome) string { return fmt.Sprintf("%d identical failing calls", o.loops) })
	most := map[string]int{} // number of the task's most repeated failing call
	for i, t := range v.Tasks {
		for _, o := range v.byTask[i] {
			most[t.Slug] = max(most[t.Slug], o.loops)
		}
	}
	for i := range list {
		list[i].Weight = float64(most[list[i].Task])
	}
	return list
}

// perTask returns a case for every task that has an outcome for which has returns true.
func perTask(v *oneScenario, has func(*outcome) bool, describe func(t *results.Task, n, of int) (title, finding string),
	what func(*outcome) string) []results.MinedCase {
	var list []results.MinedCase
	for i, t := range v.Tasks {
		all := v.byTask[i]
		var hit []*outcome
		for _, o := range all {
			if has(o) {
				hit = append(hit, o)
			}
		}
		if len(hit) == 0 {
			continue
		}
		n, of := systems(hit), systems(all)
		title, finding := describe(t, n, of)
		list = append(list, results.MinedCase{Scenario: t.Scenario, Task: t.Slug, Systems: n, Of: of,
			Weight: share(n, of), Title: title, Finding: finding, Trials: refs(hit, what)})
	}
	return list
}
