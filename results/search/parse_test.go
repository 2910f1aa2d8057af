package search

import (
	"slices"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results/must"
)

func word(text string) Term { return Term{Text: text} }

func phrase(text string) Term { return Term{Text: text, Phrase: true} }

// unquoted forgets which terms were typed in quotes, which Line adds where a word
// would be read as something else.
func unquoted(terms []Term) []Term {
	list := slices.Clone(terms)
	for i := range list {
		list[i].Phrase = false
	}
	return list
}

func TestParse(t *testing.T) {
	for _, c := range []struct {
		line    string
		terms   []Term
		filters []Filter
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
		{`x "never closed`, []Term{word("x"), phrase("never closed")}, nil},
		{"x x X", []Term{word("x"), word("X")}, nil},
		{"x tool:exec is:failed", []Term{word("x")}, []Filter{{"tool", "exec"}, {"is", "failed"}}},
		{`x tool:"read file"`, []Term{word("x")}, []Filter{{"tool", "read file"}}},
		{"run:r model:m task:q7 scenario:s benchmark:b attempt:2 role:user status:failed", nil, []Filter{{"run", "r"}, {"model", "m"},
			{"task", "q7"}, {"scenario", "s"}, {"benchmark", "b"}, {"attempt", "2"}, {"role", "user"}, {"status", "failed"}}},
		{"status: failed", []Term{word("status:"), word("failed")}, nil},
		{`"tool:exec"`, []Term{phrase("tool:exec")}, nil},
		{"a AND b OR NEAR(c)", []Term{word("a"), word("AND"), word("b"), word("OR"), word("NEAR(c)")}, nil},
		{"python -m pytest", []Term{word("python"), word("-m"), word("pytest")}, nil},
		{"x -abc -ab1c -a", []Term{word("x"), {Text: "abc", Not: true}, word("-ab1c"), word("-a")}, nil},
		{"预算 -超支", []Term{word("预算"), {Text: "超支", Not: true}}, nil},
		{"/etc/passwd /usr/bin/ ls /tmp", []Term{word("/etc/passwd"), word("/usr/bin/"), word("ls"), word("/tmp")}, nil},
		{"https://a.b:80/c std::move C:\\x", []Term{word("https://a.b:80/c"), word("std::move"), word("C:\\x")}, nil},
		{"x \x00\xff y", []Term{word("x"), word("y")}, nil},
		{"C++ x", []Term{{Text: "C++", Sign: true}, word("x")}, nil},
		{"-C++ c#", []Term{word("-C++"), {Text: "c#", Sign: true}}, nil},
		{"!=", []Term{{Text: "!=", Sign: true}}, nil},
		{`"--- "`, []Term{{Text: "--- ", Sign: true, Phrase: true}}, nil},
		{`x "->"`, []Term{word("x"), {Text: "->", Sign: true, Phrase: true}}, nil},
		{"x -> a++b", []Term{word("x"), word("a++b")}, nil},
	} {
		got := Parse(c.line)
		must.Same(t, c.terms, got.Terms, "terms of %q", c.line)
		must.Same(t, c.filters, got.Filters, "filters of %q", c.line)
		must.Same(t, unquoted(c.terms), unquoted(Parse(Line(got.Terms)).Terms), "terms of %q written again as %q", c.line, Line(got.Terms))
		if got.Reason != "" {
			t.Errorf("%q cannot be searched: %s", c.line, got.Reason)
		}
	}
}

// What cannot be searched is said in a sentence, and nothing is searched.
func TestParseSaysWhy(t *testing.T) {
	for line, want := range map[string]string{
		"":                        "Nothing was searched",
		" \t　":                    "Nothing was searched",
		`"* -- (){} ''`:           "no letter or digit",
		"| ~ ─":                   "no letter or digit",
		"-retry":                  "at least one word or filter",
		strings.Repeat("*", 1000): "no letter or digit",
		"is:refused":              "is: takes failed.",
		"status:open":             "status: takes passed, failed,",
		"attempt:>1":              "attempt: takes a number",
		"x -tool:exec":            "A dash leaves out words, not filters",
		`x tool:""`:               "tool: needs a value",
	} {
		if got := Parse(line); !strings.Contains(got.Reason, want) || len(got.Filters) > 0 {
			t.Errorf("%q: got %q, want %q in it", line, got.Reason, want)
		}
	}
}

// What is not understood as it was typed is said.
func TestParseNotes(t *testing.T) {
	for line, want := range map[string]string{
		"tol:exec":          "tol: is not a filter; searched for tol:exec as text. Filters: tool, status,",
		"localhost:80":      "localhost: is not a filter",
		"x path:*.py":       "path: is not a filter; searched for path:*.py as text.",
		"re* x":             "re* is too short",
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

func TestParseLimits(t *testing.T) {
	many := Parse(strings.Repeat("a1 b2 c3 d4 e5 f6 g7 h8 ", 3) + "i9 j1 k2 l3 m4 n5 o6 p7 q8 r9 s1 t2 u3 v4 w5 x6 y7 z8")
	if len(many.Terms) != maxSearchTerms || len(many.Notes) != 1 {
		t.Errorf("got %d terms and notes %q, want %d terms and one note", len(many.Terms), many.Notes, maxSearchTerms)
	}
	long := Parse(strings.Repeat("预", 3000))
	if n := len([]rune(long.Terms[0].Text)); n != maxSearchText || len(long.Notes) != 1 {
		t.Errorf("got %d characters and notes %q, want %d and one note", n, long.Notes, maxSearchText)
	}
}
