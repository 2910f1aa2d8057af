package redact

import "testing"

// TestNextEnds: the next line end is the same whether or not places are asked for in
// their order, and however far one of the two signs is away.
func TestNextEnds(t *testing.T) {
	b := []byte("ab\ncd" + `\n` + "ef" + `\n` + "gh\n")
	want := func(i int) int {
		for k := i; k < len(b); k++ {
			if b[k] == '\n' || k+1 < len(b) && b[k] == '\\' && b[k+1] == 'n' {
				return k
			}
		}
		return len(b) + columnsAhead + 1
	}
	for _, order := range [][]int{{0, 2, 3, 5, 6, 9, 12, 14}, {14, 9, 0, 12, 3, 6, 5, 2}} {
		e := nextEnds{b: b}
		for _, i := range order {
			if got := e.after(i); got != want(i) {
				t.Errorf("after %d in %v: %d, want %d", i, order, got, want(i))
			}
		}
	}
}
