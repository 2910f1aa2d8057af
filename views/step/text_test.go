package step

import (
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results/must"
)

// An excerpt has the beginning, or the lines and the part of a line around a quote, and
// says where something is left out.
func TestExcerpt(t *testing.T) {
	long := strings.Repeat("a", 200)
	for _, x := range []struct{ text, quote, want string }{
		{"a\nb", "", "a\nb"},
		{" \n1\n2\n3\n4\n5\n6\n7\n8\n9", "", "1\n2\n3\n4\n5\n6\n7\n8\n…"},
		{"1\n2\n3\n4\n5\n6\n7", "6", "…\n2\n3\n4\n5\n6\n7"},
		{"1\n2\n3", "3", "1\n2\n3"},
		{long + "here" + long, "here", "…" + strings.Repeat("a", 40) + "here" + strings.Repeat("a", 116) + "…"},
		{long, "", long[:160] + "…"},
		{"", "x", ""},
	} {
		must.Equal(t, x.want, Excerpt(x.text, x.quote), "Excerpt(%q, %q)", x.text, x.quote)
	}
}
