// Package findings selects noteworthy facts about a benchmark: ties for first place, differences
// between harnesses for one model, tasks that no answer can pass, files that agents read, files
// that updates overwrite, and inconsistencies in reported results. There is one rule for each kind
// of finding. A finding disappears when the data no longer support it. The rules are pure functions
// and take their tests from results/board and results/compare.
package findings

import (
	"slices"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/board"
	"github.com/clawatlas/clawatlas/results/compare"
)

// Kind is the kind of a finding, which determines its rule.
type Kind string

// Kinds of findings, in display order.
const (
	Tied       Kind = "lead-is-tied"      // several ranked systems are tied for first
	Leads      Kind = "lead-is-real"      // the first system is significantly better than all others
	Swings     Kind = "harness-swing"     // one model's results differ between harnesses
	Impossible Kind = "cannot-pass"       // some tasks have a check that no answer can pass
	Overwrites Kind = "world-overwritten" // updates overwrite chats, with different effects in each harness's layout
	LooksApart Kind = "looks-by-kind"     // agents read changed files and changed chats at different rates
	Arithmetic Kind = "printed-misfits"   // reported results are inconsistent with each other
	ClaimsFail Kind = "paper-statements"  // statements of the paper contradict its public data
)

// Kinds returns all kinds in display order.
func Kinds() []Kind {
	return []Kind{Tied, Leads, Swings, Impossible, Overwrites, LooksApart, Arithmetic, ClaimsFail}
}

// Input is the data about one benchmark.
type Input struct {
	Benchmark results.Benchmark
	Board     results.Board       // leaderboard under the default convention, with all tasks
	Without   results.Board       // leaderboard without faulty tasks; it has no rows if there are none
	Tables    []results.StatTable // published tables, and tables computed from them
	// Pair compares the leader with the second system of its group, whether or not they are tied;
	// nil if the group has fewer than two systems.
	Pair *compare.Comparison
	// Harness holds the paired tests of all pairs of harnesses that have records of the same model.
	Harness []compare.HarnessEffect
	// Looks describes the read access of the best ranked system with known read access; nil if
	// there is none. LooksKnown is the number of such systems.
	Looks      *RunLooks
	LooksKnown int
	// Layouts holds the effects of updates in each layout of the dataset; the layout in which
	// updates are replayed comes first.
	Layouts []results.WorldLayout
}

// Finding is one supported fact. Only the fields of its kind are set.
type Finding struct {
	Kind      Kind
	Benchmark results.Benchmark

	Lead       *Lead
	Swing      *Swing
	Faulty     *Faulty
	Looks      *Looks
	Arithmetic *Identities
	Claims     []results.StatRow // claims of the paper that were tested
	// Layouts holds the layouts for the kind Overwrites, or the layouts of the compared harnesses
	// for the kind Swings.
	Layouts []results.WorldLayout
}

// Slug returns the name of the finding in URLs, which consists of benchmark and kind. It does not
// change with the numbers.
func (f Finding) Slug() string { return f.Benchmark.ID + "-" + string(f.Kind) }

// Of applies all rules to one benchmark and returns the findings.
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

// Order sorts findings for display. Findings about models precede those about scripted agents.
// Within each, the first finding of every kind precedes the second ones; otherwise the order is
// kept.
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

// Lead describes the top of a leaderboard, considering only systems with records.
type Lead struct {
	board.Top
	Metric string // key of the metric
	// Second is the system after the leader. Diff is the leader's value minus the second's, with
	// its interval; CI is nil if the records do not determine it.
	Second results.BoardRow
	Diff   *float64
	CI     *[2]float64
	N      int // number of tasks scored for both systems
	// Unit is the resampling unit: "scenario" or "task".
	Unit  string
	Units int
}

// lead returns a finding if at least two systems are ranked and there are enough units for a
// significant difference.
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

// Pair returns the leader of a leaderboard and the second system of its group; ok is false if no
// group has two ranked systems.
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
