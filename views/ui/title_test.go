package ui

import (
	"testing"
	"unicode/utf8"
)

func TestTitleOf(t *testing.T) {
	long := "Moving a design studio: desk counts, two quotes on different bases and a handover date that slips"
	for _, test := range []struct{ name, rest, want string }{
		{"CS101 plagiarism dispute", ", q13 · Gemma 4 31B", "CS101 plagiarism dispute, q13 · Gemma 4 31B · ClawAtlas"},
		{long, ", q13 · Gemma 4 31B", "Moving a design studio: desk counts, two quotes…, q13 · Gemma 4 31B"},
		{long, "", "Moving a design studio: desk counts, two quotes on different bases…"},
		{"Comparison", " of one-system-with-a-long-name · and-framework and another-system · another", "Comparison of one-system-with-a-long-name · and-framework and…"},
		{"", "", "ClawAtlas"},
	} {
		got := Meta{Title: TitleOf(test.name, test.rest)}.title()
		if got != test.want || utf8.RuneCountInString(got) > titleLongest {
			t.Errorf("%q%q: title %q of %d characters, want %q", test.name, test.rest, got, utf8.RuneCountInString(got), test.want)
		}
	}
}
