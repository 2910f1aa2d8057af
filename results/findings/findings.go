// Package findings decides what is worth saying of a benchmark before anyone
// asks: whether its leaders are tied, how far one model differs between harnesses, which
// tasks nobody can pass, what an agent looks at, what updates leave of its world, and whether the printed numbers fit together. There is
// one rule for each kind of finding. A finding holds while the data bear it and
// is gone when they do not; nothing is written down beforehand. The rules are
// pure, and what they test they take from results/board and results/compare.
package findings

import (
	"slices"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/board"
	"github.com/clawatlas/clawatlas/results/compare"
)

// Kind says by which rule a finding was made.
type Kind string

// The kinds, in the order in which they are told.
const (
	Tied       Kind = "lead-is-tied"      // several ranked systems share the first place
	Leads      Kind = "lead-is-real"      // the test tells the first from all others
	Swings     Kind = "harness-swing"     // one model differs between harnesses
	Impossible Kind = "cannot-pass"       // tasks that no answer can pass
	Overwrites Kind = "world-overwritten" // updates overwrite chats, and in each harness's layout others
	LooksApart Kind = "looks-by-kind"     // changed files are looked at, and chats less, or the other way round
	Arithmetic Kind = "printed-misfits"   // printed numbers break their own arithmetic
	ClaimsFail Kind = "paper-statements"  // statements of the paper that public data contradict
)

// Kinds lists all kinds.
func Kinds() []Kind {
	return []Kind{Tied, Leads, Swings, Impossible, Overwrites, LooksApart, Arithmetic, ClaimsFail}
}

// Input is what the rules look at for one benchmark.
type Input struct {
	Benchmark results.Benchmark
	Board     results.Board       // under the default convention, all tasks
	Without   results.Board       // the same without tasks that no answer can pass; without rows if there is none
	Tables    []results.StatTable // published ones and those computed of them
	// Pair compares the board's leader with the second of its group, whether or
	// not they are tied; nil if there are no two.
	Pair *compare.Comparison
	// Harness are the paired tests of every two harnesses that one model has records in.
	Harness []compare.HarnessEffect
	// Looks are those of the best ranked system whose looks are known, of LooksKnown
	// in all; nil without one.
	Looks      *RunLooks
	LooksKnown int
	// Layouts are what updates do in each layout of the dataset, that in which the world
	// is kept first.
	Layouts []results.WorldLayout
}

// Finding is one thing that holds. Of the last fields the one of its kind is set.
type Finding struct {
	Kind      Kind
	Benchmark results.Benchmark

	Lead       *Lead
	Swing      *Swing
	Faulty     *Faulty
	Looks      *Looks
	Arithmetic *Identities
	Claims     []results.StatRow // all that were tested
	// Layouts are those of the finding's own kind, or what the harnesses of a swing run in.
	Layouts []results.WorldLayout
}

// Slug names the finding in addresses: the benchmark and the kind. The same
// statement about the same benchmark keeps it, whatever its numbers become.
func (f Finding) Slug() string { return f.Benchmark.ID + "-" + string(f.Kind) }

// Of applies every rule to one benchmark.
func Of(in Input) []Finding {
	var list []Finding
	if l := lead(in); l != nil {
		kind := Leads
		if len(l.Tied) > 1 {
			kind = Tied
		}
		list = append(list, Finding{Kind: kind, Benchmark: in.Benchmark, Lead: l})
	}
	if s := swing(in); s != nil {
		list = append(list, Finding{Kind: Swings, Benchmark: in.Benchmark, Swing: s, Layouts: layoutsOf(in.Layouts, s.Rows)})
	}
	if d := faulty(in); d != nil {
		list = append(list, Finding{Kind: Impossible, Benchmark: in.Benchmark, Faulty: d})
	}
	if overwritten(in.Layouts) {
		list = append(list, Finding{Kind: Overwrites, Benchmark: in.Benchmark, Layouts: in.Layouts})
	}
	if l := looks(in); l != nil {
		list = append(list, Finding{Kind: LooksApart, Benchmark: in.Benchmark, Looks: l, Layouts: in.Layouts})
	}
	if m := brokenIdentities(in); m != nil {
		list = append(list, Finding{Kind: Arithmetic, Benchmark: in.Benchmark, Arithmetic: m})
	}
	for _, t := range in.Tables {
		if t.ID == results.ClaimsTable && slices.ContainsFunc(t.Rows, func(r results.StatRow) bool { return r.Cells[0].Text == results.ClaimFails }) {
			list = append(list, Finding{Kind: ClaimsFail, Benchmark: in.Benchmark, Claims: t.Rows})
		}
	}
	return list
}

// Order puts findings as they are told: those on models before those of scripted
// agents, and of these first one of each kind, then a second one, each in the
// order in which they came.
func Order(list []Finding) []Finding {
	out := make([]Finding, 0, len(list))
	for _, scripted := range []bool{false, true} {
		rest := list
		for len(rest) > 0 {
			var later []Finding
			for _, k := range Kinds() {
				told := false
				for _, f := range rest {
					if f.Kind != k || f.Benchmark.Scripted != scripted {
						continue
					}
					if told {
						later = append(later, f)
						continue
					}
					told = true
					out = append(out, f)
				}
			}
			rest = later
		}
	}
	return out
}

// Lead is who stands at the top of a board among systems with records.
type Lead struct {
	board.Top
	Metric string // key
	// Diff is the leader's metric minus that of the second, with its interval;
	// CI is nil where the records give none.
	Second results.BoardRow
	Diff   *float64
	CI     *[2]float64
	N      int // tasks that both have scored
	// Units are resampled for the interval: scenarios or tasks.
	Unit  string
	Units int
}

// lead holds where two systems or more are ranked against each other, and so
// many units stand behind them that the test could have told them apart.
func lead(in Input) *Lead {
	top := board.TopOf(in.Board)
	if len(top.Tied) == 0 || board.TooFew(in.Board.Statistics) || in.Pair == nil {
		return nil
	}
	l := &Lead{Top: top, Metric: in.Board.Headline, N: in.Pair.Common, Unit: in.Pair.Unit, Units: in.Pair.Units}
	_, second, ok := Pair(in.Board)
	if !ok {
		return nil
	}
	l.Second = second
	if m := in.Pair.Find(l.Metric); m != nil {
		l.Diff = m.Diff
		if m.CI != nil {
			l.CI = &[2]float64{m.CI.Lo, m.CI.Hi}
		}
	}
	return l
}

// Pair are the leader of a board and the second of its group; ok is false where
// no two systems are ranked against each other.
func Pair(b results.Board) (first, second results.BoardRow, ok bool) {
	top := board.TopOf(b)
	switch {
	case len(top.Tied) > 1:
		return top.Tied[0], top.Tied[1], true
	case len(top.Tied) == 1 && top.Next != nil:
		return top.Tied[0], *top.Next, true
	}
	return first, second, false
}
