package search

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func word(text string) Term { return Term{Text: text} }

func TestParseSearch(t *testing.T) {
	for _, c := range []struct {
		line  string
		terms []Term
		words []Word
	}{
		{"budget deadline", []Term{word("budget"), word("deadline")}, nil},
		{`"missing field" x`, []Term{word("missing field"), word("x")}, nil},
		{`“预算 超支”`, []Term{word("预算 超支")}, nil},
		{"budg*", []Term{{Text: "budg", Prefix: true}}, nil},
		{`"missing fie"*`, []Term{{Text: "missing fie", Prefix: true}}, nil},
		{"bu*", []Term{word("bu")}, nil},
		{"预算*", []Term{word("预算")}, nil},
		{"foo.*", []Term{word("foo.")}, nil},
		{"timeout -retry", []Term{word("timeout"), {Text: "retry", Not: true}}, nil},
		{`a -"b c"`, []Term{word("a"), {Text: "b c", Not: true}}, nil},
		{"--rules -1 a-b", []Term{word("--rules"), word("-1"), word("a-b")}, nil},
		{"check_q7.py report[\"total\"]", []Term{word("check_q7.py"), word("report["), word("total")}, nil},
		{"missing field 'deadline'", []Term{word("missing"), word("field"), word("'deadline'")}, nil},
		{`x "never closed`, []Term{word("x"), word("never closed")}, nil},
		{"x x X", []Term{word("x"), word("X")}, nil},
		{"x tool:exec is:failed", []Term{word("x")}, []Word{{"tool", "exec"}, {"is", "failed"}}},
		{`x tool:"read file"`, []Term{word("x")}, []Word{{"tool", "read file"}}},
		{"x status:open status:failed", []Term{word("x"), word("status:open")}, []Word{{"status", "failed"}}},
		{"status: failed", []Term{word("status:"), word("failed")}, nil},
		{`"tool:exec"`, []Term{word("tool:exec")}, nil},
		{"a AND b OR NEAR(c)", []Term{word("a"), word("AND"), word("b"), word("OR"), word("NEAR(c)")}, nil},
		{"x \x00\xff y", []Term{word("x"), word("y")}, nil},
	} {
		got := Parse(c.line)
		if diff := cmp.Diff(c.terms, got.Terms); diff != "" {
			t.Errorf("terms of %q: (-want +got)\n%s", c.line, diff)
		}
		if diff := cmp.Diff(c.words, got.Words); diff != "" {
			t.Errorf("filters of %q: (-want +got)\n%s", c.line, diff)
		}
		if diff := cmp.Diff(c.terms, Parse(Line(got.Terms)).Terms); diff != "" {
			t.Errorf("terms of %q written again as %q: (-want +got)\n%s", c.line, Line(got.Terms), diff)
		}
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
		"🙂 ✕":                     "no letter or digit",
		"-retry":                  "at least one word that",
		"tool:exec":               "beside the filters",
		strings.Repeat("*", 1000): "no letter or digit",
	} {
		if got := Parse(line).Reason; !strings.Contains(got, want) {
			t.Errorf("reason of %q: got %q, want %q in it", line, got, want)
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
