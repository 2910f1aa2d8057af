package chart

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results/must"
)

// TestFileColours: each class that a figure draws on a page has its rule in the sheet
// of a chart that stands by itself, which has a dark scheme too, ground and all.
func TestFileColours(t *testing.T) {
	css := must.Get(os.ReadFile("../../static/app.css"))(t)
	for _, class := range regexp.MustCompile(`\.chart \.([a-z]+)\b`).FindAllStringSubmatch(string(css), -1) {
		if !strings.Contains(sheet, "."+class[1]) {
			t.Errorf("the sheet of files has no rule for .%s", class[1])
		}
	}
	light, dark, _ := strings.Cut(sheet, "@media screen and (prefers-color-scheme:dark)")
	for _, class := range []string{".g{fill:#", ".s1{color:#", "text{fill:#", ".grid{stroke:#", ".task{fill:#", ".fb{stroke:#"} {
		if !strings.Contains(dark, class) || strings.Contains(light, "var(") || strings.Contains(dark, "font") {
			t.Errorf("no %s in the dark scheme, or more than colours: %s", class, dark)
		}
	}
}

// TestFileIsHostile: what a system is called cannot leave its text.
func TestFileIsHostile(t *testing.T) {
	evil := `</text></svg><script>alert(1)</script>`
	svg, ok, err := File(Scatter{Title: evil, Points: []Point{{Label: evil, X: ptr(1.0), Y: ptr(2.0)}, {Label: "b", X: ptr(3.0), Y: ptr(4.0)}}}, evil)
	if err != nil || !ok || strings.Contains(svg, "<script") {
		t.Errorf("%v %v\n%s", ok, err, svg)
	}
	sound(t, svg)
}
