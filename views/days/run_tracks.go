package days

import (
	"slices"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/days"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/world"
	"github.com/clawatlas/clawatlas/views"
)

// worldRunBuilder fills the tracks of a run.
type worldRunBuilder struct {
	*WorldScenario
	q       *WorldQuestions
	records *WorldRunRecords
	Run     *WorldRun      `json:"-"`
	epochOf map[string]int // index, by the slugs of rounds
}

// looks are those at the changes of each epoch, with what shows that they were used.
func (b *worldRunBuilder) looks() {
	at := map[[3]string]int{}
	for i := range b.Epochs {
		for _, c := range b.Epochs[i].Changes {
			at[[3]string{b.Epochs[i].Round, c.Kind, c.Path}] = c.Number
		}
	}
	for _, l := range b.records.Looked.Looks {
		n, known := at[[3]string{l.Round, l.Kind, l.Path}]
		if !known {
			continue
		}
		e := &b.Run.Epochs[b.epochOf[l.Round]]
		e.Looked = append(e.Looked, b.records.look(b.Scenario, &l, n))
	}
	for _, u := range b.records.Looked.Used {
		if n, known := at[[3]string{u.Round, u.Kind, u.Path}]; known {
			e := &b.Run.Epochs[b.epochOf[u.Round]]
			e.Used = append(e.Used, WorldUse{Change: n, Values: u.Values, File: u.File, Round: u.At, Step: u.Step, Call: u.Call,
				Quote: u.Quote, URL: b.records.step(b.Scenario, u.At, u.Step)})
		}
	}
	for _, r := range b.records.Looked.Rounds {
		if i, known := b.epochOf[r.Round]; known && r.Blind {
			b.Run.Epochs[i].Blind = true
		}
	}
}

// look is a stored look at the change with a number.
func (r *WorldRunRecords) look(scenario string, l *results.Look, change int) WorldLook {
	y := WorldLook{Change: change, Level: l.Level, Noticed: world.Level(l.Level).Noticed(), Round: l.At, Step: l.Step,
		Call: l.Call, CallID: l.CallID, Quote: l.Quote,
		Missing: l.Missing, Hidden: l.Hidden}
	if l.At != "" {
		y.Rounds, y.Calls = &l.Rounds, &l.Calls
		y.URL = r.step(scenario, l.At, l.Step)
	}
	if h := l.Hidden; h != nil {
		y.Listing = r.step(scenario, h.At, h.Step)
	}
	return y
}

// beliefs are the questions about beliefs that updates of the scenario reverse.
func (b *worldRunBuilder) beliefs() {
	answers, order := world.AnswersOf(b.records.Trials), map[results.TaskName]int{}
	for i := range b.q.tasks {
		order[b.q.tasks[i].Name()] = i
	}
	var here []world.Reversal
	for i := range b.q.reversals {
		if r := &b.q.reversals[i]; r.Scenario == b.Scenario {
			here = append(here, *r)
			for k, a := range r.Asked(order, answers) {
				b.belief(r, len(here), k == 0, &a)
			}
		}
	}
	if v := world.Revise(here, b.q.tasks, answers); v.Options.N > 0 {
		b.Run.Revised = &v
		b.stale()
	}
}

func (b *worldRunBuilder) belief(r *world.Reversal, number int, first bool, a *world.Asked) {
	i, known := b.epochOf[a.Task]
	if !known {
		return
	}
	y := WorldBelief{Belief: number, Update: b.epochOf[r.Update], Before: r.Before, After: r.After, Task: a.Task, First: first,
		Judged: a.Judged, Answered: a.Answered, Right: a.Right(), URL: link.Trial(b.Run.Run, b.Scenario, a.Task)}
	for _, o := range a.Options {
		c := &y.New
		if o.Stale {
			c = &y.Stale
		}
		if c.N++; o.Right {
			c.K++
		} else if o.Stale && a.Answered {
			b.stale(a.Task)
		}
	}
	b.Run.Epochs[i].Beliefs = append(b.Run.Epochs[i].Beliefs, y)
}

