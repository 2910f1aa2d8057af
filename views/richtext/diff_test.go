package richtext

import (
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results/must"
)

// marks writes a change with one letter per line.
func marks(lines []DiffLine) string {
	var b strings.Builder
	for _, l := range lines {
		b.WriteString(string(rune(l.Op)) + l.Text + "\n")
	}
	return b.String()
}

func TestCompare(t *testing.T) {
	tests := []struct{ name, old, new, want string }{
		{"equal", "a\nb", "a\nb\n", " a\n b\n"},
		{"created", "", "a\nb\n", "+a\n+b\n"},
		{"deleted", "a\n", "", "-a\n"},
		{"changed in the middle", "a\nb\nc\nd", "a\nx\nc\nd", " a\n-b\n+x\n c\n d\n"},
		{"moved", "a\nb\nc", "c\na\nb", "+c\n a\n b\n-c\n"},
		{"two places", "1\n2\n3\n4\n5", "1\nx\n3\ny\n5", " 1\n-2\n+x\n 3\n-4\n+y\n 5\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			must.Same(t, tt.want, marks(Compare(tt.old, tt.new)), "what was got")
		})
	}
	added, removed := Changed(Compare(strings.Repeat("a\nb\n", 3000), strings.Repeat("c\nd\n", 3000)))
	if added != 6000 || removed != 6000 {
		t.Errorf("a change beyond the table: %d added, %d removed, want 6,000 each", added, removed)
	}
}

func TestUnified(t *testing.T) {
	got := marks(Unified("--- a\n+++ b\n@@ -1 +1 @@\n-x\n+y\n z\n"))
	if want := "@--- a\n@+++ b\n@@@ -1 +1 @@\n-x\n+y\n z\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
