package cases

import (
	"fmt"
	"slices"

	"github.com/clawatlas/clawatlas/results"
)

// The thresholds of asymmetric revision and of loops.
const (
	revisionGap    = 1.0 / 3 // difference of two pass rates
	revisionRounds = 3       // least rounds on each side
	loopCalls      = 5       // identical failing calls
)

// asymmetricRevision finds systems that fail after one update of a scenario
// and not after the others.
func asymmetricRevision(v *view) []results.MinedCase {
	var list []results.MinedCase
	for _, s := range scenarios(v.Tasks) {
		days := lastDay(v.Tasks, s)
		for day := 1; day <= days && days > 1; day++ {
			var hit []results.CaseRef
			n, of, worst := 0, 0, 0.0
			for _, r := range v.runs {
				in, out, failed := v.phases(r, s, day)
				if in[1] < revisionRounds || out[1] < revisionRounds {
					continue
				}
				of++
				gap := rate(out) - rate(in)
				if gap < revisionGap {
					continue
				}
				n++
				worst = max(worst, gap)
				for _, f := range failed {
					hit = append(hit, f.ref(fmt.Sprintf("%d of %d passed after this update, %d of %d after the others", in[0], in[1], out[0], out[1])))
				}
			}
			if n == 0 {
				continue
			}
			first := updateRound(v.Tasks, s, day)
			list = append(list, results.MinedCase{
				Scenario: s, Option: fmt.Sprintf("update-%d", day), Systems: n, Of: of, Weight: float64(n) + worst,
				Title:   fmt.Sprintf("After update %d of %s (before %s) and not after the others", day, s, first),
				Finding: fmt.Sprintf("%s passed at least a third less of the rounds after this update than after the other updates; the largest gap is %.0f points.", ofSystems(n, of), worst*100),
				Trials:  hit,
			})
		}
	}
	return list
}

// phases counts passes and rounds after the update of the day and after the
// other updates, and lists the rounds that were failed after it.
func (v *view) phases(r *results.ScoredRun, scenario string, day int) (in, out [2]int, failed []outcome) {
	for i := range v.Tasks {
		t := &v.Tasks[i]
		if t.Scenario != scenario || t.Day == 0 {
			continue
		}
		for _, o := range v.outcomes(t) {
			if o.run != r || !o.scored() {
				continue
			}
			side := &out
			if t.Day == day {
				side = &in
				if !o.passed() {
					failed = append(failed, o)
				}
			}
			side[1]++
			if o.passed() {
				side[0]++
			}
		}
	}
	return in, out, failed
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
