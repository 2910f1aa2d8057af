package search

import (
	"slices"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results/must"
)

func packed(text string) []byte {
	var g Grams
	g.Add(text)
	return g.Pack()
}

func TestRegexNeeds(t *testing.T) {
	for _, c := range []struct {
		expr       string
		may, never string // texts that the trigrams let pass, and do not
		broad      bool
	}{
		{`permission denied`, "Permission DENIED", "permission given", false},
		{`foo\d+bar`, "foo12bar", "foo12baz", false},
		{`colou?r`, "color colour", "colr", false},
		{`(cat|dog)food`, "dogfood", "birdfood", false},
		{`(?i)straße|[ck]ode`, "KODE", "node", false},
		{`ab[cd]ef`, "abdef", "abxef", false},
		{`(abc)+`, "xabc", "ab", false},
		{`x{3}`, "xxx", "xx", false},
		{`预算`, "培训预算表", "预表", false},
		{`✓`, "✓", "✔", false},
		{`^def\s+(\w+)`, "def main", "dex main", false},
		{`.*`, "", "", true}, {`a.b`, "", "", true}, {`(abc)?`, "", "", true}, {`\d{5}`, "", "", true}, {`abc|\d`, "", "", true}, {`[^x]`, "", "", true}, {``, "", "", true},
	} {
		re := must.Get(NewRegex(c.expr))(t)
		if re.Broad() != c.broad {
			t.Errorf("%s: broad %v", c.expr, re.Broad())
		}
		if c.broad {
			continue
		}
		if !re.May(packed(c.may)) || re.May(packed(c.never)) {
			t.Errorf("%s: passes %q: %v, %q: %v", c.expr, c.may, re.May(packed(c.may)), c.never, re.May(packed(c.never)))
		}
	}
	for _, expr := range []string{"a(b", `((a{30}){33})[bc]{40}`, `\pL{1000}x`} {
		if _, err := NewRegex(expr); err == nil {
			t.Errorf("%s is taken", expr)
		}
	}
}

func TestRegexTerms(t *testing.T) {
	for expr, want := range map[string]string{
		`permission denied`: "denied*", `: permission denied:`: "permission denied", `error: (\d+) of total ab`: "of total", `foo`: "", ` fo`: "", `^foo bar baz$`: "bar baz*",
		`(a|b) report\.json`: "report json*", `x (foo|bar) y`: "", ` (?i)KELVIN `: "kelvin", ` a预 `: "a 预",
	} {
		re := must.Get(NewRegex(expr))(t)
		var got []string
		for _, term := range re.Terms() {
			text := term.Words()
			if term.Prefix {
				text += "*"
			}
			got = append(got, text)
		}
		must.Equal(t, want, strings.Join(got, ", "), "%s: words", expr)
	}
}

// A set keeps what it was given, whatever its size.
func TestGrams(t *testing.T) {
	var words []string
	for i := range 40000 {
		words = append(words, "w"+strings.Repeat("x", i%7)+string(rune('a'+i%26))+string(rune(0x4e00+i)))
	}
	for _, n := range []int{1, 100, len(words)} {
		set := packed(strings.Join(words[:n], " "))
		if len(set)&(len(set)-1) != 0 || len(set) < gramsLeast/8 || len(set) > gramsMost/8 {
			t.Errorf("%d words: %d bytes", n, len(set))
		}
		for i := 0; i < n; i += 97 {
			if re, _ := NewRegex(words[i]); !re.May(set) {
				t.Fatalf("%q is not in the set of %d words", words[i], n)
			}
		}
	}
	if len(packed("ab")) != 0 {
		t.Error("two letters have a trigram")
	}
}

// FuzzRegex holds that no text which an expression matches is ruled out, alone and
// beside other texts.
func FuzzRegex(f *testing.F) {
	for _, c := range [][2]string{
		{`foo\d+bar`, "xfoo12bar"}, {`(?i)(k|ſ)elvin+`, "Kelvin"}, {`[a-c]{2,3}d?e`, "abcde"}, {`a(b|c.)*d`, "abbd"}, {`^x$|\bword\b`, "a\nx\nb"}, {`\x{FFFD}ab`, "\xffab"}, {`(?s)a.{3}b`, "a\n预xb"},
		{`((ab)?(cd)?){2}ef`, "abcdabcdef"}, {`(?i)ß`, "ẞẞ"}, {`[^\n]abc[[:upper:]]`, "xabcD"}, {`(?U)a+bc`, "aabc"}, {`\Qa.b\E`, "a.b"},
	} {
		f.Add(c[0], c[1])
	}
	f.Fuzz(func(t *testing.T, expr, text string) {
		re, err := NewRegex(expr)
		if err != nil || len(expr) > 200 {
			return
		}
		if re.Broad() {
			return
		}
		for _, text := range []string{text, strings.ToUpper(text), strings.ToLower(text), text + expr + text} {
			if !re.MatchString(text) {
				continue
			}
			for _, term := range re.Terms() {
				if !Holds(text, term) {
					t.Fatalf("%q matches %q, which does not hold %+v", expr, text, term)
				}
			}
			if !re.May(packed(text)) {
				t.Fatalf("%q matches %q, which is ruled out", expr, text)
			}
			var g Grams
			for _, other := range []string{"other", text, expr} {
				g.Add(other)
			}
			if !re.May(g.Pack()) {
				t.Fatalf("%q matches %q, which is ruled out beside others", expr, text)
			}
		}
	})
}

func TestSuggestible(t *testing.T) {
	var got []string
	for _, w := range strings.Fields("the budget überprüfung v12 预算 abc1 " + strings.Repeat("x", 30) + " προϋπολογισμός") {
		if Suggestible(w) {
			got = append(got, w)
		}
	}
	if want := []string{"budget", "überprüfung", "προϋπολογισμός"}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}
