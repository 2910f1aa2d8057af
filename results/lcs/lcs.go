// Package lcs finds common subsequences of two lists, such as calls of two traces or lines of two
// texts.
package lcs

import (
	"math/bits"
	"slices"
)

// Pair is a match of index A in the first list with index B in the second.
type Pair struct{ A, B int }

// Common returns a longest common subsequence of a and b. Its table needs one bit per pair of
// indexes. If that is more than the given number of cells, Common anchors on values that occur
// exactly once in both lists, and exact is false.
func Common[T comparable](a, b []T, cells int) (pairs []Pair, exact bool) {
	head := 0
	for head < len(a) && head < len(b) && a[head] == b[head] {
		pairs = append(pairs, Pair{head, head})
		head++
	}
	tail := 0
	for tail < len(a)-head && tail < len(b)-head && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
	}
	inner, exact := middle(a[head:len(a)-tail], b[head:len(b)-tail], cells)
	for _, p := range inner {
		pairs = append(pairs, Pair{p.A + head, p.B + head})
	}
	for n := tail; n > 0; n-- {
		pairs = append(pairs, Pair{len(a) - n, len(b) - n})
	}
	return pairs, exact
}

// middle compares lists without a common head or tail. It first drops the values that occur in only
// one of them.
func middle[T comparable](a, b []T, cells int) ([]Pair, bool) {
	ia, ib := shared(a, b), shared(b, a)
	if len(ia) == 0 || len(ib) == 0 {
		return nil, true
	}
	x, y := pick(a, ia), pick(b, ib)
	var pairs []Pair
	exact := len(x) <= cells/len(y)
	if exact {
		pairs = bitLCS(x, y)
	} else {
		pairs = patience(x, y, cells)
	}
	for n, p := range pairs {
		pairs[n] = Pair{ia[p.A], ib[p.B]}
	}
	return pairs, exact
}

func shared[T comparable](a, b []T) []int {
	in := make(map[T]bool, len(b))
	for _, v := range b {
		in[v] = true
	}
	var list []int
	for i, v := range a {
		if in[v] {
			list = append(list, i)
		}
	}
	return list
}

func pick[T comparable](a []T, at []int) []T {
	list := make([]T, len(at))
	for n, i := range at {
		list[n] = a[i]
	}
	return list
}

// bitLCS computes a longest common subsequence with a bit-parallel table: bit j of row i is 0 if
// the length increases from column j to j+1. Sources: Crochemore, Iliopoulos, Pinzon and Reid, Inf.
// Process. Lett. 80 (2001) 279; Hyyrö, AWOCA 2004.
func bitLCS[T comparable](a, b []T) []Pair {
	words := (len(b) + 63) / 64
	places := map[T][]uint64{}
	for _, v := range a {
		places[v] = nil
	}
	for j, v := range b {
		if places[v] == nil {
			places[v] = make([]uint64, words)
		}
		places[v][j/64] |= 1 << (j % 64)
	}
	rows := make([]uint64, words*len(a))
	prev := make([]uint64, words)
	for w := range prev {
		prev[w] = ^uint64(0)
	}
	for i, v := range a {
		row, match := rows[i*words:(i+1)*words], places[v]
		var carry uint64
		for w, old := range prev {
			hit := old & match[w]
			sum, c := bits.Add64(old, hit, carry)
			row[w], carry = sum|(old&^match[w]), c
		}
		prev = row
	}
	return wayBack(rows, words, len(a), len(b))
}

// wayBack backtracks through the table and returns the matches. A set bit means that column j-1
// adds nothing to the length. A bit that is also clear in the previous row means that row i-1 adds
// nothing.
func wayBack(rows []uint64, words, n, m int) []Pair {
	clear := func(i, j int) bool { return rows[i*words+j/64]&(1<<(j%64)) == 0 }
	var pairs []Pair
	for i, j := n, m; i > 0 && j > 0; {
		switch {
		case !clear(i-1, j-1):
			j--
		case i > 1 && clear(i-2, j-1):
			i--
		default:
			i--
			j--
			pairs = append(pairs, Pair{i, j})
		}
	}
	slices.Reverse(pairs)
	return pairs
}

// patience matches values that occur exactly once in each list as anchors, and compares the
// sections between them.
func patience[T comparable](a, b []T, cells int) []Pair {
	anchors := chain(uniques(a, b))
	if len(anchors) == 0 {
		return nil
	}
	var pairs []Pair
	i, j := 0, 0
	between := func(p Pair) {
		part, _ := Common(a[i:p.A], b[j:p.B], cells)
		for _, q := range part {
			pairs = append(pairs, Pair{i + q.A, j + q.B})
		}
	}
	for _, p := range anchors {
		between(p)
		pairs = append(pairs, p)
		i, j = p.A+1, p.B+1
	}
	between(Pair{len(a), len(b)})
	return pairs
}

func uniques[T comparable](a, b []T) []Pair {
	type seen struct{ at, n int }
	inB := map[T]*seen{}
	for j, v := range b {
		s := inB[v]
		if s == nil {
			s = &seen{at: j}
			inB[v] = s
		}
		s.n++
	}
	inA := map[T]int{}
	for _, v := range a {
		inA[v]++
	}
	var list []Pair
	for i, v := range a {
		if s := inB[v]; s != nil && s.n == 1 && inA[v] == 1 {
			list = append(list, Pair{i, s.at})
		}
	}
	return list
}

func chain(pairs []Pair) []Pair {
	var tops []int // index of the top pair of each pile (patience sorting)
	before := make([]int, len(pairs))
	for n, p := range pairs {
		at, _ := slices.BinarySearchFunc(tops, p.B, func(t, j int) int { return pairs[t].B - j })
		before[n] = -1
		if at > 0 {
			before[n] = tops[at-1]
		}
		if at == len(tops) {
			tops = append(tops, n)
		} else {
			tops[at] = n
		}
	}
	if len(tops) == 0 {
		return nil
	}
	var list []Pair
	for n := tops[len(tops)-1]; n >= 0; n = before[n] {
		list = append(list, pairs[n])
	}
	slices.Reverse(list)
	return list
}
