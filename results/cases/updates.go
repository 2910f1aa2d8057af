package cases

import (
	"fmt"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results"
)

// The thresholds of asymmetric revision and of loops.
const (
	revisionGap    = 1.0 / 3 // difference of two pass rates
	revisionRounds = 3       // least rounds of one kind on each side
	loopCalls      = 5       // identical failing calls
)

// asymmetricRevision finds systems that fail after one update of a scenario
// and not after the others. Rounds are held against rounds of their own kind:
// the updates of a scenario are followed by different mixes of multiple choice
// and scripts, and a gap between those says nothing of revision.
func asymmetricRevision(v *view) []results.MinedCase {
	var list []results.MinedCase
	for _, s := range scenarios(v.Tasks) {
		days := lastDay(v.Tasks, s)
		for day := 1; day <= days && days > 1; day++ {
			if c, ok := v.afterUpdate(s, day); ok {
				list = append(list, c)
			}
		}
	}
	return list
}

// afterUpdate is the case of one update; ok is false if no system has the gap.
func (v *view) afterUpdate(scenario string, day int) (c results.MinedCase, ok bool) {
	var worst revision
	var compared, found []outcome // one of each run
	for _, r := range v.runs {
		in, hit := false, false
		for _, g := range v.revisions(r, scenario, day) {
			if g.in[1] < revisionRounds || g.out[1] < revisionRounds {
				continue
			}
			in = true
			if g.gap() < revisionGap {
				continue
			}
			hit = true
			if worst.in[1] == 0 || g.gap() > worst.gap() {
				worst = g
			}
			for _, f := range g.failed {
				c.Trials = append(c.Trials, f.ref(g.counts()))
			}
		}
		if in {
			compared = append(compared, outcome{run: r})
		}
		if hit {
			found = append(found, outcome{run: r})
		}
	}
	n, of := systems(found), systems(compared)
	if n == 0 {
		return c, false
	}
	c.Scenario, c.Option, c.Systems, c.Of, c.Weight = scenario, fmt.Sprintf("update-%d", day), n, of, float64(n)+worst.gap()
	c.Title = fmt.Sprintf("After update %d of %s (before %s) and not after the others", day, scenario, updateRound(v.Tasks, scenario, day))
	c.Finding = fmt.Sprintf("%s passed at least a third less of the rounds of one kind after this update than of that kind after the other updates; the largest gap is %.0f points: %s.", ofSystems(n, of), worst.gap()*100, worst.counts())
	return c, true
}

// revision is how one run fared at the rounds of one kind after one update and
// after the other updates: passed and scored.
type revision struct {
	kind    string
	in, out [2]int
	failed  []outcome // after the update
}

func (g revision) gap() float64 { return rate(g.out) - rate(g.in) }

func (g revision) counts() string {
	return fmt.Sprintf("%d of %d %s rounds passed after this update, %d of %d after the others", g.in[0], g.in[1], strings.ReplaceAll(g.kind, "_", "-"), g.out[0], g.out[1])
}

// revisions counts for each kind of round, in the order in which the kinds
// occur after updates of the scenario.
func (v *view) revisions(r *results.ScoredRun, scenario string, day int) []revision {
	var list []revision
	for i := range v.Tasks {
		t := &v.Tasks[i]
		if t.Scenario != scenario || t.Day == 0 {
			continue
		}
		at := slices.IndexFunc(list, func(g revision) bool { return g.kind == t.Kind })
		if at < 0 {
			at = len(list)
			list = append(list, revision{kind: t.Kind})
		}
		for _, o := range v.outcomes(t) {
			if o.run == r && o.scored() {
				list[at].add(o, t.Day == day)
			}
		}
	}
	return list
}

