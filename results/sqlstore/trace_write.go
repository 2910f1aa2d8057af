package sqlstore

import (
	"github.com/clawatlas/clawatlas/results"
)

// ladderStep is the number of sums on one level that are added up to a sum on the next level.
const ladderStep = 10

// traceSums sums the steps of a trace while they are written, with bounded memory.
type traceSums struct {
	windows ladder
	turns   ladder
	days    []results.TraceGroup
	dayAt   map[string]int
	seen    int // number of steps added so far
	spoken  int // number of turns begun so far
}

type groupSaver func(unit results.TraceUnit, level int, g *results.TraceGroup) error

func (w *trialWriter) saveGroup(unit results.TraceUnit, level int, g *results.TraceGroup) error {
	return w.run.add(groupRows, w.n, unit, level, g.Unit, g.First, g.Steps, g.Calls, g.Failed, g.Turns, g.TokensIn, g.TokensOut, g.TS, g.Day)
}

func (t *traceSums) add(s *results.Step, failed bool, save groupSaver) error {
	g := sumOf(s, failed)
	g.Unit = t.seen / results.WindowSteps
	t.seen++
	if err := t.windows.add(0, &g, results.UnitWindow, save); err != nil {
		return err
	}
	if g.Day != "" {
		t.addDay(&g)
	}
	t.spoken += g.Turns
	if t.spoken == 0 {
		return nil // steps before the first user message do not belong to a turn
	}
	g.Unit = t.spoken - 1
	return t.turns.add(0, &g, results.UnitTurn, save)
}

// addDay adds a group to the sum of its day. It finds the sum by the day's name, because the steps
// of a day need not be consecutive.
func (t *traceSums) addDay(g *results.TraceGroup) {
	name := g.Day
	at, known := t.dayAt[name]
	if !known && len(t.days) >= results.DaysMost {
		name = ""
		at, known = t.dayAt[name]
	}
	if !known {
		if t.dayAt == nil {
			t.dayAt = map[string]int{}
		}
		at = len(t.days)
		t.dayAt[name] = at
		t.days = append(t.days, results.TraceGroup{Unit: at, First: g.First, Day: name})
	}
	merge(&t.days[at], g)
}

func (t *traceSums) end(save groupSaver) error {
	if err := t.windows.end(results.UnitWindow, save); err != nil {
		return err
	}
	if err := t.turns.end(results.UnitTurn, save); err != nil {
		return err
	}
	for i := range t.days {
		if err := save(results.UnitDay, 0, &t.days[i]); err != nil {
			return err
		}
	}
	return nil
}

func sumOf(s *results.Step, failed bool) results.TraceGroup {
	g := results.TraceGroup{First: s.StepID, Steps: 1, TS: s.Timestamp, Day: s.Day}
	if failed {
		g.Failed = 1
	}
	if s.Source == results.SourceUser && s.Event == "" && s.Agent == "" { // a prompt to a sub-agent does not begin a turn
		g.Turns = 1
	}
	if s.Copied {
		return g
	}
	g.Calls = len(s.ToolCalls)
	if s.Metrics != nil {
		g.TokensIn, g.TokensOut = s.Metrics.PromptTokens, s.Metrics.CompletionTokens
	}
	return g
}

func merge(a, b *results.TraceGroup) {
	a.Steps += b.Steps
	a.Calls += b.Calls
	a.Failed += b.Failed
	a.Turns += b.Turns
	a.TokensIn = results.Sum(a.TokensIn, b.TokensIn)
	a.TokensOut = results.Sum(a.TokensOut, b.TokensOut)
	if b.TS != nil && (a.TS == nil || *b.TS < *a.TS) {
		a.TS = b.TS
	}
}

// ladder holds the current, incomplete sum of each level. A sum is written when the next one on the
// same level begins.
type ladder struct{ open []results.TraceGroup }

func (l *ladder) add(level int, g *results.TraceGroup, unit results.TraceUnit, save groupSaver) error {
	if level == len(l.open) {
		l.open = append(l.open, *g)
		return nil
	}
	if l.open[level].Unit == g.Unit {
		merge(&l.open[level], g)
		return nil
	}
	err := l.close(level, unit, save)
	l.open[level] = *g
	return err
}

// close writes the current sum of a level and adds it to the next level.
func (l *ladder) close(level int, unit results.TraceUnit, save groupSaver) error {
	g := l.open[level]
	if err := save(unit, level, &g); err != nil {
		return err
	}
	g.Unit /= ladderStep
	return l.add(level+1, &g, unit, save)
}

func (l *ladder) end(unit results.TraceUnit, save groupSaver) error {
	for level := 0; level < len(l.open) && l.open[level].Unit > 0; level++ {
		if err := l.close(level, unit, save); err != nil {
			return err
		}
	}
	return nil
}
