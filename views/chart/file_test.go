package chart

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// TestFileColours: a chart that stands by itself has the light colours of the
// sheet, and each class that a figure draws has its rule there as well.
func TestFileColours(t *testing.T) {
	css, err := os.ReadFile("../../static/app.css")
	if err != nil {
		t.Fatal(err)
	}
	light := regexp.MustCompile(`(?s):root \{(.*?)\}`).FindSubmatch(css)[1]
	for _, colour := range regexp.MustCompile(`#[0-9a-f]{6}`).FindAllString(sheet, -1) {
		if !strings.Contains(string(light), colour) {
			t.Errorf("%s is no colour of the light sheet", colour)
		}
	}
	for _, class := range regexp.MustCompile(`\.chart \.([a-z]+)\b`).FindAllStringSubmatch(string(css), -1) {
		if !strings.Contains(sheet, "."+class[1]) {
			t.Errorf("the sheet of files has no rule for .%s", class[1])
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
