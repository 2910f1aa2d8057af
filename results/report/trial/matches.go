package trial

import (
	"sort"

	"github.com/clawatlas/clawatlas/results/search"
)

// TraceMatches are the matches of a search in a trace, numbered from 1 over
// the whole of it. Steps in which they were not counted have one each.
type TraceMatches struct {
	Line    string // as it was typed
	Terms   []search.Term
	Steps   []search.StepMatches // the steps that the search finds, in the order of the trace
	Total   int
	More    bool // some steps were not counted
	Current int  // number of the match that the address names; 0: none
	before  []int
}

// NewTraceMatches numbers the matches of the steps that were found. The number
// of the address may lie beyond the last one.
func NewTraceMatches(line string, terms []search.Term, steps []search.StepMatches, current int) *TraceMatches {
	m := &TraceMatches{Line: line, Terms: terms, Steps: steps, before: make([]int, len(steps))}
	for i, s := range steps {
		m.before[i] = m.Total
		m.Total += max(s.Count, 1)
		m.More = m.More || s.Count == 0
	}
	m.Current = min(current, m.Total)
	return m
}

// Place is the index in Steps of the first one that is not before a step of
// the trace; len(Steps) if there is none.
func (m *TraceMatches) Place(step int) int {
	return sort.Search(len(m.Steps), func(i int) bool { return m.Steps[i].StepID >= step })
}

// In gives the numbers of the first and the last match of a step of the trace;
// 0 and 0 if the search does not find it.
func (m *TraceMatches) In(step int) (first, last int) {
	i := m.Place(step)
	if i == len(m.Steps) || m.Steps[i].StepID != step {
		return 0, 0
	}
	return m.before[i] + 1, m.before[i] + max(m.Steps[i].Count, 1)
}

// StepOf is the step of the trace that holds the match with a number from 1 to
// Total.
func (m *TraceMatches) StepOf(number int) int {
	i := sort.Search(len(m.before), func(i int) bool { return m.before[i] >= number })
	return m.Steps[i-1].StepID
}
