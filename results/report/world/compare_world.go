package world

import (
	"slices"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/compare"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/results/world"
)

// What two runs are compared in where the world changes. Files and chats are never
// added up.
const (
	WorldFiles    = "files"    // changed files: noticed
	WorldChats    = "chats"    // changed chats: noticed
	WorldUsed     = "used"     // checks that name a changed object: passed
	WorldFirst    = "first"    // reversed beliefs: right when first asked
	WorldHeld     = "held"     // reversed beliefs: right in all later questions
	WorldRules    = "rules"    // rules of the user that the exams of both runs looked at: kept
	WorldReminded = "reminded" // checks of rules beside a round: passed
)

// CompareWorld is how two runs fare where the world changes, on what both were
// asked: the same changed objects, checks, beliefs and rules.
type CompareWorld struct {
	Tests  []CompareWorldTest `json:"tests"`  // those of which both runs have a case, a family of its own
	Differ []CompareWorldCase `json:"differ"` // cases on which the runs disagree, by test, in the dataset's order

	Cases   []CompareWorldCase    `json:"-"` // all
	Layouts []results.WorldLayout `json:"-"` // what updates do in each layout of the dataset, that in which the world is kept first
}

// CompareWorldTest is the comparison in one respect.
type CompareWorldTest struct {
	ID      string   `json:"id"`      // files, chats: noticed; used: checks that name a changed object; first, held: reversed beliefs right when first asked and later; rules: kept in exams; reminded: checks beside a round
	N       int      `json:"n"`       // cases of which both runs have an outcome
	Both    int      `json:"both"`    // of them, those that went right in both
	OnlyA   int      `json:"only_a"`  // in A alone
	OnlyB   int      `json:"only_b"`  // in B alone
	Neither int      `json:"neither"` // in neither
	A       *float64 `json:"a"`       // share of A, 0 to 1
	B       *float64 `json:"b"`       // share of B
	Diff    *float64 `json:"diff"`    // A minus B
	report.AdjustedTest
}

// Separable reports whether the test tells the runs apart, after Holm.
func (t *CompareWorldTest) Separable() bool { return t.PHolm != nil && *t.PHolm < compare.Alpha }

// CompareWorldCase is one case in both runs.
type CompareWorldCase struct {
	Test     string           `json:"test"`     // id
	Scenario string           `json:"scenario"` // slug
	Round    string           `json:"round"`    // slug of the update's round, of the check, of the question or of the exam
	What     string           `json:"what"`     // name of the object, new belief in our words, or rule; empty where the round says it all
	Change   int              `json:"change"`   // number of the change within the scenario, from 1; 0 if it is about none
	A        CompareWorldSide `json:"a"`        // what A made of it
	B        CompareWorldSide `json:"b"`        // what B made of it
	URL      string           `json:"url"`      // of the two trials of the round side by side
}

// CompareWorldSide is what one run made of a case.
type CompareWorldSide struct {
	Right bool   `json:"right"` // noticed, passed, right or kept
	Word  string `json:"word"`  // how far it looked, passed or failed, right or wrong, kept or lost
	URL   string `json:"url"`   // of the place in its trace

	Hidden *results.LookListing `json:"hidden,omitempty"` // a listing of chats that left the object out
}

// worldKey names a case. The round is that of the update for objects and reversals.
type worldKey struct {
	Test string `json:"-"`
	results.TaskName
	What string `json:"-"` // path of an object, id of a reversal, or a rule
}

// worldCase is what a run made of a case.
type worldCase struct {
	CompareWorldSide
	Round  string `json:"-"` // where it shows
	What   string `json:"-"`
	Change int    `json:"-"`
}

// WorldCases are those of one run, test by test in the dataset's order.
type WorldCases struct {
	Order []worldKey              `json:"-"`
	By    map[worldKey]*worldCase `json:"-"`
	Run   string                  `json:"-"`
}

func (l *WorldCases) add(k worldKey, x worldCase) {
	if x.URL == "" {
		x.URL = link.Trial(l.Run, k.Scenario, x.Round)
	}
	if l.By[k] == nil {
		l.Order = append(l.Order, k)
	}
	l.By[k] = &x
}

