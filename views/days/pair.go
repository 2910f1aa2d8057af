package days

import (
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/compare"
	"github.com/clawatlas/clawatlas/results/world"
)

// What two runs are compared in. Files and chats are never added up.
const (
	testFiles = "files" // changed files read
	testChats = "chats" // changed chats read
	testFirst = "first" // answers updated when first asked
	testHeld  = "held"  // and in all later questions
)

// pairKey names a case: an object of an update, or a reversal.
type pairKey struct {
	test string
	results.TaskName
	what string
}

// Pair compares two runs in what both were asked: the exact McNemar test of each kind
// of case, adjusted by Holm for all of them.
func (q *WorldQuestions) Pair(a, b WorldRecords) []compare.Group {
	order, first := q.cases(a)
	_, second := q.cases(b)
	answers := map[string][]compare.Answer{}
	for _, k := range order {
		if right, both := second[k]; both {
			answers[k.test] = append(answers[k.test], compare.Answer{A: first[k], B: right})
		}
	}
	var groups []compare.Group
	for _, id := range []string{testFiles, testChats, testFirst, testHeld} {
		if len(answers[id]) > 0 {
			groups = append(groups, compare.Answers(id, answers[id]))
		}
	}
	compare.Adjust(groups)
	return groups
}

// cases are what a run got right, as far as that is known, in the order of the records.
func (q *WorldQuestions) cases(r WorldRecords) (keys []pairKey, right map[pairKey]bool) {
	right = map[pairKey]bool{}
	add := func(k pairKey, yes bool) {
		keys = append(keys, k)
		right[k] = yes
	}
	for _, l := range r.Looked.Looks {
		test := testFiles
		if l.Kind == string(world.Chat) {
			test = testChats
		}
		if level := world.Level(l.Level); level != world.Untraced {
			add(pairKey{test, results.TaskName{Scenario: l.Scenario, Task: l.Round}, l.Path}, level.Noticed())
		}
	}
	order, answers := q.order(), world.AnswersOf(r.Trials)
	for i := range q.reversals {
		x := &q.reversals[i]
		k := pairKey{testFirst, results.TaskName{Scenario: x.Scenario, Task: x.Update}, x.ID}
		judged, held := true, true
		asked := x.Asked(order, answers)
		for n := range asked {
			switch {
			case n > 0:
				judged, held = judged && asked[n].Judged, held && asked[n].Right()
			case asked[n].Judged:
				add(k, asked[n].Right())
			}
		}
		if k.test = testHeld; len(asked) > 1 && judged {
			add(k, held)
		}
	}
	return keys, right
}
