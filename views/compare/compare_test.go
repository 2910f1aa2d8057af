package compare

import (
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/stats"
)

// A reason is that of the failed trial; beside it stands what the other wrote or chose.
func TestNewReason(t *testing.T) {
	passed := &results.StoredTrial{Trial: results.Trial{Attempt: 1, Selected: []string{"A", "C"}, StepsTotal: 7}}
	option := &results.Explanation{Reason: &results.Reason{Kind: results.ReasonOption, Sentence: "It missed option C."},
		Failed: []results.FailedCheck{{Option: "C", Fault: "omitted"}}}
	r := NewReason(option, passed, nil)
	must.Equal(t, "It missed option C.", r.Text, "text")
	must.Equal(t, "A C", strings.Join(r.Passed.Chose, " "), "chose")
	loop := &results.Explanation{Reason: &results.Reason{Kind: results.ReasonLoop, Sentence: "It ran grep 155 times."}}
	must.Equal(t, 7, NewReason(loop, passed, nil).Passed.Steps, "steps")
	must.Equal(t, results.ReasonUnknown, NewReason(nil, passed, nil).Kind, "nothing known")
}

// Ticks are round, at most seven, and hold all that is drawn and zero.
func TestAxis(t *testing.T) {
	for _, test := range []struct {
		lo, hi float64
		want   string
	}{{-.178, .178, "−20 −10 0 +10 +20"}, {.02, .6, "0 +20 +40 +60"}, {-.4, .55, "−40 −20 0 +20 +40 +60"}, {0, 0, "−1 0 +1"}} {
		a := axisOf([]plotted{{At: test.hi, CI: &stats.Interval{Lo: test.lo, Hi: test.hi}}}, 5.5)
		var list []string
		for _, x := range a.ticks() {
			list = append(list, x.Text)
		}
		must.Equal(t, test.want, strings.Join(list, " "), "ticks")
	}
}

func TestLinesOf(t *testing.T) {
	got := linesOf("one\ntwo 7\nthree\nfour 7\n", func(l string) (bool, bool) { return strings.Contains(l, "7"), strings.HasPrefix(l, "four") })
	must.Same(t, []passageLine{{N: 2, Text: "two 7"}, {N: 4, Text: "four 7", Hit: true, Gap: true}}, got, "lines")
}

