package static

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// source is the sheet as it is written, before minify.
func source(t *testing.T) string {
	t.Helper()
	css, err := files.ReadFile("app.css")
	if err != nil {
		t.Fatal(err)
	}
	return string(css)
}

// tokens reads the custom properties of the light and the dark scheme from the
// sheet itself, so that no colour can be changed past this test.
func tokens(t *testing.T) (light, dark map[string]string) {
	t.Helper()
	css := source(t)
	blocks := regexp.MustCompile(`(?s):root \{(.*?)\}`).FindAllStringSubmatch(css, 2)
	if len(blocks) != 2 {
		t.Fatalf("got %d :root blocks, want 2", len(blocks))
	}
	read := func(block string) map[string]string {
		m := map[string]string{}
		for _, p := range regexp.MustCompile(`--([a-z0-9-]+): (#[0-9a-f]{6});`).FindAllStringSubmatch(block, -1) {
			m[p[1]] = p[2]
		}
		return m
	}
	return read(blocks[0][1]), read(blocks[1][1])
}

// names are the tokens that LOOK lists.
func names() []string {
	list := strings.Fields("ink ink-2 ink-3 paper paper-2 line accent focus pass fail none timeout error missing hit hit-ink grid fp fp-fail fp-2 fp-3")
	for prefix, n := range map[string]int{"q": 10, "d": 9} {
		for i := range n {
			list = append(list, prefix+strconv.Itoa(i))
		}
	}
	for i := range 8 {
		list = append(list, "s"+strconv.Itoa(i+1))
	}
	return list
}

func TestTokens(t *testing.T) {
	light, dark := tokens(t)
	for _, n := range names() {
		if light[n] == "" || dark[n] == "" {
			t.Errorf("--%s: light %q, dark %q; want both", n, light[n], dark[n])
		}
	}
	if len(light) != len(names()) || len(dark) != len(names()) {
		t.Errorf("got %d light and %d dark tokens, want %d", len(light), len(dark), len(names()))
	}
}

// TestNoEmptyRule finds declarations that an edit has lost.
func TestNoEmptyRule(t *testing.T) {
	for _, m := range regexp.MustCompile(`[^\n]*\{\s*\}`).FindAllString(source(t), -1) {
		t.Errorf("empty rule: %s", m)
	}
}

// luminance is the relative luminance of WCAG 2.2.
func luminance(hex string) float64 {
	channel := func(i int) float64 {
		n, err := strconv.ParseUint(hex[i:i+2], 16, 8)
		if err != nil {
			return math.NaN()
		}
		c := float64(n) / 255
		if c <= 0.04045 {
			return c / 12.92
		}
		return math.Pow((c+0.055)/1.055, 2.4)
	}
	return 0.2126*channel(1) + 0.7152*channel(3) + 0.0722*channel(5)
}

// contrast is the contrast ratio of WCAG 2.2, from 1 to 21.
func contrast(a, b string) float64 {
	la, lb := luminance(a), luminance(b)
	return (max(la, lb) + 0.05) / (min(la, lb) + 0.05)
}

// TestContrast holds every pair of text and ground that the sheet makes to
// 4.5, and what is drawn to 3, as WCAG 2.2 AA asks (1.4.3 and 1.4.11).
func TestContrast(t *testing.T) {
	light, dark := tokens(t)
	for scheme, set := range map[string]map[string]string{"light": light, "dark": dark} {
		need := func(text, ground string, least float64) {
			if got := contrast(set[text], set[ground]); !(got >= least) {
				t.Errorf("%s: --%s on --%s is %.2f, want %.1f", scheme, text, ground, got, least)
			}
		}
		for _, ground := range []string{"paper", "paper-2"} {
			for _, text := range strings.Fields("ink ink-2 ink-3 accent pass fail none timeout error missing s1 s2 s3 s4 s5 s6 s7 s8") {
				need(text, ground, 4.5)
			}
			for _, drawn := range strings.Fields("focus fp fp-fail fp-2") {
				need(drawn, ground, 3)
			}
		}
		for _, text := range strings.Fields("ink ink-2 ink-3 accent pass fail timeout error s3") {
			need(text, "q0", 4.5) // a line of code that a link leads to
		}
		need("paper", "fail", 4.5)
		need("ink", "q1", 4.5)  // the whisker behind numbers
		need("ink", "hit", 4.5) // marked words
		need("hit-ink", "paper", 3)
		need("hit-ink", "paper-2", 3)
		for class, text := range cellText(t, scheme) {
			need(text, class, 4.5)
		}
	}
}

// cellText is the colour of text in each class of heatmap cells, as the sheet
// has it.
func cellText(t *testing.T, scheme string) map[string]string {
	t.Helper()
	css := source(t)
	text := map[string]string{}
	rule := regexp.MustCompile(`(?m)^((?:@media screen and \(prefers-color-scheme: dark\) \{ )?)((?:\.[qd]\d,? ?)+)\{ color: var\(--([a-z]+)\); \}`)
	for _, m := range rule.FindAllStringSubmatch(css, -1) {
		if m[1] != "" && scheme != "dark" {
			continue
		}
		for _, class := range regexp.MustCompile(`[qd]\d`).FindAllString(m[2], -1) {
			text[class] = m[3]
		}
	}
	if len(text) != 19 {
		t.Fatalf("%s: found the text colour of %d classes, want 19: %v", scheme, len(text), fmt.Sprint(text))
	}
	return text
}