func (g *revision) add(o outcome, after bool) {
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

func scenarios(tasks []results.Task) []string {
	var list []string
	for i := range tasks {
		if !slices.Contains(list, tasks[i].Scenario) {
			list = append(list, tasks[i].Scenario)
		}
	}
	return list
}

func lastDay(tasks []results.Task, scenario string) int {
	last := 0
	for i := range tasks {
		if tasks[i].Scenario == scenario {
			last = max(last, tasks[i].Day)
		}
	}
	return last
}

func updateRound(tasks []results.Task, scenario string, day int) string {
	for i := range tasks {
		if tasks[i].Scenario == scenario && tasks[i].Day == day {
			return tasks[i].Slug
		}
	}
	return ""
}

// silentChange finds rounds with an unannounced update that most systems fail.
func silentChange(v *view) []results.MinedCase {
	var list []results.MinedCase
	for i := range v.Tasks {
		t := &v.Tasks[i]
		silent := slices.ContainsFunc(t.Updates, func(u results.Update) bool { return !u.Announced })
		if !silent {
			continue
		}
		var failed, scored []outcome
		for _, o := range v.outcomes(t) {
			if !o.scored() {
				continue
			}
			scored = append(scored, o)
			if !o.passed() {
				failed = append(failed, o)
			}
		}
		n, of := systems(failed), systems(scored)
		if n == 0 || 2*n <= of {
			continue
		}
		list = append(list, results.MinedCase{
			Scenario: t.Scenario, Task: t.Slug, Systems: n, Of: of, Weight: share(n, of),
			Title:   fmt.Sprintf("The silent update before %s", taskName(t)),
			Finding: fmt.Sprintf("%s failed a round before which the environment changed without a word to the agent.", ofSystems(n, of)),
			Trials:  refs(failed, func(o outcome) string { return detail(o.trial) }),
		})
	}
	return list
}

// infrastructureZero finds zeros that came with an exception.
func infrastructureZero(v *view) []results.MinedCase {
	return perTask(v, func(o outcome) bool {
		return o.scored() && *o.trial.Score == 0 && (o.trial.Status == results.InfraError || o.trial.Status == results.JudgeError || o.trial.Status == results.AgentError)
	}, func(t *results.Task, n, of int) (string, string) {
		return fmt.Sprintf("A zero of %s came with an exception", taskName(t)),
			fmt.Sprintf("%s scored zero together with an exception of the agent's process, the environment or the checker.", ofSystems(n, of))
	}, func(o outcome) string { return string(o.trial.Status) })
}

// loop finds trials that repeat one failing call.
func loop(v *view) []results.MinedCase {
	list := perTask(v, func(o outcome) bool { return o.trial.LoopCalls >= loopCalls }, func(t *results.Task, n, of int) (string, string) {
		return fmt.Sprintf("The same failing call again and again in %s", taskName(t)),
			fmt.Sprintf("%s made one failing call at least %d times with the same arguments.", ofSystems(n, of), loopCalls)
	}, func(o outcome) string { return fmt.Sprintf("%d identical failing calls", o.trial.LoopCalls) })
	for i := range list {
		list[i].Weight = 0
		for _, o := range v.byTask[[2]string{list[i].Scenario, list[i].Task}] {
			list[i].Weight = max(list[i].Weight, float64(o.trial.LoopCalls))
		}
	}
	return list
}

// perTask makes one case of every task at which some outcome has a property.
func perTask(v *view, has func(outcome) bool, say func(t *results.Task, n, of int) (title, finding string), what func(outcome) string) []results.MinedCase {
	var list []results.MinedCase
	for i := range v.Tasks {
		t := &v.Tasks[i]
		all := v.outcomes(t)
		var hit []outcome
		for _, o := range all {
			if has(o) {
				hit = append(hit, o)
			}
		}
		if len(hit) == 0 {
			continue
		}
		n, of := systems(hit), systems(all)
		title, finding := say(t, n, of)
		list = append(list, results.MinedCase{Scenario: t.Scenario, Task: t.Slug, Systems: n, Of: of, Weight: share(n, of), Title: title, Finding: finding, Trials: refs(hit, what)})
	}
	return list
}
