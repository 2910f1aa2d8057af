package why

import (
	"fmt"
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

// TestOptionTexts: the texts of options are taken from a prompt only if it can be told which is which.
func TestOptionTexts(t *testing.T) {
	const asked = "[Previous Feedback] A. is right.\n\nWhich?\n\n"
	for prompt, want := range map[string]string{
		asked + "A. one\nB. two\n   lines\nC) three\n\nAnswer using \\bbox{X,Y,...}.":    "A=one B=two\n   lines C=three ",
		asked + "A.\n---\na: 1\n\nb: 2\n\nB.\nx\n\nC.\n\"\"\"\n\nMeta\n\nUse \\bbox{X}.": "A=---\na: 1\n\nb: 2 B=x C=\"\"\"\n\nMeta ",
		asked + "A. one\r\nB. two\r\nC. three\r\n\r\nAnswer \\bbox{X}":                   "A=one B=two C=three ",
		asked + "A. one\nB. two\n\nAnswer \\bbox{X}":                                     "A= B= C= ",
		asked + "A. one\nC. two\nB. three\n\nAnswer \\bbox{X}":                           "A= B= C= ",
		asked + "A. one\nB. two\nC. three\nD. four\n\nAnswer \\bbox{X}":                  "A= B= C= ",
		asked + "A. one\nB. two\nC. three":                                               "A= B= C= ",
		asked + "A. one\nB. two:\nA. again\nC. three\n\nAnswer \\bbox{X}":                "A= B= C= ",
	} {
		task := &results.Task{Options: []results.Option{{Label: "A"}, {Label: "B"}, {Label: "C"}}}
		got := ""
		for _, o := range Options(task, prompt) {
			got += fmt.Sprintf("%s=%s ", o.Label, o.Text)
		}
		must.Equal(t, want, got, "%q", prompt)
		task.Options[1].Text = "known"
		if text := Options(task, prompt)[1].Text; text == "known" != (got == "A= B= C= ") {
			t.Errorf("%q: the option’s text is %q, the dataset's is shortened", prompt, text)
		}
	}
}

// TestRuled: a line that states the rule of an option is its passage, but not that of an exception to
// the rule, and not a line about something else under the same rule.
func TestRuled(t *testing.T) {
	s := &session{counts: map[string]counted{}}
	s.shown.add(shown{at: results.StepRef{Step: 1},
		text: "[Mon 10:00] [Feedback] Issues: (1) create day25/sprint9_board.json.bak before modifying (P4); (2) dashboard_at must be ISO 8601 +08:00 (P1)"})
	turn := &Turn{Task: &results.Task{}, Trial: &results.StoredTrial{}}
	for text, want := range map[string]string{
		"sprint9_board.json, .bak created (P4)":              "create day25/sprint9_board.json.bak before modifying (P4);",
		"sprint9_board.json does not need a .bak (P4)":       "",
		"The sprint board needs an ISO 8601 fix by P1":       "",
		"sprint9_board.json, .bak created, rule not in line": "",
	} {
		got := ""
		if at := s.ruled(s.statement(turn, text), &results.Option{Text: text, Gold: true}); at != nil {
			got = at.Quote
		}
		must.Equal(t, want, got, "%q", text)
	}
}
