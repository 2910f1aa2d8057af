package world

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

func TestEachValue(t *testing.T) {
	for text, want := range map[string]string{
		"rate 0.173, 12 of 345 (1,234.5 USD)":       "0.173! 12 345? 1234.5!",
		`{"n":7731,"at":"2026-03-01T09:15:00Z"}`:    "7731! 2026-03-01 09:15:00! 2026-03-01 09:15:00",
		"2026-03-01 09:15, later 10:30, 2026-03-02": "2026-03-01 09:15! 2026-03-01 09:15 10:30! 10 30 2026-03-02? 2026 03 02",
		"QX-2026-001 took 300ms and 15kg":           "QX-2026-001! 2026 001 300? 15",
		"100,2000 5,12 v1.2.3":                      "100? 2000! 5 12 v1.2.3 1.2 3",
		"see logs/7731 and 7732/x":                  "7731 7732",
		"第12345号":                                   "12345!",
		"no digits, __ -":                           "",
	} {
		var list []string
		eachValue(text, func(v string, s strength) { list = append(list, v+[]string{"", "?", "!"}[s]) })
		must.Equal(t, want, strings.Join(list, " "), "%q", text)
	}
}

// usedScene has a file that is new before q2 and replaced before q5; q4 asks no file.
func usedScene(question string) *Scene {
	report := file("docs/report.md")
	initial := map[ObjectID][]byte{file("plan.md"): []byte("7001 and 0.5"), chat("boss"): session("[Slack Boss 2026-01-02 08:00] 7002")}
	rounds := []Round{{Slug: "q1", Exec: true}, {Slug: "q2", Question: "about 7003?", Writes: []Write{
		{Update: "u1", Object: report, Action: ActionNew, Data: []byte("7001 7002 7003 7004 7005, 0.173, 411, 412, 2026-01-02 08:00, 9009\n")},
	}}, {Slug: "q3", Question: question, Exec: true}, {Slug: "q4"}, {Slug: "q5", Question: "7004", Exec: true, Writes: []Write{
		{Update: "u2", Object: report, Action: ActionNew, Data: []byte("7005 and 8008")},
	}}}
	changes, _ := Replay(initial, rounds)
	return NewScene(initial, rounds, changes)
}

func TestUsedValues(t *testing.T) {
	write := func(text string) *results.Step {
		s := step("write", map[string]any{"path": "/w/out.json", "content": text}, "ok")
		s.Source = results.SourceAgent
		return s
	}
	failed, sub := write("0.173"), write("0.173")
	failed.Observation.Results[0].Failed, sub.Depth = true, 1
	heredoc := shell("cat > a/b.md <<'E'\nfirst\nrate: 0.173\nE", "ok")
	heredoc.Source = results.SourceAgent
	told := &results.Step{Source: "user", Message: "[Feedback] 0.173"}
	tests := []struct {
		name  string
		round int
		steps []*results.Step
		want  string
	}{
		{"number with a point", 2, []*results.Step{write("a: 1\nb: 0.173\n")}, "q2 [0.173] in out.json at q3: b: 0.173"},
		{"here-document", 2, []*results.Step{heredoc}, "q2 [0.173] in b.md at q3: rate: 0.173"},
		{"longer number", 2, []*results.Step{write("10.173 0.1731")}, ""},
		{"one weak value", 2, []*results.Step{write("411"), write("412")}, ""},
		{"two weak values", 2, []*results.Step{write("411 412")}, "q2 [411 412] in out.json at q3: 411 412"},
		{"of other objects", 2, []*results.Step{write("7001 7002 0.5")}, ""},
		{"head of a message", 2, []*results.Step{write("2026-01-02 08:00")}, ""},
		{"in a question before", 2, []*results.Step{write("7003")}, ""},
		{"in a question after", 2, []*results.Step{write("7004")}, "q2 [7004] in out.json at q3: 7004"},
		{"told by feedback", 2, []*results.Step{told, write("0.173")}, ""},
		{"no file is asked for", 3, []*results.Step{write("0.173")}, ""},
		{"the state is gone", 4, []*results.Step{write("0.173")}, ""},
		{"of both states", 4, []*results.Step{write("7005")}, ""},
		{"of the later state", 4, []*results.Step{write("8008")}, "q5 [8008] in out.json at q5: 8008"},
		{"failed", 2, []*results.Step{failed}, ""},
		{"of a sub-agent", 2, []*results.Step{sub}, ""},
		{"at most three", 2, []*results.Step{write("9009 0.173 7004 7005")}, "q2 [9009 0.173 7004] in out.json at q3: 9009 0.173 7004 7005"},
	}
	s := must.Get(UnpackScene(usedScene("").Pack()))(t)
	if diff := cmp.Diff(usedScene("").only, s.only, cmp.AllowUnexported(onlyValue{})); diff != "" {
		t.Errorf("packed: %s", diff)
	}
	for _, x := range tests {
		var l results.Looked
		s.AddLooks(&l, "s", []Turn{{Round: x.round, Steps: x.steps}})
		got := ""
		for _, u := range l.Used {
			got += fmt.Sprintf("%s %s in %s at %s: %s", u.Round, u.Values, u.File, u.At, u.Quote)
		}
		must.Equal(t, x.want, got, "%s", x.name)
	}
	var l results.Looked
	s.AddLooks(&l, "s", []Turn{{Round: 0, Steps: []*results.Step{write("0.173")}}, {Round: 2, Steps: []*results.Step{write("0.173")}}})
	if l.Used != nil {
		t.Errorf("written before the change: %+v", l.Used)
	}
	s.AddLooks(&l, "s", []Turn{{Round: 2, Steps: []*results.Step{write("0.173"), write("9009")}}})
	if len(l.Used) != 1 || l.Used[0].Values[0] != "0.173" {
		t.Errorf("not the first: %+v", l.Used)
	}
}
