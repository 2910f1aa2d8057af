package cycles

import (
	"encoding/json"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/files"
	"github.com/clawatlas/clawatlas/results/outline"
)

// Finder finds the cycles of steps that come one after the other. Steps are equal if
// the same agent makes the same calls in the same order, after normalising them as
// align.KeyOf does; what the model says beside them does not count, nor what they
// answer. A step without a call, such as a message, is part of no cycle, and none goes
// on over the end of a day or of the model's context. Of each step some 100 bytes are
// held.
type Finder struct {
	names files.Names
	keys  []uint64
	facts []fact
	last  [PeriodMost]results.Step // those before, by their place
	calls map[uint64]Member        // what steps call that came again soon, by key
}

// fact is what is kept of a step.
type fact struct {
	step       int
	answer     uint64
	kind       outline.Kind
	begin, end *int64
	exit       *int
}

// NewFinder takes the names of files in the trace.
func NewFinder(names files.Names) *Finder {
	return &Finder{names: names, calls: map[uint64]Member{}}
}

// Add takes the next step and what it did.
func (f *Finder) Add(s *results.Step, kind outline.Kind) {
	at := len(f.keys)
	key := keyOf(s, f.names)
	for p := 1; p <= min(PeriodMost, at) && key != 0; p++ {
		if f.keys[at-p] != key {
			continue
		}
		if _, known := f.calls[key]; !known {
			c := f.last[(at-p)%PeriodMost].ToolCalls
			f.calls[key] = Member{Tool: c[0].Name, About: outline.Label(&c[0], f.names), Calls: len(c)}
		}
		break
	}
	f.last[at%PeriodMost] = results.Step{ToolCalls: s.ToolCalls}
	x := fact{step: s.StepID, answer: answerOf(s), kind: kind, begin: s.Timestamp, end: s.End()}
	if len(s.ToolCalls) > 0 {
		if r := s.ResultOf(0); r != nil {
			x.exit = r.ExitCode
		}
	}
	f.keys, f.facts = append(f.keys, key), append(f.facts, x)
}

// Cycles lists the cycles of the steps so far.
func (f *Finder) Cycles() []Cycle {
	list := []Cycle{}
	for _, s := range Find(f.keys) {
		facts := f.facts[s.From:s.To]
		c := Cycle{From: facts[0].step, To: facts[len(facts)-1].step, TookMS: between(facts[0].begin, facts[len(facts)-1].end)}
		c.Turns, c.Rest = s.Turns()
		for k := range s.Period {
			m := f.calls[f.keys[s.From+k]]
			m.goThrough(facts[k:], s.Period)
			c.Members = append(c.Members, m)
		}
		for i := range facts[:min(len(facts), KindsMost)] {
			c.Kinds = append(c.Kinds, facts[i].kind)
		}
		list = append(list, c)
	}
	return list
}

// goThrough counts how every period-th step ended.
func (m *Member) goThrough(facts []fact, period int) {
	m.First, m.Changed = facts[0].turn(), []int{}
	answers := map[uint64]bool{}
	for i := 0; i < len(facts); i += period {
		x := &facts[i]
		m.Times++
		switch x.kind {
		case outline.Failed:
			m.Failed++
		case outline.Refused:
			m.Refused++
		case outline.Empty:
			m.Empty++
		}
		if i > 0 && x.answer != facts[i-period].answer && len(m.Changed) < changedMost {
			m.Changed = append(m.Changed, x.step)
		}
		answers[x.answer], m.Last = true, x.turn()
	}
	m.Answers = len(answers)
}

func (x *fact) turn() Turn {
	t := Turn{Step: x.step, Exit: x.exit, TookMS: between(x.begin, x.end)}
	if t.TookMS != nil && *t.TookMS == 0 {
		t.TookMS = nil // no answer of its own has a time
	}
	return t
}

// between is the time from one moment to another; nil where that is not recorded.
func between(from, to *int64) *int64 {
	if from == nil || to == nil || *to < *from {
		return nil
	}
	took := *to - *from
	return &took
}

// Kind is the first by rank of what its steps did.
func (c *Cycle) Kind() outline.Kind {
	worst := outline.Said
	for _, k := range c.Kinds {
		if k.Rank() > worst.Rank() {
			worst = k
		}
	}
	for i := range c.Members {
		switch m := &c.Members[i]; {
		case m.Failed > 0:
			return outline.Failed
		case m.Refused > 0:
			worst = outline.Refused
		}
	}
	return worst
}

// packed is a cycle as it is kept.
type packed struct {
	Cycle
	Kinds []outline.Kind `json:"kinds"`
}

// Pack writes a cycle with its kinds.
func (c *Cycle) Pack() ([]byte, error) { return json.Marshal(packed{*c, c.Kinds}) }

// Unpack reads what Pack wrote.
func Unpack(data []byte) (Cycle, error) {
	var p packed
	err := json.Unmarshal(data, &p)
	p.Cycle.Kinds = p.Kinds
	return p.Cycle, err
}
