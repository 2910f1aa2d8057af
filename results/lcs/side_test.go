package lcs

import (
	"testing"

	"github.com/google/go-cmp/cmp"
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
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%q and %q (-want +got):\n%s", tt.a, tt.b, diff)
		}
	}
}

func TestNear(t *testing.T) {
	got := Near(8, 1, func(i int) bool { return i == 0 || i == 5 })
	if diff := cmp.Diff([]bool{true, true, false, false, true, true, true, false}, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}
