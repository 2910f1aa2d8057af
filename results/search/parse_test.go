package search

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawatlas/clawatlas/results/must"
)

func word(text string) Term { return Term{Text: text} }

func phrase(text string) Term { return Term{Text: text, Phrase: true} }

func field(name, value string) Field { return Field{Name: name, Op: Equal, Value: value} }

// unquoted forgets which terms were typed in quotes, which Line adds where a word
// would be read as something else.
func unquoted(terms []Term) []Term {
	list := slices.Clone(terms)
	for i := range list {
		list[i].Phrase = false
	}
	return list
}

func TestParseSearch(t *testing.T) {
	for _, c := range []struct {
		line   string
		terms  []Term
		fields []Field
	}{
		{"budget deadline", []Term{word("budget"), word("deadline")}, nil},
		{`"missing field" x`, []Term{phrase("missing field"), word("x")}, nil},
		{`“预算 超支”`, []Term{phrase("预算 超支")}, nil},
		{"budg*", []Term{{Text: "budg", Prefix: true}}, nil},
		{`"missing fie"*`, []Term{{Text: "missing fie", Prefix: true, Phrase: true}}, nil},
		{"bu*", []Term{word("bu")}, nil},
		{"预算*", []Term{word("预算")}, nil},
		{"foo.*", []Term{word("foo.")}, nil},
		{"timeout -retry", []Term{word("timeout"), {Text: "retry", Not: true}}, nil},
		{`a -"b c"`, []Term{word("a"), {Text: "b c", Phrase: true, Not: true}}, nil},
		{"--rules -1 a-b", []Term{word("--rules"), word("-1"), word("a-b")}, nil},
		{"check_q7.py report[\"total\"]", []Term{word("check_q7.py"), word("report["), phrase("total")}, nil},
		{"missing field 'deadline'", []Term{word("missing"), word("field"), word("'deadline'")}, nil},
		{`x "never closed`, []Term{word("x"), phrase("never closed")}, nil},
		{"x x X", []Term{word("x"), word("X")}, nil},
		{"x tool:exec is:failed", []Term{word("x")}, []Field{field("tool", "exec"), field("is", "failed")}},
		{`x tool:"read file"`, []Term{word("x")}, []Field{field("tool", "read file")}},
		{"x status:open status:failed", []Term{word("x"), word("status:open")}, []Field{field("status", "failed")}},
		{"status: failed", []Term{word("status:"), word("failed")}, nil},
		{`"tool:exec"`, []Term{phrase("tool:exec")}, nil},
		{"a AND b OR NEAR(c)", []Term{word("a"), word("AND"), word("b"), word("OR"), word("NEAR(c)")}, nil},
		{"python -m pytest", []Term{word("python"), word("-m"), word("pytest")}, nil},
		{"rm -rf build", []Term{word("rm"), word("-rf"), word("build")}, nil},
		{"x -abc -ab1c -a", []Term{word("x"), {Text: "abc", Not: true}, word("-ab1c"), word("-a")}, nil},
		{"预算 -超支", []Term{word("预算"), {Text: "超支", Not: true}}, nil},
		{"x -is:ok -tool:bash", []Term{word("x")}, []Field{{"is", Equal, "ok", true}, {"tool", Equal, "bash", true}}},
		{"/fo+ bar/ x", []Term{{Text: "fo+ bar", Regex: true}, word("x")}, nil},
		{`/a\/b/ -/c|d/`, []Term{{Text: "a/b", Regex: true}, {Text: "c|d", Regex: true, Not: true}}, nil},
		{"/etc/passwd /usr/bin/ ls /tmp /var", []Term{word("/etc/passwd"), word("/usr/bin/"), word("ls"), word("/tmp"), word("/var")}, nil},
		{"x exit:>0 exit:!=127 exit:0", []Term{word("x")}, []Field{{"exit", More, "0", false}, {"exit", Unequal, "127", false}, field("exit", "0")}},
		{"x path:*.py path:src/*", []Term{word("x")}, []Field{field("path", "*.py"), field("path", "src/*")}},
		{"x before:2026-06-01 after:2026", []Term{word("x")}, []Field{field("before", "2026-06-01"), field("after", "2026")}},
		{"https://a.b:80/c std::move C:\\x", []Term{word("https://a.b:80/c"), word("std::move"), word("C:\\x")}, nil},
		{"x \x00\xff y", []Term{word("x"), word("y")}, nil},
	} {
		got := Parse(c.line)
		must.Same(t, c.terms, got.Terms, "terms of %q", c.line)
		must.Same(t, c.fields, got.Fields, "filters of %q", c.line)
		must.Same(t, unquoted(c.terms), unquoted(Parse(Line(got.Terms)).Terms), "terms of %q written again as %q", c.line, Line(got.Terms))
		if got.Reason != "" {
			t.Errorf("%q cannot be searched: %s", c.line, got.Reason)
		}
	}
}

func TestParseSearchSaysWhy(t *testing.T) {
	for line, want := range map[string]string{
		"":                        "Nothing was searched",
		" \t　":                    "Nothing was searched",
		`"* -- (){} ''`:           "no letter or digit",
		"| ~ ─":                   "no letter or digit",
		"-retry":                  "at least one word or field",
		"x then: -retry":          "at least one word or field",
		strings.Repeat("*", 1000): "no letter or digit",
	} {
		if got := Parse(line).Reason; !strings.Contains(got, want) {
			t.Errorf("reason of %q: got %q, want %q in it", line, got, want)
		}
	}
}

