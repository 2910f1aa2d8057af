package world

import (
	"slices"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/stats"
)

// Labels by which authors call the changes before a stage; the empty one is none.
const (
	LabelSilent = "silent"
	LabelLoud   = "loud"
)

// CheckLink says which changes of its task a check is linked to. Two rules link:
// by name, where the check says of itself that it is about a silent change, and by
// value, where it looks for a value that is new with a change. Reading the same
// service links nothing: checks that something was not done hold without any work.
type CheckLink struct {
	Named  bool // it speaks of a silent change
	Silent bool // it looks for a value of a silent change
	Loud   bool // it looks for a value of a loud change
}

// LinksOf finds the links of a task's checks by their ids; those without any are left
// out.
func LinksOf(t *results.Task) map[string]CheckLink {
	links := map[string]CheckLink{}
	for i := range t.Checks {
		if t.Checks[i].NamesSilent() {
			links[t.Checks[i].ID] = CheckLink{Named: true}
		}
	}
	for i := range t.Facts.Stages {
		for k := range t.Facts.Stages[i].Changes {
			c := &t.Facts.Stages[i].Changes[k]
			if c.Label != LabelSilent && c.Label != LabelLoud {
				continue
			}
			for _, id := range c.Checks {
				l := links[id]
				l.Silent, l.Loud = l.Silent || c.Label == LabelSilent, l.Loud || c.Label == LabelLoud
				links[id] = l
			}
		}
	}
	return links
}

// CheckRate is how many checks of some kind were passed.
type CheckRate struct {
	K  int         `json:"k"`  // checks passed
	N  int         `json:"n"`  // checks with a verdict
	CI *[2]float64 `json:"ci"` // Wilson interval of the share at 95 %, 0 to 1; null below 10 checks
}

// leastRate is the number of checks from which a rate has an interval.
const leastRate = 10

func (r *CheckRate) add(passed bool) {
	r.N++
	if passed {
		r.K++
	}
}

func (r *CheckRate) settle() {
	if r.N >= leastRate {
		ci := stats.Wilson(r.K, r.N, stats.Level)
		r.CI = &[2]float64{ci.Lo, ci.Hi}
	}
}

// LinkedChecks are the checks of one run by what they are linked to. Each check with
// a verdict is in one of Silent, Loud, Both and Others.
type LinkedChecks struct {
	Silent       CheckRate     `json:"silent"`        // linked to a silent change, by name or by value, and to no loud one
	Loud         CheckRate     `json:"loud"`          // linked by value to a loud change, and to no silent one
	Both         CheckRate     `json:"both"`          // linked to changes of both kinds
	Others       CheckRate     `json:"others"`        // linked to neither
	ByName       CheckRate     `json:"by_name"`       // of those linked to a silent change: that speak of one by their id or description
	ByValue      CheckRate     `json:"by_value"`      // of those linked to a silent change: that look for a value of one
	NotEvaluated int           `json:"not_evaluated"` // linked checks of scored trials that have no verdict
	FirstFailed  []StageFailed `json:"first_failed"`  // tasks by the first stage at which a linked check failed, in their order
	Held         int           `json:"held"`          // trials with linked checks none of which failed
	Failed       []LinkFailed  `json:"failed"`        // the first linked check that each trial failed
}

// StageFailed counts tasks that first failed a linked check at a stage.
type StageFailed struct {
	Stage  string `json:"stage"`  // id, or final for what is checked after the last one
	Trials int    `json:"trials"` // that did
}

// LinkFailed is the first linked check that a trial failed.
type LinkFailed struct {
	results.TaskName
	Attempt int    `json:"attempt"` // from 1
	Check   string `json:"check"`   // id
	Stage   string `json:"stage"`   // at which it is checked
	Kind    string `json:"kind"`    // silent, loud or both: the changes that it is linked to
}

// kind says what a check is linked to.
func (l CheckLink) kind() string {
	switch {
	case l.Loud && (l.Silent || l.Named):
		return "both"
	case l.Loud:
		return LabelLoud
	case l.Silent || l.Named:
		return LabelSilent
	}
	return ""
}

// CheckLinked sets the scored trials of a run against the links of their tasks'
// checks. Trials of other tasks are left out.
func CheckLinked(tasks []results.Task, trials []results.Trial) LinkedChecks {
	x := LinkedChecks{FirstFailed: []StageFailed{}, Failed: []LinkFailed{}}
	at := map[results.TaskName]*results.Task{}
	for i := range tasks {
		at[tasks[i].Name()] = &tasks[i]
	}
	for i := range trials {
		if t := at[trials[i].TaskName()]; t != nil && trials[i].Score != nil {
			x.add(t, &trials[i])
		}
	}
	for _, r := range []*CheckRate{&x.Silent, &x.Loud, &x.Both, &x.Others, &x.ByName, &x.ByValue} {
		r.settle()
	}
	slices.SortFunc(x.FirstFailed, func(a, b StageFailed) int { return compareStages(a.Stage, b.Stage) })
	return x
}

// add adds one trial.
func (x *LinkedChecks) add(t *results.Task, trial *results.Trial) {
	links := LinksOf(t)
	passed := map[string]*bool{}
	for i := range trial.Checks {
		passed[trial.Checks[i].ID] = trial.Checks[i].Passed
	}
	var first *results.CheckSpec
	linked := false
	for i := range t.Checks {
		c := &t.Checks[i]
		l := links[c.ID]
		kind, verdict := l.kind(), passed[c.ID]
		if verdict == nil {
			if kind != "" {
				x.NotEvaluated++
			}
			continue
		}
		x.count(kind, l, *verdict)
		if kind == "" {
			continue
		}
		linked = true
		if !*verdict && (first == nil || compareStages(c.Day, first.Day) < 0) {
			first = c
		}
	}
	switch {
	case first != nil:
		x.fail(trial, first, links[first.ID].kind())
	case linked:
		x.Held++
	}
}

// count adds one verdict.
func (x *LinkedChecks) count(kind string, l CheckLink, passed bool) {
	switch kind {
	case LabelSilent:
		x.Silent.add(passed)
	case LabelLoud:
		x.Loud.add(passed)
	case "both":
		x.Both.add(passed)
	default:
		x.Others.add(passed)
	}
	if l.Named {
		x.ByName.add(passed)
	}
	if l.Silent {
		x.ByValue.add(passed)
	}
}

// fail notes the first linked check that a trial failed.
func (x *LinkedChecks) fail(trial *results.Trial, c *results.CheckSpec, kind string) {
	x.Failed = append(x.Failed, LinkFailed{TaskName: trial.TaskName(), Attempt: trial.Attempt, Check: c.ID, Stage: c.Day, Kind: kind})
	i := slices.IndexFunc(x.FirstFailed, func(s StageFailed) bool { return s.Stage == c.Day })
	if i < 0 {
		x.FirstFailed = append(x.FirstFailed, StageFailed{Stage: c.Day})
		i = len(x.FirstFailed) - 1
	}
	x.FirstFailed[i].Trials++
}
