package days

import (
	"slices"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/days"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/world"
	"github.com/clawatlas/clawatlas/views"
)

// WorldRun is the activity of one run in each period between updates of a scenario.
type WorldRun struct {
	Run     string          `json:"run"`               // slug of the run
	System  results.System  `json:"system"`            // model, framework, variant and provider
	Name    string          `json:"name"`              // name of the system
	Noticed *world.Noticed  `json:"noticed,omitempty"` // changed files and chats read by the agent; absent without traces or the texts of the changes
	Revised *world.Revised  `json:"revised,omitempty"` // answers about facts that an update reverses; absent if no question asked about such a fact
	Epochs  []WorldRunEpoch `json:"epochs"`            // periods between updates, as in the scenario
	URL     string          `json:"url"`               // URL of the run's page
}

// WorldRunEpoch is a run's activity between two updates.
type WorldRunEpoch struct {
	Update  int           `json:"update"`            // update number, from 1; 0 for the time before the first update
	Looked  []WorldLook   `json:"looked"`            // read accesses to the changes before its first round; empty if unknown
	Beliefs []WorldBelief `json:"beliefs,omitempty"` // questions in its rounds about facts that an update reverses
	Checks  []WorldCheck  `json:"checks"`            // verdicts on its rounds, in order
}

// WorldLook describes the most direct read access of the agent to a changed file or chat, before
// its next change.
type WorldLook struct {
	Change int    `json:"change"`          // number of the environment change
	Level  string `json:"level"`           // level of access: content, opened, script, refused, listed, never, or untraced if no round has a trace
	Round  string `json:"round,omitempty"` // slug of the round with the first call at this level; absent for never and untraced
	Step   int    `json:"step,omitempty"`  // step number in the trace of that round, from 1
	Rounds *int   `json:"delay_rounds"`    // number of rounds between the update and that round; null for never and untraced
	URL    string `json:"url,omitempty"`   // URL of the step
}

// WorldBelief is a question about a fact that an update reverses.
type WorldBelief struct {
	Before   string     `json:"before"`   // correct statement before the update
	After    string     `json:"after"`    // correct statement after the update
	Task     string     `json:"task"`     // slug of the round with the question
	First    bool       `json:"first"`    // true if the round is the first with a question about the fact
	Judged   bool       `json:"judged"`   // true if the answer has a verdict
	Answered bool       `json:"answered"` // true if there is an answer
	Right    bool       `json:"right"`    // true if the answer is correct for all options about the fact
	Stale    days.Count `json:"stale"`    // number of options that restate the old fact, and how many of them the agent rejected
	URL      string     `json:"url"`      // URL of the trial
}

// WorldCheck holds the status and score of a round.
type WorldCheck struct {
	Task   string         `json:"task"`          // slug of the round
	Status results.Status `json:"status"`        // status of the trial
	Score  *float64       `json:"score"`         // score from 0 to 1; null without a verdict
	URL    string         `json:"url,omitempty"` // URL of the trial; absent if there is no trial

	Pref bool `json:"-"` // true if the round checks a preference
}

// AddRun adds a run with its activity per update. q holds the dataset's questions. names maps model
// ids to names. If static is true, URLs have no query.
func (x *WorldScenario) AddRun(q *WorldQuestions, names map[string]string, run results.Run, r WorldRecords, static bool) {
	y := WorldRun{Run: run.Slug, System: run.System, Name: views.RunLabel(names, run), URL: link.Run(run.Slug)}
	epochOf := map[string]*WorldRunEpoch{}
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

// number returns the number of the change that was read, or 0 if the scenario has no such change.
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
