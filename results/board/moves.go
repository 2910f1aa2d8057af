package board

import (
	"math"
	"slices"

	"github.com/clawatlas/clawatlas/results"
)

// What can have become of a system between two states of a board.
const (
	MoveCame     = "came"     // it stands on the later one alone
	MoveWent     = "went"     // it stands on the earlier one alone
	MoveRun      = "run"      // another run stands for it
	MoveRecords  = "records"  // a run stands in the place of printed figures
	MoveFigures  = "figures"  // printed figures stand in the place of a run
	MoveEvidence = "evidence" // its run rests on other evidence
	MoveRanked   = "ranked"   // it had no rank
	MoveUnranked = "unranked" // it has no rank any more
	MoveValue    = "value"    // its headline is another
	MoveRank     = "rank"     // another place
	MoveTie      = "tie"      // tied with the leader now, or no longer
	MoveNumbers  = "numbers"  // other numbers of its own, the headline as it was
)

// Move is what has become of one system between two states of a board.
type Move struct {
	System results.System `json:"system"` // which
	Name   string         `json:"name"`   // the model's name for people
	What   []string       `json:"what"`   // came, went, run, records, figures, evidence, ranked, unranked, value, rank, tie or numbers; never empty
	Before *Place         `json:"before"` // on the earlier one; null if it was not there
	After  *Place         `json:"after"`  // on the later one; null if it is not there
}

// Place is how a system stands on a board.
type Place struct {
	Run      *string          `json:"run"`       // slug; null for a row of figures alone
	Value    *float64         `json:"value"`     // of the headline, 0 to 1 for scores; null if it has none
	Rank     *int             `json:"rank"`      // null if it is not ranked, or no longer known
	TieClass *int             `json:"tie_class"` // 1: the leader and all tied with it; null as the rank
	Evidence results.Evidence `json:"evidence"`  // what the row rests on
}

// same is how far two computations of one number may lie apart.
const same = 1e-9

// Moves compares an earlier state of a board with a later one, in the order of the
// later; systems that went come last. Where either was altered since, ranks and
// ties are not compared.
func Moves(before, after *results.BoardState) []Move {
	pairs := pairRows(before.Rows, after.Rows)
	moves := []Move{}
	for _, p := range pairs {
		of := p.b
		if of == nil {
			of = p.a
		}
		m := Move{System: of.System, Name: of.Name, Before: placeOf(p.a, before.Headline), After: placeOf(p.b, after.Headline)}
		switch {
		case p.a == nil:
			m.What = []string{MoveCame}
		case p.b == nil:
			m.What = []string{MoveWent}
		default:
			m.What = moved(p.a, p.b, m.Before, m.After, before.Headline == after.Headline)
		}
		if len(m.What) > 0 {
			moves = append(moves, m)
		}
	}
	return moves
}

type pair struct{ a, b *results.BoardRow }

// pairRows finds each system of the later rows among the earlier ones. A system
// can have a row of figures beside that of a run which cannot stand for it, so
// like is taken for like first, and its group counts before its order.
func pairRows(before, after []results.BoardRow) []pair {
	was := map[system][]*results.BoardRow{}
	for i := range before {
		k := systemOf(before[i].System)
		was[k] = append(was[k], &before[i])
	}
	pairs := make([]pair, len(after))
	for _, alike := range []func(a, b *results.BoardRow) bool{
		func(a, b *results.BoardRow) bool { return (a.Run == nil) == (b.Run == nil) && a.Group == b.Group },
		func(a, b *results.BoardRow) bool { return (a.Run == nil) == (b.Run == nil) },
		func(_, _ *results.BoardRow) bool { return true },
	} {
		for i := range after {
			p, k := &pairs[i], systemOf(after[i].System)
			p.b = &after[i]
			if p.a != nil {
				continue
			}
			if n := slices.IndexFunc(was[k], func(a *results.BoardRow) bool { return alike(a, p.b) }); n >= 0 {
				p.a = was[k][n]
				was[k] = slices.Delete(was[k], n, n+1)
			}
		}
	}
	for i := range before {
		if r := &before[i]; slices.Contains(was[systemOf(r.System)], r) {
			pairs = append(pairs, pair{r, nil})
		}
	}
	return pairs
}

func placeOf(r *results.BoardRow, headline string) *Place {
	if r == nil {
		return nil
	}
	return &Place{Run: r.Run, Value: r.Metrics[headline].Value, Rank: r.Rank, TieClass: r.TieClass, Evidence: r.Evidence}
}

func moved(a, b *results.BoardRow, before, after *Place, comparable bool) (what []string) {
	add := func(is bool, kind string) {
		if is {
			what = append(what, kind)
		}
	}
	was, is := InPopulation(a), InPopulation(b)
	add(a.Run != nil && b.Run != nil && *a.Run != *b.Run, MoveRun)
	add(a.Run == nil && b.Run != nil, MoveRecords)
	add(a.Run != nil && b.Run == nil, MoveFigures)
	add(a.Run != nil && b.Run != nil && a.Evidence != b.Evidence, MoveEvidence)
	add(!was && is, MoveRanked)
	add(was && !is && b.Run != nil, MoveUnranked)
	value := comparable && !equal(before.Value, after.Value)
	add(value, MoveValue)
	add(a.Rank != nil && b.Rank != nil && *a.Rank != *b.Rank, MoveRank)
	add(a.TieClass != nil && b.TieClass != nil && *a.TieClass != *b.TieClass, MoveTie)
	add(!value && !sameNumbers(a, b), MoveNumbers)
	return what
}

func equal(a, b *float64) bool {
	if a == nil || b == nil {
		return a == b
	}
	return math.Abs(*a-*b) <= same
}

// sameNumbers reports whether all that a row says of its own system is as it was.
func sameNumbers(a, b *results.BoardRow) bool {
	if a.Complete != b.Complete || (a.Counts == nil) != (b.Counts == nil) || a.Counts != nil && *a.Counts != *b.Counts ||
		len(a.Metrics) != len(b.Metrics) {
		return false
	}
	for k, x := range a.Metrics {
		y, ok := b.Metrics[k]
		if !ok || !equal(x.Value, y.Value) || !sameEnds(x.CI, y.CI) || !sameEnds(x.Bounds, y.Bounds) {
			return false
		}
	}
	return true
}

func sameEnds(a, b *[2]float64) bool {
	if a == nil || b == nil {
		return a == b
	}
	return equal(&a[0], &b[0]) && equal(&a[1], &b[1])
}
