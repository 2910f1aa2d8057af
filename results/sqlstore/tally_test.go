package sqlstore

import (
	"database/sql/driver"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/search"
)

// TestPackedOutcomes: what is packed reads back whole, and damage is an error.
func TestPackedOutcomes(t *testing.T) {
	third, half := 1.0/3, 0.5
	want := []tally{
		{Scenario: "s1", Task: "q1", Trials: 2, Errors: 1, Attempts: 3, Average: &third, Mean: &half, Status: results.Failed, Gold: `["A"]`},
		{Scenario: "s1", Task: "q2", Unjudged: 1, Status: results.NotJudged},
		{Scenario: "s2", Task: "q1", Trials: 1, Attempts: 1, Average: &half, Mean: &half, Status: results.Failed,
			spending: spending{Records: 1, DurationMS: 70_000_000_000, DurationOf: 1, Tokens: 5, TokensOf: 1, CostUSD: &third, CostOf: 1, Calls: 3, CallsOf: 1}},
	}
	data := packOutcomes(want)
	read := func(data []byte) (list []tally, err error) {
		r := newOutcomeReader(func(string, string) (taskPlace, bool) { return taskPlace{}, true })
		r.open(data)
		var o tally
		for r.next(&o) {
			list = append(list, o)
		}
		return list, r.err()
	}
	if diff := cmp.Diff(want, must.Get(read(data))(t), cmp.AllowUnexported(tally{}, taskPlace{})); diff != "" {
		t.Errorf("outcomes (-want +got):\n%s", diff)
	}
	if _, err := read(data[:len(data)-3]); err == nil {
		t.Error("outcomes that are cut short are no error")
	}
	if _, err := read([]byte{outcomeScored, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f}); err == nil {
		t.Error("a text longer than the rest is no error")
	}
}

// Rows come back as they were, in their order, also from the file.
func TestStage(t *testing.T) {
	dir := t.TempDir()
	s := stage{dir: dir}
	defer s.drop()
	n, f, yes := int64(-7), 0.1, true
	big := strings.Repeat("文本", stageMost/12)
	rows := [][]any{
		{nil, (*int64)(nil), &n, 1 << 40, &f, (*float64)(nil), &yes, false, "", []byte{}, []byte{0, 1}, results.Passed},
		{big}, {big}, {"after"}, {},
	}
	want := [][]any{
		{nil, nil, int64(-7), int64(1 << 40), 0.1, nil, true, false, "", []byte{}, []byte{0, 1}, "passed"},
		{big}, {big}, {"after"}, {},
	}
	for i, args := range rows {
		must.Do(t, s.add(i, args...))
	}
	if s.file == nil {
		t.Error("everything is in memory")
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("the file has a name: %v, %v", left, err)
	}
	var got [][]any
	err := s.each(t.Context(), func(table int, args []any) error {
		if table != len(got) {
			t.Errorf("row %d is of table %d", len(got), table)
		}
		got = append(got, append([]any{}, args...))
		return nil
	})
	if d := cmp.Diff(want, got); d != "" || err != nil {
		t.Errorf("%v (-added +read):\n%s", err, d)
	}
	if err := s.add(0, struct{}{}); err == nil {
		t.Error("a value that is none of a column was staged")
	}
}

func TestCheckValue(t *testing.T) {
	n := 7
	for _, c := range []struct{ value, want any }{
		{"plain 文本", "plain 文本"},
		{"a\x00b", "a\uFFFDb"},
		{"a\xed\xa0\x80b\xff", "a\uFFFDb\uFFFD"}, // a lone surrogate
		{results.Passed, "passed"},
		{&n, int64(7)},
		{(*int)(nil), nil},
		{true, true},
	} {
		v := driver.NamedValue{Value: c.value}
		if err := CheckValue(&v); err != nil || v.Value != c.want {
			t.Errorf("%#v becomes %#v, %v; want %#v", c.value, v.Value, err, c.want)
		}
	}
	raw := driver.NamedValue{Value: []byte("\x00\xff")}
	if err := CheckValue(&raw); err != nil || string(raw.Value.([]byte)) != "\x00\xff" {
		t.Errorf("bytes become %q, %v", raw.Value, err)
	}
}

func TestCleanJSON(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"plain", `"plain"`},
		{"a\x00b", `"a\ufffdb"`},
		{`\u0000`, `"\\u0000"`}, // six characters of a text
		{"\\\x00", `"\\\ufffd"`},
		{"\x00\x00", `"\ufffd\ufffd"`},
	} {
		if got, err := toJSON(c.text); got != c.want || err != nil {
			t.Errorf("%q is written %s, %v; want %s", c.text, got, err, c.want)
		}
	}
}

// A name is found by what its words begin with, also those inside of one in capitals, and not by what stands inside a word.
func TestIsCalled(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       bool
	}{
		{"t11 Cross-Team Status Synthesizer", "the", false},
		{"t11 Cross-Team Status Synthesizer", "synth", true},
		{"libreoffice", "office", false},
		{"LiveClawBench", "bench", true},
		{"LiveClawBench", "claw", true},
		{"LiveClawBench", "liveclaw", true},
		{"LiveClawBench", "law", false},
		{"model-one", "modelone", true},
		{"model-one", "odelone", false},
		{"GPT-5.5", "gpt5", true},
		{"GPT-5.5", "5.5", true},
		{"kimi-k2.5", "5.5", false},
		{"q12", "q", false},
		{"q1 of all", "q1", true},
		{"Café", "cafe", true},
		{"培训预算表", "预算", true},
		{"any", "→", false},
		{"any", "!=", false},
	} {
		if got := isCalled(c.name, search.Term{Text: c.text}); got != c.want {
			t.Errorf("%q is called %q: %v, want %v", c.name, c.text, got, c.want)
		}
	}
}
