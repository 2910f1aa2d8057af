package static

import (
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestMinify(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"comment and space", "/* why\n two */\n.a , .b {\n  color: red; margin: 0 auto;\n}\n", ".a ,.b{color:red;margin:0 auto}"},
		{"descendant pseudo-class keeps its space", ".a :is(.b, .c) > d { x: y }", ".a :is(.b,.c) > d{x:y}"},
		{"calc keeps its spaces", "a { width: calc(100% - 72px); }", "a{width:calc(100% - 72px)}"},
		{"string", `a::before { content: "/"; }`, `a::before{content:"/"}`},
		{"media", "@media (max-width: 1px) {\n a { b: c }\n}", "@media (max-width:1px){a{b:c}}"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := string(minify([]byte(tt.in))); got != tt.want {
				t.Errorf("got %s\nwant %s", got, tt.want)
			}
		})
	}
}

// TestMinifySheet holds what minify assumes of our sheet: it loses no rule and
// changes no string.
func TestMinifySheet(t *testing.T) {
	css := regexp.MustCompile(`(?s)/\*.*?\*/`).ReplaceAllString(source(t), "")
	small := string(assets()["app.css"].plain)
	quoted := regexp.MustCompile(`"[^"]*"`)
	if diff := cmp.Diff(quoted.FindAllString(css, -1), quoted.FindAllString(small, -1)); diff != "" {
		t.Errorf("strings (-source +minified):\n%s", diff)
	}
	for _, mark := range []string{"{", "}", ":"} {
		if a, b := strings.Count(css, mark), strings.Count(small, mark); a != b || a == 0 {
			t.Errorf("%d of %q in the source, %d after minify", a, mark, b)
		}
	}
	if strings.Count(css, "{") != strings.Count(css, "}") {
		t.Error("braces do not match")
	}
}
