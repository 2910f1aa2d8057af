package days

import (
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/days"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/world"
	"github.com/clawatlas/clawatlas/views"
)

// WorldRun is how one run went through the world of a scenario.
type WorldRun struct {
	Run      string          `json:"run"`               // slug
	System   results.System  `json:"system"`            // what was run
	Name     string          `json:"name"`              // of the system
	Complete bool            `json:"complete"`          // every expected round of the benchmark is scored
	Noticed  *world.Noticed  `json:"noticed,omitempty"` // changed objects that the agent looked at; absent where its traces or the texts of the world are not known
	Revised  *world.Revised  `json:"revised,omitempty"` // answers about beliefs that an update reverses; absent if none was asked about
	Stale    *[]string       `json:"stale,omitempty"`   // rounds in which an old belief was chosen, or a replaced value written and not the new one; absent if none asked for either
	Epochs   []WorldRunEpoch `json:"epochs"`            // as those of the scenario
	URL      string          `json:"url"`               // of the run's page
}

// WorldRunEpoch is what a run did between two updates.
type WorldRunEpoch struct {
	Update  int           `json:"update"`            // from 1; 0 is the time before the first
	Looked  []WorldLook   `json:"looked"`            // at what changes before its first round; empty where that is not known
	Blind   bool          `json:"blind,omitempty"`   // its first round was answered without a look at any changed object
	Beliefs []WorldBelief `json:"beliefs,omitempty"` // questions of its rounds about beliefs that an update reverses
	Values  []WorldValue  `json:"values,omitempty"`  // replaced values that its rounds ask for
	Used    []WorldUse    `json:"used,omitempty"`    // its changes of which a value stands in what the agent wrote: evidence, no rate; that there is none proves nothing
	Checks  []WorldCheck  `json:"checks"`            // verdicts on its rounds, in their order
}

// WorldLook is how far the agent got with a changed object, as long as that state
// of it stood.
type WorldLook struct {
	Change  int                  `json:"change"`             // number of the change
	Level   string               `json:"level"`              // content, opened, script, refused, listed, never, or untraced where no round has a trace
	Noticed bool                 `json:"noticed"`            // content, opened and script are looks at it
	Round   string               `json:"round,omitempty"`    // slug of the round of the first call that reached the level; absent for never and untraced
	Step    int                  `json:"step,omitempty"`     // of its trace, from 1
	Call    int                  `json:"call,omitempty"`     // of the step's calls, from 1
	CallID  string               `json:"call_id,omitempty"`  // as the record has it
	Quote   string               `json:"quote,omitempty"`    // the line that shows it, cut at 200 characters
	Rounds  *int                 `json:"delay_rounds"`       // rounds behind the update's; null for never and untraced
	Calls   *int                 `json:"delay_calls"`        // tool calls from the first one of the update's round, which is 1; null for never and untraced
	Missing int                  `json:"missing,omitempty"`  // rounds without a trace before the object changes again
	Hidden  *results.LookListing `json:"hidden,omitempty"`   // a listing of chats that left this one out
	URL     string               `json:"url,omitempty"`      // of the step
	Listing string               `json:"list_url,omitempty"` // of the step of the listing
}

// WorldUse is the first call that wrote a value which only one changed object brings.
type WorldUse struct {
	Change int      `json:"change"`         // number of the change
	Values []string `json:"values"`         // that no other object has, no earlier text and no question up to then; at most three
	File   string   `json:"file,omitempty"` // base name of what was written; absent where only a command says it
	Round  string   `json:"round"`          // slug of the round
	Step   int      `json:"step"`           // of its trace, from 1
	Call   int      `json:"call"`           // of the step's calls, from 1
	Quote  string   `json:"quote"`          // the line with the first value, cut at 200 characters
	URL    string   `json:"url"`            // of the step
}

