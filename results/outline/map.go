package outline

import "github.com/clawatlas/clawatlas/results"

// BinsMost is how many marks the map of a trace has; a longer trace has marks of
// several steps.
const BinsMost = 200

// Map is a whole trace in at most BinsMost marks of the same width.
type Map struct {
	Bins  []Bin
	Kinds bool // it is known what each step did; else only what failed
	Days  []DayBegin
}

// Bin is a mark of the map: one step or several that follow each other.
type Bin struct {
	From, To int
	Kind     Kind // of its step, or the first by rank of several; Said where kinds are not known and nothing failed
	Failed   int  // steps that failed or were refused
	Mark     *Mark
	Boundary string // the context changed here: replace, append, truncate; empty if it did not
	TookMS   *int64 // sum of what is recorded
	Tokens   *int64 // written by the model, sum of what is recorded
}

// DayBegin is where a day begins.
type DayBegin struct {
	Day  string
	Step int
}

// BinSize is the smallest of the round sizes 1, 2, 5, 10 and so on of which at most
// BinsMost hold n parts.
func BinSize(n int) int { return RoundSize(n, BinsMost) }

// NewMap draws a map of all steps of a trace.
func NewMap(marks []Mark) *Map {
	d := NewDrawer(len(marks))
	for i := range marks {
		d.Add(&marks[i])
	}
	return &d.Map
}

// Drawer draws a map of steps that come one after the other. What it holds does not
// grow with the trace.
type Drawer struct {
	Map  Map
	size int
	seen int
}

// NewDrawer begins the map of a trace of so many steps.
func NewDrawer(steps int) *Drawer { return &Drawer{Map: Map{Kinds: true}, size: BinSize(steps)} }

// Labels reports whether each step has a mark of its own, which says what it is about.
func (d *Drawer) Labels() bool { return d.size == 1 }

// Add draws the next step.
func (d *Drawer) Add(k *Mark) {
	m := &d.Map
	if d.seen%d.size == 0 {
		m.Bins = append(m.Bins, Bin{From: k.Step, Kind: Said})
	}
	d.seen++
	m.Bins[len(m.Bins)-1].add(k, d.size)
	if k.DayHere != "" && len(m.Days) < results.DaysMost {
		m.Days = append(m.Days, DayBegin{k.DayHere, k.Step})
	}
}

func (b *Bin) add(k *Mark, size int) {
	if b.To = k.Step; size == 1 {
		b.Mark = k
	}
	if k.Kind.Rank() > b.Kind.Rank() {
		b.Kind = k.Kind
	}
	if k.Kind == Failed || k.Kind == Refused {
		b.Failed++
	}
	if k.Boundary != "" {
		b.Boundary = k.Boundary
	}
	b.TookMS, b.Tokens = results.Sum(b.TookMS, k.TookMS), results.Sum(b.Tokens, k.Tokens)
}

// NewGroupMap draws a map of stretches of a long trace, of whose steps only sums are
// read: what failed, the tokens, and the time until the next stretch.
func NewGroupMap(groups, days []results.TraceGroup) *Map {
	m := &Map{}
	for i := range groups {
		g := &groups[i]
		b := Bin{From: g.First, To: g.First + g.Steps - 1, Kind: Said, Failed: g.Failed, Tokens: g.TokensOut}
		if g.Calls > 0 {
			b.Kind = Looked
		}
		if g.Failed > 0 {
			b.Kind = Failed
		}
		if i+1 < len(groups) && g.TS != nil && groups[i+1].TS != nil && *groups[i+1].TS > *g.TS {
			took := *groups[i+1].TS - *g.TS
			b.TookMS = &took
		}
		m.Bins = append(m.Bins, b)
	}
	for i := range days {
		if days[i].Day != "" {
			m.Days = append(m.Days, DayBegin{days[i].Day, days[i].First})
		}
	}
	return m
}

// RoundSize is the smallest of the round sizes 1, 2, 5, 10 and so on of which at most
// so many hold n parts.
func RoundSize(n, most int) int {
	for round := 1; ; round *= 10 {
		for _, size := range []int{round, 2 * round, 5 * round} {
			if (n+size-1)/size <= most {
				return size
			}
		}
	}
}
