package cycles

import (
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results/must"
)

// TestFind holds written sequences, a letter for each call; a dot equals nothing.
func TestFind(t *testing.T) {
	for _, x := range []struct {
		calls string
		want  []Span
	}{
		{"", nil},
		{"a", nil},
		{"aa", nil},
		{"aaa", []Span{{0, 3, 1}}},
		{"xaaay", []Span{{1, 4, 1}}},
		{"abab", nil},
		{"ababab", []Span{{0, 6, 2}}},
		{"abababa", []Span{{0, 7, 2}}},
		{"xyabcabcabcabz", []Span{{2, 13, 3}}},
		{"abcabcab", nil}, // two turns and a piece
		{"aaaaaa", []Span{{0, 6, 1}}},
		{"aaabaaabaaab", []Span{{0, 12, 4}}},
		{"aaabbb", []Span{{0, 3, 1}, {3, 6, 1}}},
		{"abababcbcbcb", []Span{{0, 6, 2}, {6, 12, 2}}},
		{"...", nil},
		{"a.a.a.a", nil}, // what stands between them differs each time
		{"aa.aa.aaa", []Span{{6, 9, 1}}},
		{"xbcabcabca", []Span{{1, 10, 3}}},
		{"abcdefghij" + "abcdefghij" + "abcdefghij", []Span{{0, 30, 10}}},
		{"abcdefghijk" + "abcdefghijk" + "abcdefghijk", nil}, // eleven are too many
		{strings.Repeat("abcdefg", 21) + "abcdef", []Span{{0, 153, 7}}},
	} {
		var keys []string
		for _, r := range x.calls {
			key := string(r)
			if r == '.' {
				key = ""
			}
			keys = append(keys, key)
		}
		must.Same(t, x.want, Find(keys), "%s", x.calls)
	}
}

// TestFindIsLinear: a long list of many near cycles takes no more than some looks at
// each item.
func TestFindIsLinear(t *testing.T) {
	keys := strings.Split(strings.Repeat("a,b,a,c,a,b,a,d,", 50_000), ",")
	if got := Find(keys); len(got) != 1 || got[0].Period != 8 {
		t.Errorf("%v, want one cycle of eight", got)
	}
	for i := range keys {
		if i%9 == 0 {
			keys[i] = ""
		}
	}
	if got := Find(keys); len(got) != 0 {
		t.Errorf("%d cycles among calls that are never alike for long", len(got))
	}
}
