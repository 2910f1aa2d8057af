// Package cycles finds calls of a trace that repeat: one call again and again, or
// several in turn; and answers that were given before. The functions are pure.
package cycles

// PeriodMost is the longest cycle that is sought, in steps of one turn.
const PeriodMost = 10

// TurnsLeast is how often a turn must be gone through as a whole to be a cycle.
const TurnsLeast = 3

// Span is a cycle in a list: Period items that repeat, in the items From to To-1.
// The last turn may break off.
type Span struct{ From, To, Period int }

// Turns counts the whole turns, and the items behind the last of them.
func (s Span) Turns() (whole, rest int) {
	return (s.To - s.From) / s.Period, (s.To - s.From) % s.Period
}

// Find lists the cycles of a list of keys in their order; they do not overlap. Two
// items are equal if their keys are; an empty or zero key equals nothing. A cycle of period p
// is a stretch in which each item equals the one p places before it, made of whole
// turns at least TurnsLeast times. Of those that begin at the first place where one
// does, the longest is taken, and of equally long ones the shortest period; the
// search goes on behind it.
func Find[K comparable](keys []K) []Span {
	var list []Span
	ends := make([]int, PeriodMost+1) // by period: how far the stretch goes that was measured last
	for i := 0; i < len(keys); {
		best := Span{From: i}
		for p := 1; p <= PeriodMost && i+p < len(keys); p++ {
			if ends[p] < i+p {
				ends[p] = repeats(keys, i, p)
			}
			if whole, _ := (Span{i, ends[p], p}).Turns(); whole >= TurnsLeast && ends[p] > best.To {
				best = Span{i, ends[p], p}
			}
		}
		if best.To == 0 {
			i++
			continue
		}
		list = append(list, best)
		i = best.To
	}
	return list
}

// repeats is the end of the stretch from i on in which each item equals the one p
// places before it; i+p where the first does not.
func repeats[K comparable](keys []K, i, p int) int {
	var none K
	end := i + p
	for end < len(keys) && keys[end] != none && keys[end] == keys[end-p] {
		end++
	}
	return end
}
