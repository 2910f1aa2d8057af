package report

import (
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/outline"
)

// MapMost is how many marks the map of a trace has; a longer trace has marks of
// several steps.
const MapMost = 200

// TraceMap is a whole trace in at most MapMost marks of the same width.
type TraceMap struct {
	Bins  []MapBin
	Kinds bool // it is known what each step did; else only what failed
	Days  []MapDay
}

// MapBin is a mark of the map: one step or several that follow each other.
type MapBin struct {
	From, To int
	Kind     outline.Kind // of its step, or the first by rank of several; Said where kinds are not known and nothing failed
	Failed   int          // steps that failed or were refused
	Mark     *outline.Mark
	Boundary string // the context changed here: replace, append, truncate; empty if it did not
	TookMS   *int64 // sum of what is recorded
	Tokens   *int64 // written by the model, sum of what is recorded
}

// MapDay is where a day begins.
type MapDay struct {
	Day  string
	Step int
}

// MapSize is the smallest of the round sizes 1, 2, 5, 10 and so on of which at most
// MapMost hold n parts.
func MapSize(n int) int { return roundSize(n, MapMost) }

// NewMap draws a map of all steps of a trace.
func NewMap(marks []outline.Mark) *TraceMap {
	m := &TraceMap{Kinds: true}
	size := MapSize(len(marks))
	for i := range marks {
		k := &marks[i]
		if i%size == 0 {
			m.Bins = append(m.Bins, MapBin{From: k.Step, Kind: outline.Said})
		}
		m.Bins[len(m.Bins)-1].add(k, size)
		if k.DayHere != "" {
			m.Days = append(m.Days, MapDay{k.DayHere, k.Step})
		}
	}
	return m
}

func (b *MapBin) add(k *outline.Mark, size int) {
	if b.To = k.Step; size == 1 {
		b.Mark = k
	}
	if k.Kind.Rank() > b.Kind.Rank() {
		b.Kind = k.Kind
	}
	if k.Kind == outline.Failed || k.Kind == outline.Refused {
		b.Failed++
	}
	if k.Boundary != "" {
		b.Boundary = k.Boundary
	}
	b.TookMS, b.Tokens = sumOf(b.TookMS, k.TookMS), sumOf(b.Tokens, k.Tokens)
}

// NewGroupMap draws a map of stretches of a long trace, of whose steps only sums are
// read: what failed, the tokens, and the time until the next stretch.
func NewGroupMap(groups, days []results.TraceGroup) *TraceMap {
	m := &TraceMap{}
	for i := range groups {
		g := &groups[i]
		b := MapBin{From: g.First, To: g.First + g.Steps - 1, Kind: outline.Said, Failed: g.Failed, Tokens: g.TokensOut}
		if g.Calls > 0 {
			b.Kind = outline.Looked
		}
		if g.Failed > 0 {
			b.Kind = outline.Failed
		}
		if i+1 < len(groups) && g.TS != nil && groups[i+1].TS != nil && *groups[i+1].TS > *g.TS {
			took := *groups[i+1].TS - *g.TS
			b.TookMS = &took
		}
		m.Bins = append(m.Bins, b)
	}
	for i := range days {
		if days[i].Day != "" {
			m.Days = append(m.Days, MapDay{days[i].Day, days[i].First})
		}
	}
	return m
}

// sumOf adds what is known of two numbers.
func sumOf(a, b *int64) *int64 {
	if a == nil || b == nil {
		if a == nil {
			return b
		}
		return a
	}
	sum := *a + *b
	return &sum
}
