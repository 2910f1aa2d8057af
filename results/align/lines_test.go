package align

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestLines(t *testing.T) {
	text := "1\n2\n3\n4\n5\n6\nsame\n"
	for _, tt := range []struct {
		name, a, b string
		want       []Line
	}{
		{"a line in the end", text + "value 7\n", text + "value 9\n",
			[]Line{{Gap: 5}, {A: 6, B: 6, Text: "6"}, {A: 7, B: 7, Text: "same"}, {A: 8, Text: "value 7"}, {B: 8, Text: "value 9"}, {A: 9, B: 9}}},
		{"nothing and something", "", "x", []Line{{A: 1}, {B: 1, Text: "x"}}},
		{"equal", "a\nb", "a\nb", []Line{{Gap: 2}}},
		{"a line in the middle", "a\nb\nc", "a\nc", []Line{{A: 1, B: 1, Text: "a"}, {A: 2, Text: "b"}, {A: 3, B: 2, Text: "c"}}},
	} {
		got, ok := Lines(tt.a, tt.b)
		if diff := cmp.Diff(tt.want, got); diff != "" || !ok {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
	if _, ok := Lines(strings.Repeat("x\n", linesMost), ""); ok {
		t.Error("a text beyond the bound is set side by side")
	}
}
