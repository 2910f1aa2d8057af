package lcs

import (
	"testing"

	"github.com/clawatlas/clawatlas/results/must"
)

func TestSideBySide(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		want [][2]int
	}{
		{"", "", nil},
		{"ab", "", [][2]int{{0, -1}, {1, -1}}},
		{"xay", "zaw", [][2]int{{0, -1}, {-1, 0}, {1, 1}, {2, -1}, {-1, 2}}},
		{"ab", "ab", [][2]int{{0, 0}, {1, 1}}},
	} {
		shared, _ := Common([]byte(tt.a), []byte(tt.b), 1<<10)
		var got [][2]int
		SideBySide(shared, len(tt.a), len(tt.b), func(a, b int) { got = append(got, [2]int{a, b}) })
		must.Same(t, tt.want, got, "%q and %q", tt.a, tt.b)
	}
}

func TestNear(t *testing.T) {
	got := Near(8, 1, func(i int) bool { return i == 0 || i == 5 })
	must.Same(t, []bool{true, true, false, false, true, true, true, false}, got, "what was got")
}