// What decided is shown on both sides: the file that states the value, what was written,
// and what was said.
func TestDeciding(t *testing.T) {
	audit := "# Audit\n**Key finding:** 9 of 11 nurses\n| over 48h | 7 of 11 |\n"
	w := &results.Explanation{Reason: &results.Reason{Kind: results.ReasonValue, Sentence: "count is 9; the check asks for 7."},
		Failed: []results.FailedCheck{{Text: "count expected 7, got 9", File: "out.json", Field: "a.count", Expected: "7", Got: "9",
			Read: &results.StepRef{File: "docs/audit.md", Quote: "**Key finding:** 9 of 11 nurses"},
			Seen: &results.StepRef{File: "docs/audit.md", Quote: "| over 48h | 7 of 11 |"}}}}
	of := results.Benchmark{ID: "b", Words: results.Words{Task: "round", Scenario: "scenario"}}
	c := NewTrials(TrialsQuery{Scenario: "s", Task: "q3"}, nil, [2]results.Run{{Slug: "one", System: results.System{Model: "one"}},
		{Slug: "two", System: results.System{Model: "two"}}}, [2]results.Benchmark{of, of})
	spec := results.Task{Scenario: "s", Slug: "q3", Facts: results.TaskFacts{Prompt: "Write out.json.\n- count: nurses in violation"}}
	c.AddTask(spec, []results.Task{{Slug: "q1"}, {Slug: "q2"}, {Slug: "q3"}}, nil, nil)
	call := func(step int, name, args, answer string) results.Step {
		return results.Step{StepID: step, Source: results.SourceAgent, ToolCalls: []results.ToolCall{{ID: "c", Name: name, Arguments: []byte(args)}},
			Observation: &results.Observation{Results: []results.Result{{CallID: "c", Content: answer}}}}
	}
	read := call(1, "read", `{"path":"docs/audit.md"}`, audit)
	for i, side := range c.Sides() {
		trial := &results.StoredTrial{Trial: results.Trial{Task: "q3", Attempt: 1, StepsTotal: 3,
			Status: []results.Status{results.Passed, results.Failed}[i]}}
		c.AddTrial(side, trial, []*results.Explanation{nil, w}[i])
	}
	said := func(step int, text string) results.Step {
		return results.Step{StepID: step, Source: results.SourceAgent, Message: text}
	}
	c.AddSteps(&c.A, []results.Step{read, call(2, "write", `{"path":"out.json","content":"{\n\"count\": 7\n}"}`, "ok"), said(3, "Done.")})
	c.AddSteps(&c.B, []results.Step{call(2, "write", `{"path":"out.json","content":"{\n\"count\": 9\n}"}`, "ok"), said(3, "count: 9 by the audit")})
	must.Equal(t, true, !c.Sought(&c.A) && c.Sought(&c.B), "B has not opened it in this round")
	c.AddEarlier(&c.B, &results.StoredTrial{Trial: results.Trial{Task: "q1", Attempt: 1}}, []results.Step{read})
	c.Align()
	must.Equal(t, `"count": 7`, c.Reason.Passed.Wrote, "what A wrote")
	d := c.deciding()
	must.Equal(t, "- count: nurses in violation", d.Asked, "asked")
	must.Equal(t, "a.count = 7", d.Check, "check")
	must.Equal(t, "opened in this round", d.Read[0].When, "read by A")
	must.Equal(t, "not opened in this round; last opened 2 rounds before", d.Read[1].When, "read by B")
	hits := func(p passage) string {
		text := ""
		for _, l := range p.Lines {
			if l.Hit {
				text += strings.TrimSpace(l.Text)
			}
		}
		return text
	}
	must.Equal(t, "| over 48h | 7 of 11 |", hits(d.Read[0]), "hit of A")
	must.Equal(t, "**Key finding:** 9 of 11 nurses", hits(d.Read[1]), "hit of B")
	must.Equal(t, `"count": 7`, hits(d.Wrote[0]), "written by A")
	must.Equal(t, `"count": 9`, hits(d.Wrote[1]), "written by B")
	must.Equal(t, "nothing about it", d.Said[0].When, "said by A")
	must.Equal(t, "count: 9 by the audit", d.Said[1].Lines[0].Text, "said by B")
}

// A kind is a cause only if passing trials cannot have it too, however often one run alone has it.
func TestCause(t *testing.T) {
	p := func(x float64) *float64 { return &x }
	for _, test := range []struct {
		holm, within *float64
		want         bool
	}{{p(.001), p(.001), true}, {p(.001), nil, false}, {p(.001), p(.2), false}, {p(.2), p(.001), false}, {nil, p(.001), false}} {
		k := FailureKind{PHolm: test.holm, PWithin: test.within}
		must.Equal(t, test.want, k.cause(), "cause")
	}
}

// TestUnread: only the side whose reading was searched is said not to have read the passage, and
// nothing is said where access is not known.
func TestUnread(t *testing.T) {
	for access, want := range map[string]string{results.AccessUnstated: "probably not stated", "": ""} {
		w := &results.Explanation{Reason: &results.Reason{}, Failed: []results.FailedCheck{{Option: "D", Fault: "omitted", Unread: true, Access: access}}}
		c := &Trials{}
		for i, side := range c.Sides() {
			c.AddTrial(side, &results.StoredTrial{Trial: results.Trial{Task: "q", Attempt: 1, Status: []results.Status{results.Passed, results.Failed}[i]}},
				[]*results.Explanation{nil, w}[i])
		}
		got := ""
		if d := c.deciding(); d.Read != nil {
			got = d.Read[1].When
			must.Equal(t, "not searched, because this side passed", d.Read[0].When, "the side that passed")
		}
		must.Equal(t, want, got, "%q", access)
	}
}
