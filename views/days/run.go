package days

import (
	"slices"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/days"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/world"
	"github.com/clawatlas/clawatlas/views"
)

// WorldRun is how one run went through the updates of a scenario.
type WorldRun struct {
	Run     string          `json:"run"`               // slug
	System  results.System  `json:"system"`            // what was run
	Name    string          `json:"name"`              // of the system
	Noticed *world.Noticed  `json:"noticed,omitempty"` // changed objects that the agent read; absent where its traces or the texts of the changes are not known
	Revised *world.Revised  `json:"revised,omitempty"` // answers about facts that an update reverses; absent if none was asked about
	Epochs  []WorldRunEpoch `json:"epochs"`            // as those of the scenario
	URL     string          `json:"url"`               // of the run's page
}

// WorldRunEpoch is what a run did between two updates.
type WorldRunEpoch struct {
	Update  int           `json:"update"`            // from 1; 0 is the time before the first
	Looked  []WorldLook   `json:"looked"`            // at what changes before its first round; empty where that is not known
	Beliefs []WorldBelief `json:"beliefs,omitempty"` // questions of its rounds about facts that an update reverses
	Checks  []WorldCheck  `json:"checks"`            // verdicts on its rounds, in their order
}

// WorldLook is how far the agent got with a changed object before it changed again.
type WorldLook struct {
	Change int    `json:"change"`          // number of the change
	Level  string `json:"level"`           // content, opened, script, refused, listed, never, or untraced where no round has a trace
	Round  string `json:"round,omitempty"` // slug of the round of the first call that reached the level; absent for never and untraced
	Step   int    `json:"step,omitempty"`  // of its trace, from 1
	Rounds *int   `json:"delay_rounds"`    // rounds after the update's; null for never and untraced
	URL    string `json:"url,omitempty"`   // of the step
}

// WorldBelief is a question about a fact that an update reverses.
type WorldBelief struct {
	Before   string     `json:"before"`   // what was true before the update
	After    string     `json:"after"`    // what is true after it
	Task     string     `json:"task"`     // slug of the round that asks
	First    bool       `json:"first"`    // it is the first that asks
	Judged   bool       `json:"judged"`   // there is a verdict on the answer
	Answered bool       `json:"answered"` // there is an answer
	Right    bool       `json:"right"`    // all options about the fact are answered right
	Stale    days.Count `json:"stale"`    // options that restate the old fact and are rejected
	URL      string     `json:"url"`      // of the trial
}

// WorldCheck is the verdict on a round.
type WorldCheck struct {
	Task   string         `json:"task"`          // slug
	Status results.Status `json:"status"`        // how it ended
	Score  *float64       `json:"score"`         // 0 to 1; null without a verdict
	URL    string         `json:"url,omitempty"` // of the trial; absent without one

	Pref bool `json:"-"` // a preference is checked at the round
}

// AddRun lays a run out over the updates. q are the questions of the dataset, names those
// of models; static addresses hold no query.
func (x *WorldScenario) AddRun(q *WorldQuestions, names map[string]string, run results.Run, r WorldRecords, static bool) {
	y := WorldRun{Run: run.Slug, System: run.System, Name: views.RunLabel(names, run), URL: link.Run(run.Slug)}
	epochOf := map[string]*WorldRunEpoch{} // by round
	y.Epochs = make([]WorldRunEpoch, len(x.Epochs))
	for i := range x.Epochs {
		e := &y.Epochs[i]
		*e = WorldRunEpoch{Update: i, Looked: []WorldLook{}, Checks: []WorldCheck{}}
		for _, task := range x.Epochs[i].Rounds {
			epochOf[task] = e
		}
	}
	here := slices.DeleteFunc(slices.Clone(r.Looked.Looks), func(l results.Look) bool { return l.Scenario != x.Scenario })
	y.Noticed = world.NoticedBy(here, q.worlds)
	for i := range here {
		if n := x.number(&here[i]); n > 0 {
			e := epochOf[here[i].Round]
			e.Looked = append(e.Looked, look(run.Slug, &here[i], n, static))
		}
	}
	x.addBeliefs(q, &y, epochOf, r.Trials)
	x.addChecks(q, run.Slug, epochOf, r.Trials)
	x.Runs = append(x.Runs, y)
}

// number is that of the change that a look is at; 0 if the scenario has no such change.
func (x *WorldScenario) number(l *results.Look) int {
	for i := range x.Epochs {
		for _, c := range x.Epochs[i].Changes {
			if x.Epochs[i].Round == l.Round && c.Kind == l.Kind && c.Path == l.Path {
				return c.Number
			}
		}
	}
	return 0
}

func look(run string, l *results.Look, change int, static bool) WorldLook {
	y := WorldLook{Change: change, Level: l.Level, Round: l.At, Step: l.Step}
	if l.At != "" {
		y.Rounds = &l.Rounds
		y.URL = link.TrialQuery{Run: run, Scenario: l.Scenario, Task: l.At, Static: static}.Window(l.Step)
	}
	return y
}

// addBeliefs adds the questions about facts that updates of the scenario reverse.
func (x *WorldScenario) addBeliefs(q *WorldQuestions, y *WorldRun, epochOf map[string]*WorldRunEpoch, trials []results.StoredTrial) {
	answers, order := world.AnswersOf(trials), q.order()
	var here []world.Reversal
	for i := range q.reversals {
		r := &q.reversals[i]
		if r.Scenario != x.Scenario {
			continue
		}
		here = append(here, *r)
		for k, a := range r.Asked(order, answers) {
			e := epochOf[a.Task]
			if e == nil {
				continue
			}
			b := WorldBelief{Before: r.Before, After: r.After, Task: a.Task, First: k == 0, Judged: a.Judged, Answered: a.Answered,
				Right: a.Right(), URL: link.Trial(y.Run, x.Scenario, a.Task)}
			for _, o := range a.Options {
				if o.Stale {
					b.Stale.Add(o.Right)
				}
			}
			e.Beliefs = append(e.Beliefs, b)
		}
	}
	if v := world.Revise(here, q.tasks, answers); v.Options.N > 0 {
		y.Revised = &v
	}
}

// addChecks adds the verdicts on all rounds.
func (x *WorldScenario) addChecks(q *WorldQuestions, run string, epochOf map[string]*WorldRunEpoch, all []results.StoredTrial) {
	by := map[results.TaskName][]*results.StoredTrial{}
	for i := range all {
		by[all[i].TaskName()] = append(by[all[i].TaskName()], &all[i])
	}
	for i := range q.tasks {
		t := &q.tasks[i]
		e := epochOf[t.Slug]
		if t.Scenario != x.Scenario || e == nil {
			continue
		}
		trials := by[t.Name()]
		v := views.VerdictOf(trials)
		c := WorldCheck{Task: t.Slug, Status: v.Status, Score: v.Score, Pref: t.Facts.ChecksPreference()}
		if len(trials) > 0 {
			c.URL = link.Trial(run, x.Scenario, t.Slug)
		}
		e.Checks = append(e.Checks, c)
	}
}