func TestParseSequence(t *testing.T) {
	for line, want := range map[string][]Stage{
		"tool:exec is:failed then: tool:exec is:ok": {
			{nil, []Field{field("tool", "exec"), field("is", "failed")}}, {nil, []Field{field("tool", "exec"), field("is", "ok")}}},
		"a then:b then: c": {{[]Term{word("a")}, nil}, {[]Term{word("b")}, nil}, {[]Term{word("c")}, nil}},
		"then: a then:":    {{[]Term{word("a")}, nil}},
		"a then:then: b":   {{[]Term{word("a")}, nil}, {[]Term{word("b")}, nil}},
		"x then b":         {{[]Term{word("x"), word("then"), word("b")}, nil}},
		`x "then:" b`:      {{[]Term{word("x"), phrase("then:"), word("b")}, nil}},
	} {
		got := Parse(line)
		must.Same(t, want, got.Stages(), "%q", line)
	}
	if n := len(Parse(strings.Repeat("a then: ", 9) + "b").Stages()); n != maxStages {
		t.Errorf("%d stages, want %d", n, maxStages)
	}
}

// What is not understood as it was typed is said.
func TestParseNotes(t *testing.T) {
	for line, want := range map[string]string{
		"tol:exec":          "tol: is no field, so tol:exec was searched as words. Fields are tool, path,",
		"localhost:80":      "localhost: is no field",
		"status:open":       "status: takes passed, failed,",
		"is:bad":            "is: takes failed, refused, empty, ok, so is:bad was searched as words",
		"exit:one":          "exit: takes a number",
		"before:yesterday":  "before: takes a day",
		`x tool:""`:         "tool: needs a value",
		"/a(/":              "/a(/ is no regular expression, so its words were searched",
		"then: a":           "one without anything before it",
		"a then:":           "one without anything behind it",
		"https://host/path": "",
		"std::move":         "",
		`"foo:bar"`:         "",
		"foo: bar":          "",
	} {
		notes := Parse(line).Notes
		if want == "" && len(notes) > 0 || want != "" && (len(notes) != 1 || !strings.Contains(notes[0], want)) {
			t.Errorf("%q: notes %q, want one with %q", line, notes, want)
		}
	}
}

// The line without one of its parts means the others.
func TestParseWithout(t *testing.T) {
	text := Parse(`a -tool:"b c" "d e"* then: x/y exit:>0`)
	for i, want := range []string{
		`-tool:"b c" "d e"* then: x/y exit:>0`, `a "d e"* then: x/y exit:>0`, `a -tool:"b c" then: x/y exit:>0`,
		`a -tool:"b c" "d e"* then: exit:>0`, `a -tool:"b c" "d e"* then: x/y`,
	} {
		must.Equal(t, want, text.Without(i), "without %+v", text.Parts[i])
	}
	if got := Parse("a then: b").Without(0); got != "b" {
		t.Errorf("without the first step: %q", got)
	}
	for _, line := range []string{`a -tool:"b c" "d e"* then: x/y exit:>0`, `python -m "x" /re g/ path:*.py`} {
		text := Parse(line)
		again := Parse(text.Without(-1))
		if diff := cmp.Diff(text, again); diff != "" {
			t.Errorf("%q written again: (-first +again)\n%s", line, diff)
		}
	}
}

func TestGlob(t *testing.T) {
	for _, c := range []struct {
		pattern, text string
		want          bool
	}{
		{"a", "a", true}, {"a", "ab", false}, {"a*", "ab", true}, {"*a", "ba", true}, {"*a*", "bac", true}, {"a*a", "a", false}, {"a*b*c", "axbybc", true},
		{"*", "", true}, {"**", "x", true}, {"a*b", "abx", false}, {"*.py", "src/x.py", true}, {"*.py", "x.pyc", false},
	} {
		if got := (Field{Value: c.pattern}).Matches(c.text); got != c.want {
			t.Errorf("%s on %s: %v", c.pattern, c.text, got)
		}
	}
}

func TestParseSearchLimits(t *testing.T) {
	many := Parse(strings.Repeat("a1 b2 c3 d4 e5 f6 g7 h8 ", 3) + "i9 j1 k2 l3 m4 n5 o6 p7 q8 r9 s1 t2 u3 v4 w5 x6 y7 z8")
	if len(many.Terms) != maxSearchTerms || len(many.Notes) != 1 {
		t.Errorf("got %d terms and notes %q, want %d terms and one note", len(many.Terms), many.Notes, maxSearchTerms)
	}
	long := Parse(strings.Repeat("预", 3000))
	if n := len([]rune(long.Terms[0].Text)); n != maxSearchText || len(long.Notes) != 1 {
		t.Errorf("got %d characters and notes %q, want %d and one note", n, long.Notes, maxSearchText)
	}
	short := Parse("re* x")
	if len(short.Notes) != 1 || !strings.HasPrefix(short.Notes[0], "re* is too short") {
		t.Errorf("notes of a short prefix: %q", short.Notes)
	}
}

// TestSigns has lines of which the signs are half or all.
func TestSigns(t *testing.T) {
	for line, want := range map[string]string{
		"C++": `\b(?i:C\+\+)`, "c# error": `\b(?i:c#)`, "!=": "!=", `"--- "`: "--- ", "->": "->", "a++b": "", "** **": "",
	} {
		p := Parse(line)
		got := ""
		if len(p.Terms) > 0 && p.Terms[0].Regex {
			got = p.Terms[0].Text
		}
		if got != want || (got != "") != (len(p.Notes) == 1) {
			t.Errorf("%s: %q, notes %q", line, got, p.Notes)
		}
	}
}
