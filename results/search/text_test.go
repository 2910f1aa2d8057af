package search

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

func TestCutSnippet(t *testing.T) {
	long := strings.Repeat("filler ", 100)
	for _, c := range []struct {
		name, text, line string
		want             []string // the marked texts
		count            int
	}{
		{"case and diacritics", "The Café and the CAFE", "café", []string{"Café", "CAFE"}, 2},
		{"part of a name", "open final_deadline.json", "deadline", []string{"deadline"}, 1},
		{"phrase over punctuation", `{"missing": "field"}`, `"missing field"`, []string{`missing": "field`}, 1},
		{"chinese inside a word", "培训预算表", "预算", []string{"预算"}, 1},
		{"overlapping phrases", "一丁一丁一", "一丁一", []string{"一丁一丁一"}, 1},
		{"prefix", "budgeting budget bud", "budg*", []string{"budgeting", "budget"}, 2},
		{"where all words meet", "alpha " + long + "beta " + long + "alpha beta " + long, "alpha beta", []string{"alpha", "beta"}, 4},
		{"where the rarer word is", strings.Repeat("alpha ", 90) + "beta " + long, "alpha beta", append(slices.Repeat([]string{"alpha"}, 10), "beta"), 91},
		{"what is left out is not marked", "alpha beta", "alpha -gamma", []string{"alpha"}, 1},
		{"no match in the text", "nothing here", "alpha", nil, 0},
	} {
		s := CutSnippet(c.text, Parse(c.line).Terms)
		var got []string
		for _, m := range s.Marks {
			got = append(got, s.Text[m[0]:m[1]])
		}
		must.Same(t, c.want, got, "%s: marks in %q", c.name, s.Text)
		if s.Count != c.count && c.name != "overlapping phrases" {
			t.Errorf("%s: %d matches, want %d", c.name, s.Count, c.count)
		}
	}
}

func TestSnippetEnds(t *testing.T) {
	text := strings.Repeat("before ", 50) + "needle\n\n\twith   space" + strings.Repeat(" after", 100)
	s := CutSnippet(text, Parse("needle").Terms)
	if !strings.HasPrefix(s.Text, "… before ") || !strings.HasSuffix(s.Text, " …") || !strings.Contains(s.Text, "needle with space after") {
		t.Errorf("got %q", s.Text)
	}
	if n := len([]rune(s.Text)); n > columnsBefore+columnsAfter+10 {
		t.Errorf("%d characters long", n)
	}
	whole := CutSnippet("  short needle\n", Parse("needle").Terms)
	if whole.Text != "short needle" && whole.Text != "short needle " {
		t.Errorf("got %q", whole.Text)
	}
}

func TestArgumentText(t *testing.T) {
	for raw, want := range map[string]string{
		`{"a":"b\nc"}`:            "{\"a\":\"b\nc\"}",
		`"\u9884\u7b97"`:          `"预算"`,
		`"\ud840\udc00 \ud840 x"`: "\"𠀀 \uFFFD x\"",
		`"\\n \" \/ \t"`:          "\"\\n \" / \t\"",
		`"\u12`:                   `"\u12`,
		`"\`:                      `"\`,
		`plain`:                   `plain`,
	} {
		must.Equal(t, want, argumentText([]byte(raw)), "text of %s", raw)
	}
}

// A call without arguments is stored with null for them. Both say the same, or a text
// that is made of the stored step would not be the one that was indexed.
func TestPlainTextWithoutArguments(t *testing.T) {
	for _, none := range []json.RawMessage{nil, json.RawMessage("null")} {
		if got := PlainText(&results.Step{ToolCalls: []results.ToolCall{{Name: "ls", Arguments: none}}}); got != "ls" {
			t.Errorf("%q of arguments %q, want the name alone", got, none)
		}
	}
}

// TestPlainTextHoldsAll fills every text of a step with a word of its own.
func TestPlainTextHoldsAll(t *testing.T) {
	s := &results.Step{
		Message: "w1", Reasoning: "w2", Error: "w3", Raw: "w4", Parts: []results.Part{{Path: "w5", Note: "w6"}},
		ToolCalls: []results.ToolCall{{Name: "w7", Arguments: json.RawMessage(`{"w8":"w9"}`)}},
		Observation: &results.Observation{Results: []results.Result{{
			Content: "w10", ErrorText: "w11", Summary: "w12", Diff: "w13", Parts: []results.Part{{Path: "w14"}},
		}}},
	}
	var got []string
	for w := range Tokens(StepText(s)) {
		got = append(got, w.Fold)
	}
	slices.Sort(got)
	want := []string{"w1", "w10", "w11", "w12", "w13", "w14", "w2", "w3", "w4", "w5", "w6", "w7", "w8", "w9"}
	must.Same(t, want, got, "words")
	s.Copied = true
	if got := StepText(s); got != "" {
		t.Errorf("a copied step is indexed: %q", got)
	}
}