// stale notes rounds with a stale answer; with none it notes that some were asked.
func (b *worldRunBuilder) stale(tasks ...string) {
	if b.Run.Stale == nil {
		b.Run.Stale = &[]string{}
	}
	for _, task := range tasks {
		*b.Run.Stale = views.AppendNew(*b.Run.Stale, task)
	}
}

// values are the replaced values in what the agent wrote.
func (b *worldRunBuilder) values() {
	for _, x := range b.records.Looked.Values {
		at := slices.IndexFunc(b.q.values, func(v world.Value) bool { return v.ID == x.Value && v.Scenario == x.Scenario })
		i, known := b.epochOf[x.Task]
		if at < 0 || x.Scenario != b.Scenario || !known {
			continue
		}
		b.stale()
		if x.Written == string(world.OldOnly) {
			b.stale(x.Task)
		}
		e := &b.Run.Epochs[i]
		e.Values = append(e.Values, WorldValue{Value: x.Value, Update: b.epochOf[b.q.values[at].Update], Task: x.Task,
			Written: x.Written, URL: link.Trial(b.Run.Run, b.Scenario, x.Task)})
	}
}

// checks are the verdicts on all rounds.
func (b *worldRunBuilder) checks() {
	r := b.records
	byTask := views.TrialsByTask(r.Trials)
	outcomes := world.OutcomesOf(b.q.preferences, r.Trials, r.Details)
	for i := range b.q.tasks {
		t := &b.q.tasks[i]
		at, known := b.epochOf[t.Slug]
		if t.Scenario != b.Scenario || !known {
			continue
		}
		trials := byTask[[2]string{r.Run.Slug, t.Slug}]
		v := views.VerdictOf(trials)
		c := WorldCheck{Task: t.Slug, Kind: t.Kind, Status: v.Status, Score: v.Score, Names: b.q.naming[t.Name()],
			Pref: t.Facts.Pref != nil || t.Facts.SilentPref}
		if len(trials) > 0 {
			c.URL = link.Trial(r.Run.Slug, b.Scenario, t.Slug)
		}
		b.rules(&c, t.Name(), &outcomes)
		b.Run.Epochs[at].Checks = append(b.Run.Epochs[at].Checks, c)
	}
}

// rules says what became of the rules of the user at a round.
func (b *worldRunBuilder) rules(c *WorldCheck, name results.TaskName, outcomes *world.PreferenceOutcomes) {
	for i := range b.q.preferences {
		p := &b.q.preferences[i]
		if p.TaskName != name {
			continue
		}
		if passed, ok := outcomes.Reminded[name]; ok && !p.Exam {
			c.Reminded = &passed
		}
		o, ok := outcomes.Exams[name]
		if !ok || !p.Exam {
			continue
		}
		for k, v := range world.Verdicts(p.Rules, o.Passed, o.Stdout) {
			c.Rules = append(c.Rules, WorldRuleVerdict{Rule: p.Rules[k], Verdict: v})
		}
	}
}

// Kept counts the rules of an exam that were kept, of those that were reached.
func (c *WorldCheck) Kept() days.Count {
	var n days.Count
	for _, r := range c.Rules {
		if r.Verdict == world.NotReached {
			continue
		}
		if n.N++; r.Verdict == world.Kept {
			n.K++
		}
	}
	return n
}

// Use is what shows that a change was used; nil where nothing does.
func (r *WorldRun) Use(change int) *WorldUse {
	for i := range r.Epochs {
		for k := range r.Epochs[i].Used {
			if u := &r.Epochs[i].Used[k]; u.Change == change {
				return u
			}
		}
	}
	return nil
}

// Look is the look at a change; nil where it is not known.
func (r *WorldRun) Look(change int) *WorldLook {
	for i := range r.Epochs {
		for k := range r.Epochs[i].Looked {
			if l := &r.Epochs[i].Looked[k]; l.Change == change {
				return l
			}
		}
	}
	return nil
}