// WorldBelief is a question about a belief that an update reverses.
type WorldBelief struct {
	Belief   int        `json:"belief"`   // number within the scenario, from 1
	Update   int        `json:"reversed"` // number of the update that reverses it
	Before   string     `json:"before"`   // the old belief, in our words
	After    string     `json:"after"`    // the new one, in our words
	Task     string     `json:"task"`     // slug of the round that asks
	First    bool       `json:"first"`    // it is the first that does
	Judged   bool       `json:"judged"`   // there is a verdict on the answer
	Answered bool       `json:"answered"` // there is an answer
	Right    bool       `json:"right"`    // all options about the belief are answered right
	Stale    days.Count `json:"stale"`    // options that restate the old belief and are rejected
	New      days.Count `json:"new"`      // options that state the new one and are chosen
	URL      string     `json:"url"`      // of the trial
}

// WorldValue is a value that an update replaces, in what the agent wrote into files
// in a round that asks for the new one.
type WorldValue struct {
	Value   string `json:"value"`    // its name, in our words
	Update  int    `json:"replaced"` // number of the update that replaces it
	Task    string `json:"task"`     // slug of the round
	Written string `json:"written"`  // new, both, stale, or neither, which is not decidable
	URL     string `json:"url"`      // of the trial
}

// WorldCheck is the verdict on a round.
type WorldCheck struct {
	Task     string             `json:"task"`               // slug
	Kind     string             `json:"kind"`               // multi_choice, exec_check, rubric or reward
	Status   results.Status     `json:"status"`             // how it ended
	Score    *float64           `json:"score"`              // 0 to 1; null without a verdict
	Names    []string           `json:"names,omitempty"`    // changed objects that the check names
	Rules    []WorldRuleVerdict `json:"rules,omitempty"`    // of the user, that the check itself tests
	Reminded *bool              `json:"reminded,omitempty"` // whether rules of the user were found followed by a check beside the round; absent if there was none
	URL      string             `json:"url,omitempty"`      // of the trial; absent without one

	Pref bool `json:"-"` // a preference is checked at the round
}

// WorldRuleVerdict is what an exam found of one rule.
type WorldRuleVerdict struct {
	Rule    string        `json:"rule"`    // as the scenario's checker numbers it
	Verdict world.Verdict `json:"verdict"` // kept, lost, or not_reached where the content had failed before
}

// WorldRunRecords are what a store holds of one run.
type WorldRunRecords struct {
	Run    results.Run
	Static bool // addresses are to hold no query
	WorldRecords
}

// passed are the verdicts on the rounds, as far as there are any.
func (r *WorldRunRecords) passed() map[results.TaskName]bool {
	passed := map[results.TaskName]bool{}
	for _, trials := range views.TrialsByTask(r.Trials) {
		if v := views.VerdictOf(trials); v.Score != nil {
			passed[trials[0].TaskName()] = *v.Score >= 1
		}
	}
	return passed
}

// step is the address of a step of a round's first trial.
func (r *WorldRunRecords) step(scenario, round string, step int) string {
	return views.TrialQuery{Run: r.Run.Slug, Scenario: scenario, Task: round, Static: r.Static}.Window(step)
}

// AddRun lays a run out over the epochs. q are the questions of the whole dataset
// with the world of the scenario, and names are those of models.
func (x *WorldScenario) AddRun(q *WorldQuestions, names map[string]string, r *WorldRunRecords) {
	own := *r
	own.WorldRecords = r.in(x.Scenario)
	r = &own
	y := WorldRun{Run: r.Run.Slug, System: r.Run.System, Name: views.RunLabel(names, r.Run), Complete: r.Run.Complete,
		URL: link.Run(r.Run.Slug)}
	b := worldRunBuilder{WorldScenario: x, q: q, records: r, Run: &y, epochOf: map[string]int{}}
	for i := range x.Epochs {
		y.Epochs = append(y.Epochs, WorldRunEpoch{Update: x.Epochs[i].Update, Looked: []WorldLook{}, Checks: []WorldCheck{}})
		for _, task := range x.Epochs[i].Rounds {
			b.epochOf[task] = i
		}
	}
	y.Noticed = world.NoticedBy(&r.Looked, q.worlds, r.passed())
	b.looks()
	b.beliefs()
	b.values()
	b.checks()
	x.Runs = append(x.Runs, y)
}