func TestPlaces(t *testing.T) {
	for _, c := range []struct {
		text, line string
		want       []string
	}{
		{"The Café and the CAFE", "café", []string{"Café", "CAFE"}},
		{`{"missing": "field"} missing`, `"missing field"`, []string{`missing": "field`}},
		{"培训预算表", "预算", []string{"预算"}},
		{"一丁一丁一", `"一丁一"`, []string{"一丁一", "丁一"}},
		{"budgeting bud budget", "budg* budget", []string{"budgeting", "budget"}},
		{"alpha beta", "alpha -beta", []string{"alpha"}},
		{"C++, c and c++17", "c++", []string{"C++", "c++"}},
		{"nothing", "alpha", nil},
	} {
		terms := Parse(c.line).Terms
		var got []string
		for _, p := range Places(c.text, terms) {
			got = append(got, c.text[p[0]:p[1]])
		}
		must.Same(t, c.want, got, "%q in %q", c.line, c.text)
		if n := CutSnippet(c.text, terms).Count; n != len(got) {
			t.Errorf("%q in %q: the snippet counts %d, there are %d places", c.line, c.text, n, len(got))
		}
	}
	if !slices.Equal(Places("", nil), nil) {
		t.Error("an empty text has places")
	}
}

func TestTokens(t *testing.T) {
	for text, want := range map[string]string{
		"check_q7.py: error -5":  "check q7 py error 5",
		"Café ÉTÉ naïve Straße":  "cafe ete naive straße",
		"ﬃ µm ſet K":             "ﬃ μm set k",
		"预算v2 東京タワー":             "预 算 v2 東 京 タ ワ ー",
		"กำลังดี":                "ก ำ ลั ง ดี",
		"✔️ ✓✓ 👍🏽 a→b":           "✔ ✓ 👍 a → b",
		"ＡＢＣ１２！ ａｂｃ":             "abc12 abc",
		"│ a ── b │ █▒ \uFFFD":   "a b",
		"$x += 1 | y ~ `z` ^ =>": "x 1 y z",
		"\xff\xfeab\xffc":        "ab c",
		"\u0301x e\u0301":        "x e",
		"":                       "",
	} {
		var list []string
		for w := range Tokens(text) {
			list = append(list, w.Fold)
		}
		if got := strings.Join(list, " "); got != want {
			t.Errorf("%q: words %q, want %q", text, got, want)
		}
	}
}

func TestSignsOfText(t *testing.T) {
	for text, want := range map[string]string{
		"C++ and c#, +i":               "++ ++_ c# c++",
		"--- a":                        "-- --_ --- ---_",
		"a != b":                       "!= !=_",
		"x# 3# 用D++":                   "++ d++ x#",
		"- . \"), (":                   "",
		"!==":                          "!= !== ==",
		"a " + strings.Repeat("=", 99): "== === ==== ===== ====== ======= ========",
	} {
		got := strings.Fields(strings.Map(narrow, strings.Join(signs(text), " ")))
		slices.Sort(got)
		list := strings.Fields(want)
		slices.Sort(list)
		if !slices.Equal(got, list) {
			t.Errorf("%q: signs %q, want %q", text, got, list)
		}
	}
	if got := IndexText("b != a != 1"); got != "b a 1 ！＝ ！＝＿" {
		t.Errorf("indexed as %q", got)
	}
}

// A word is told from others by its first bytes alone, in a text as in a query.
func TestLongWord(t *testing.T) {
	long := strings.Repeat("é", 5000)
	list := slices.Collect(Tokens(long))
	if len(list) != 1 || list[0].End != len(long) || len(list[0].Fold) > maxWord {
		t.Fatalf("%d words, the first of %d bytes", len(list), len(list[0].Fold))
	}
	if len(matches(long, []Term{{Text: long}})) != 1 || len(matches(long, []Term{{Text: "é"}})) > 0 {
		t.Error("a long word is not found as itself")
	}
}

func FuzzTokens(f *testing.F) {
	for _, s := range []string{"configServer v1.2.3", "预算✓✓️ กำ", "\xff\x00a\u0301", "ＡB1.2rc", "👨‍👩‍👧🇫🇷"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		list := slices.Collect(Tokens(s))
		check := func(list []Token, after int) {
			for _, w := range list {
				if w.Start < after || w.End <= w.Start || w.End > len(s) || w.Fold == "" || strings.ContainsAny(w.Fold, " "+TagMark) || len(w.Fold) > 3*maxWord {
					t.Fatalf("%q: word %+v after %d", s, w, after)
				}
				after = w.End
				if utf8.ValidString(s) && !utf8.ValidString(w.Fold) {
					t.Fatalf("%q: folded to %q", s, w.Fold)
				}
				if again := Words(w.Fold); again != w.Fold {
					t.Fatalf("%q: the folded word %q is cut into %v", s, w.Fold, again)
				}
			}
		}
		check(list, 0)
		for _, w := range signs(s) {
			if Words(w) == w {
				t.Fatalf("%q: sign %s is a word", s, w)
			}
		}
		if len(list) > 0 && len(matches(s, []Term{{Text: s}})) == 0 {
			t.Fatalf("%q does not hold itself", s)
		}
		CutSnippet(s, []Term{{Text: "config"}, {Text: "++", Sign: true}})
	})
}
