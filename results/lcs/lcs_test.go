package lcs

import (
	"math/rand/v2"
	"testing"

	"github.com/clawatlas/clawatlas/results/must"
)

const testCells = 1 << 28

// tableLCS is the textbook table, as a judge of the bit-parallel form.
func tableLCS(a, b []int32) int {
	row := make([]int, len(b)+1)
	for _, x := range a {
		diagonal := 0
		for j, y := range b {
			above := row[j+1]
			switch {
			case x == y:
				row[j+1] = diagonal + 1
			case row[j] > row[j+1]:
				row[j+1] = row[j]
			}
			diagonal = above
		}
	}
	return row[len(b)]
}

func randomList(r *rand.Rand, n, values int) []int32 {
	list := make([]int32, n)
	for i := range list {
		list[i] = int32(r.IntN(values))
	}
	return list
}

// checkPairs fails unless the pairs are a common subsequence.
func checkPairs(t *testing.T, a, b []int32, pairs []Pair) {
	t.Helper()
	last := Pair{-1, -1}
	for _, p := range pairs {
		if p.A <= last.A || p.B <= last.B {
			t.Fatalf("pair %v after %v is out of order", p, last)
		}
		if a[p.A] != b[p.B] {
			t.Fatalf("pair %v matches %d with %d", p, a[p.A], b[p.B])
		}
		last = p
	}
}

func TestCommonIsLongest(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	for n := range 2000 {
		a := randomList(r, r.IntN(150), 1+r.IntN(40))
		b := randomList(r, r.IntN(150), 1+r.IntN(40))
		pairs, exact := Common(a, b, testCells)
		checkPairs(t, a, b, pairs)
		if want := tableLCS(a, b); len(pairs) != want || !exact {
			t.Fatalf("case %d: length %d (exact %v), want %d\n%v\n%v", n, len(pairs), exact, want, a, b)
		}
	}
}

func TestCommonOfEdgeCases(t *testing.T) {
	for _, test := range []struct {
		name string
		a, b []int32
		want int
	}{
		{"both empty", nil, nil, 0},
		{"one empty", []int32{1}, nil, 0},
		{"equal", []int32{1, 2, 3}, []int32{1, 2, 3}, 3},
		{"nothing shared", []int32{1, 2}, []int32{3, 4}, 0},
		{"one inside", []int32{9}, []int32{1, 9, 1}, 1},
		{"repeats", []int32{1, 1, 1, 2}, []int32{1, 2, 1}, 2},
	} {
		pairs, _ := Common(test.a, test.b, testCells)
		checkPairs(t, test.a, test.b, pairs)
		must.Equal(t, test.want, len(pairs), "%s: length", test.name)
	}
}

// Beyond the memory bound the result must still be a common subsequence, keep
// what is unique on both sides, and say that it is not exact.
func TestPatienceOfLongLists(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	var a, b []int32
	for n := range 300 {
		a = append(append(a, randomList(r, 20, 9)...), int32(1000+n))
		b = append(append(b, randomList(r, 20, 9)...), int32(1000+n))
	}
	pairs, exact := Common(a, b, 1<<12)
	checkPairs(t, a, b, pairs)
	anchors := 0
	for _, p := range pairs {
		if a[p.A] >= 1000 {
			anchors++
		}
	}
	if exact || anchors != 300 {
		t.Errorf("exact %v with %d of 300 anchors", exact, anchors)
	}
	if want := tableLCS(a, b); len(pairs)*10 < want*8 {
		t.Errorf("%d shared of %d possible", len(pairs), want)
	}
}
