package days

import (
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/compare"
	"github.com/clawatlas/clawatlas/results/world"
)

// Ids of the paired tests. Files and chats are tested separately.
const (
	testFiles = "files"
	testChats = "chats"
	testFirst = "first" // test of whether the first answer about a reversed fact was updated
	testHeld  = "held"  // test of whether all later answers about a reversed fact were updated
)

// pairKey identifies one case of a paired test: a changed file or chat, or a reversed fact.
type pairKey struct {
	test string
	results.TaskName
	what string
}

// Pair compares two runs on the cases for which both have an outcome. It returns an exact McNemar
// test for each kind of case, with Holm correction over all tests.
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

// cases returns the cases of a run for which the outcome is known, in record order, and the
// outcomes.
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
