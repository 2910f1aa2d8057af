package why

import (
	"fmt"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/files"
	"github.com/clawatlas/clawatlas/results/must"
)

// history is what an agent saw and wrote in one trial.
func history(steps ...*results.Step) *History {
	h := &History{}
	t := &results.Trial{Task: "t", Attempt: 1}
	h.Add(t, steps, files.NewTrail().Follow(0, files.NewNames(""), steps))
	return h
}

func originWords(o results.Origin) string {
	var b strings.Builder
	if f := o.First; f != nil {
		fmt.Fprintf(&b, "%s.%d.%d %s line %d [%s] %q", f.Task, f.Step, f.Call, f.File, o.Line, o.Heading, f.Quote)
	} else {
		b.WriteString("none")
	}
	fmt.Fprintf(&b, " in %d", o.Texts)
	if o.Own != nil {
		fmt.Fprintf(&b, ", own %d.%d %q", o.Own.Step, o.Own.Call, o.Own.Quote)
	}
	if o.Partial {
		b.WriteString(", partial")
	}
	return b.String()
}

// TestOrigin: the first text that has a value as it is written, with its line and the
// heading above it; what the agent wrote before that is its own.
func TestOrigin(t *testing.T) {
	notes := "# Notes\n\n## Check-in\n\nOn 2025-03-10 at 17:45:30.\n\n## Review\nOn 2025-03-12T10:00Z, 65,000 views, 2.85 of 127.0.\nThe result is objective, seldom, 2.33x of 70K.\n"
	h := history(
		ask("Write 2026-10-05_a.json; the code is BX-77."),
		step(2, "exec", args{"command": "grep -r 4711 ."}, `{"rows": "first 8801\nthen 9902"}`),
		step(3, "read", args{"path": "notes.md"}, notes),
		step(4, "exec", args{"command": "cat notes.md other.md | grep -v 8801"}, notes+`kind: "objective"`+"\n4711\n"),
		step(5, "write", args{"path": "a.json", "content": `{"n": 5150}`}, "wrote 6006"),
	)
	write := &results.Cause{Task: "t", Attempt: 1, Step: 5, Call: 1}
	for _, tt := range []struct{ name, value, want string }{
		{"in a section", "2025-03-10", `t.3.1 notes.md line 5 [Check-in] "On 2025-03-10 at 17:45:30." in 2`},
		{"a date with its time", "2025-03-12", `t.3.1 notes.md line 8 [Review] "On 2025-03-12T10:00Z, 65,000 views, 2.85 of 127.0." in 2`},
		{"in the prompt", "BX-77", `t.1.0  line 1 [] "Write 2026-10-05_a.json; the code is BX-77." in 1`},
		{"a date in a name", "2026-10-05", `t.1.0  line 1 [] "Write 2026-10-05_a.json; the code is BX-77." in 1`},
		{"with commas", "65000", `t.3.1 notes.md line 8 [Review] "On 2025-03-12T10:00Z, 65,000 views, 2.85 of 127.0." in 2`},
		{"with a fraction of zeros", "65000.00", `t.3.1 notes.md line 8 [Review] "On 2025-03-12T10:00Z, 65,000 views, 2.85 of 127.0." in 2`},
		{"after the end of a line in JSON", "9902", `t.2.1  line 1 [] "then 9902\"}" in 1`},
		{"its own before it was shown", "4711", `t.4.1  line 11 [] "4711" in 1, own 2.1 "grep -r 4711 ."`},
		{"its own after it was shown", "8801", `t.2.1  line 1 [] "{\"rows\": \"first 8801" in 1`},
		{"only its own", "5150", "none in 0"},
		{"shown by the step that writes", "6006", "none in 0"},
		{"part of a longer number", "85", ""},
		{"part of a longer fraction", "127", "none in 0"},
		{"a plain word counts in quotes", "objective", `t.4.1  line 10 [] "kind: \"objective\"" in 1`},
		{"a plain word that is nowhere in quotes", "seldom",
			`t.3.1 notes.md line 9 [Review] "The result is objective, seldom, 2.33x of 70K." in 2`},
		{"with a unit", "2.33", `t.3.1 notes.md line 9 [Review] "The result is objective, seldom, 2.33x of 70K." in 2`},
		{"in thousands", "70000", `t.3.1 notes.md line 9 [Review] "The result is objective, seldom, 2.33x of 70K." in 2`},
		{"nowhere", "1999-01-01", "none in 0"},
	} {
		o, ok := h.Origin(tt.value, write)
		if got := originWords(o); ok != (tt.want != "") || ok && got != tt.want {
			t.Errorf("%s: %s\n got %s\nwant %s", tt.name, tt.value, got, tt.want)
		}
	}
	if o, _ := h.Origin("5150", nil); o.Own == nil || o.Own.Step != 5 || o.First != nil {
		t.Errorf("at the end of the trace: %s", originWords(o))
	}
	h.Partial = true
	if o, _ := h.Origin("1999-01-01", write); !o.Partial {
		t.Error("it does not say that not all was looked through")
	}
}

func TestValues(t *testing.T) {
	for _, tt := range []struct {
		text string
		data bool
		want []string
	}{
		{`  "interim_review": "2025-03-12", "n": 7, "hours": 68.4`, true, []string{"2025-03-12", "68.4"}},
		{"vendor,Northwind,7440.00", true, []string{"vendor", "Northwind", "7440.00"}},
		{"The date is **2025-03-12**, of `key-9`, see “the Review” by Wu (65,000).", false,
			[]string{"2025-03-12", "key-9", "the Review", "65,000"}},
		{"status: approved", true, []string{"approved"}},
		{"def count_days(x):", false, nil},
	} {
		must.Same(t, tt.want, Values(tt.text, tt.data), "%s", tt.text)
	}
}

// TestComplaintValues: of a complaint that leads to a write, where the value that was
// asked for and the one that was written were first seen.
func TestComplaintValues(t *testing.T) {
	var s Reader
	w := s.Turn(turn("t", "FAILED: a.json: when expected 2025-03-12\n", ask("?"),
		step(2, "read", args{"path": "/home/u/w/n.md"}, "2025-03-10\n2025-03-12\n"),
		step(3, "write", args{"path": "a.json", "content": "{\"when\": \"2025-03-10\"}"}, "ok")))
	var got []string
	for _, v := range w.Complaints[0].Values {
		got = append(got, fmt.Sprint(v.Value, " ", v.Asked, " ", originWords(v.Origin)))
	}
	want := []string{`2025-03-12 true t.2.1 n.md line 2 [] "2025-03-12" in 1`}
	must.Same(t, want, got, "what was got")
	w = s.Turn(turn("u", "FAILED: no.json not found\n", ask("no.json must hold 2025-03-12")))
	if v := w.Complaints[0].Values; v != nil {
		t.Errorf("without a write: %+v", v)
	}
}
