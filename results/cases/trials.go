package cases

import (
	"fmt"
	"slices"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/why"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/results/world"
)

// perTask returns a case for every task that has an outcome for which has returns true, out of the
// outcomes for which in returns true. describe returns what happened and the case in a sentence,
// from the hits and the beginning of a sentence such as "3 of 5 systems".
func perTask(v *oneScenario, in, has func(*outcome) bool, describe func(hit []*outcome, systems string) (title, finding string),
	ref func(*outcome) results.CaseRef) []results.MinedCase {
	var list []results.MinedCase
	for i, t := range v.Tasks {
		var all, hit []*outcome
		for _, o := range v.byTask[i] {
			if !in(o) {
				continue
			}
			if all = append(all, o); has(o) {
				hit = append(hit, o)
			}
		}
		if len(hit) == 0 {
			continue
		}
		c := results.MinedCase{Scenario: t.Scenario, Task: t.Slug, Systems: systems(hit), Of: systems(all)}
		c.Weight = share(c.Systems, c.Of)
		c.Title, c.Finding = describe(hit, ofSystems(c.Systems, c.Of))
		c.Title = words.Task(v.benchmark, t.Scenario, t.Slug) + ": " + c.Title
		for _, o := range hit {
			c.Trials = append(c.Trials, ref(o))
		}
		list = append(list, c)
	}
	return list
}

func everyOutcome(*outcome) bool { return true }

// toldOtherwise finds tasks whose prompt begins with feedback that contradicts the verdict on the
// previous task.
func toldOtherwise(v *oneScenario) []results.MinedCase {
	task := v.benchmark.Words.Task
	return perTask(v, everyOutcome, func(o *outcome) bool { return o.opposite }, func(_ []*outcome, systems string) (string, string) {
		return "the prompt contradicts the verdict on the " + task + " before",
			systems + " read in the prompt the opposite of the verdict on the " + task + " before."
	}, func(o *outcome) results.CaseRef { return o.ref("this " + task + ": " + words.StatusWord(o.status)) })
}

// latePoints finds multi-day tasks in which systems passed checks of later days but no check of the
// first day.
func latePoints(v *oneScenario) []results.MinedCase {
	return perTask(v, func(o *outcome) bool { return o.days[0].of > 0 && o.days[1].of > 0 }, func(o *outcome) bool { return len(o.late) > 0 },
		func(hit []*outcome, systems string) (string, string) {
			return "no check passed on the first day, some later",
				systems + " passed no check of the first day and these of later days: " + namedChecks(hit) + "."
		}, func(o *outcome) results.CaseRef {
			return o.ref(fmt.Sprintf("first day %d of %d checks, later days %d of %d", o.days[0].passed, o.days[0].of, o.days[1].passed, o.days[1].of))
		})
}

// lateNamed is the maximum number of checks named in a finding.
const lateNamed = 4

// namedChecks lists the distinct late checks by name, up to lateNamed of them.
func namedChecks(hit []*outcome) string {
	var names []string
	for _, o := range hit {
		for _, id := range o.late {
			names = append(names, why.CheckName(id))
		}
	}
	slices.Sort(names)
	names = slices.Compact(names)
	if more := len(names) - lateNamed; more > 0 {
		names = append(names[:lateNamed], fmt.Sprintf("%d more", more))
	}
	return words.List(names)
}

// errorWords describes the errors of infrastructureZero as the page of a trial does.
var errorWords = map[results.Status]string{
	results.AgentError: "the agent’s program broke off",
	results.InfraError: "the environment or the harness failed",
	results.JudgeError: "there is no readable verdict",
}

func infrastructureZero(v *oneScenario) []results.MinedCase {
	return perTask(v, everyOutcome, func(o *outcome) bool { return o.zero && errorWords[o.status] != "" },
		func(_ []*outcome, systems string) (string, string) {
			return "a zero that came with an error", systems + " scored zero on an attempt that ended with an error."
		}, func(o *outcome) results.CaseRef { return o.ref(errorWords[o.status]) })
}

// loopCalls is the minimum number of identical failing calls.
const loopCalls = 5

func loop(v *oneScenario) []results.MinedCase {
	return perTask(v, everyOutcome, func(o *outcome) bool { return o.loops >= loopCalls }, func(hit []*outcome, systems string) (string, string) {
		most := slices.MaxFunc(hit, func(a, b *outcome) int { return a.loops - b.loops }).loops
		return fmt.Sprintf("one call failed %d times", most),
			fmt.Sprintf("%s made a call that failed up to %d times with the same arguments.", systems, most)
	}, func(o *outcome) results.CaseRef { return o.ref(fmt.Sprintf("one call failed %d times", o.loops)) })
}

// noLook finds tasks that a system answered without reading what had changed. It counts only
// systems whose traces are conclusive.
func noLook(v *oneScenario) []results.MinedCase {
	return perTask(v, func(o *outcome) bool { return o.watched }, func(o *outcome) bool { return o.noLook != nil },
		func(_ []*outcome, systems string) (string, string) {
			return "answered without opening what had changed",
				systems + " answered without opening any file or chat that had changed before the " + v.benchmark.Words.Task + "."
		}, func(o *outcome) results.CaseRef {
			changed := 0
			for _, p := range o.noLook {
				if p.What == world.ProofChanged {
					changed++
				}
			}
			ref := o.ref(fmt.Sprintf("opened 0 of %d changed files and chats, %s", changed, words.StatusWord(o.status)))
			ref.Proof = o.noLook
			return ref
		})
}