// Cases are what a run made of the questions.
func (q *WorldQuestions) Cases(run string, r WorldRecords, passed map[results.TaskName]bool) WorldCases {
	l := WorldCases{By: map[worldKey]*worldCase{}, Run: run}
	q.looked(&l, WorldFiles, world.File, &r.Looked)
	q.looked(&l, WorldChats, world.Chat, &r.Looked)
	for i := range q.tasks {
		name := q.tasks[i].Name()
		if yes, judged := passed[name]; judged && len(q.naming[name]) > 0 && q.tasks[i].Day > 0 {
			l.add(worldKey{Test: WorldUsed, TaskName: name}, worldCase{Round: name.Task, CompareWorldSide: side(yes, "passed", "failed")})
		}
	}
	q.revised(&l, world.AnswersOf(r.Trials))
	q.kept(&l, world.OutcomesOf(q.preferences, r.Trials, r.Details))
	return l
}

// side is an outcome in one of two words.
func side(right bool, yes, no string) CompareWorldSide {
	if right {
		return CompareWorldSide{Right: true, Word: yes}
	}
	return CompareWorldSide{Word: no}
}

// looked adds the changed objects of a kind as far as they can be told.
func (q *WorldQuestions) looked(l *WorldCases, test string, kind world.Kind, looked *results.Looked) {
	for i := range looked.Looks {
		x := &looked.Looks[i]
		level := world.Level(x.Level)
		if x.Kind != string(kind) || level == world.Untraced {
			continue
		}
		c := worldCase{Round: x.Round, What: x.Path, CompareWorldSide: CompareWorldSide{Right: level.Noticed(), Word: x.Level}}
		c.What, c.Change = q.object(x)
		switch h := x.Hidden; {
		case x.At != "":
			c.URL = link.AttemptStep(l.Run, x.Scenario, x.At, 1, x.Step)
		case h != nil:
			c.Hidden, c.URL = h, link.AttemptStep(l.Run, x.Scenario, h.At, 1, h.Step)
		}
		l.add(worldKey{test, results.TaskName{Scenario: x.Scenario, Task: x.Round}, x.Path}, c)
	}
}

// object is what people call the object of a look, and the number of the change.
func (q *WorldQuestions) object(l *results.Look) (name string, change int) {
	for i := range q.worlds {
		if q.worlds[i].Scenario != l.Scenario {
			continue
		}
		k := slices.IndexFunc(q.worlds[i].Changes, func(c results.WorldChange) bool {
			return c.Round == l.Round &&
				c.Kind == l.Kind && c.Path == l.Path
		})
		if k >= 0 {
			return q.worlds[i].Changes[k].Name, k + 1
		}
	}
	return l.Path, 0
}

// revised adds the reversed beliefs, those first asked before those held.
func (q *WorldQuestions) revised(l *WorldCases, answers world.Answers) {
	order := map[results.TaskName]int{}
	for i := range q.tasks {
		order[q.tasks[i].Name()] = i
	}
	for _, test := range []string{WorldFirst, WorldHeld} {
		for i := range q.reversals {
			r := &q.reversals[i]
			asked := r.Asked(order, answers)
			if test == WorldFirst {
				asked = asked[:min(1, len(asked))]
			} else {
				asked = asked[min(1, len(asked)):]
			}
			if len(asked) == 0 || slices.ContainsFunc(asked, func(a world.Asked) bool { return !a.Judged }) {
				continue
			}
			at, wrong := asked[0].Task, slices.IndexFunc(asked, func(a world.Asked) bool { return !a.Right() })
			if wrong >= 0 {
				at = asked[wrong].Task
			}
			k := worldKey{test, results.TaskName{Scenario: r.Scenario, Task: r.Update}, r.ID}
			l.add(k, worldCase{Round: at, What: r.Before + " → " + r.After, CompareWorldSide: side(wrong < 0, "right", "wrong")})
		}
	}
}

// kept adds the rules that exams looked at, and the checks beside rounds.
func (q *WorldQuestions) kept(l *WorldCases, o world.PreferenceOutcomes) {
	for i := range q.preferences {
		p := &q.preferences[i]
		exam, ok := o.Exams[p.TaskName]
		if !p.Exam || !ok {
			continue
		}
		for k, v := range world.Verdicts(p.Rules, exam.Passed, exam.Stdout) {
			if v != world.NotReached {
				l.add(worldKey{WorldRules, p.TaskName, p.Rules[k]}, worldCase{Round: p.Task, What: p.Rules[k],
					CompareWorldSide: side(v == world.Kept, "kept", "lost")})
			}
		}
	}
	for i := range q.preferences {
		p := &q.preferences[i]
		if yes, ok := o.Reminded[p.TaskName]; ok && !p.Exam {
			l.add(worldKey{Test: WorldReminded, TaskName: p.TaskName}, worldCase{Round: p.Task, CompareWorldSide: side(yes, "passed", "failed")})
		}
	}
}
