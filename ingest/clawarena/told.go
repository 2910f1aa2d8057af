package clawarena

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/clawatlas/clawatlas/results"
)

const feedbackMark = "[Previous Feedback] "

// told returns the feedback on the previous round that the agent received: the text before the
// question in the prompt. It is never derived from the dataset, because the harness may have sent
// the wrong feedback.
func told(sent string, task, prev *results.Task, prevTrial *results.Trial) *results.Told {
	if prev == nil || prevTrial == nil {
		return nil
	}
	t := &results.Told{About: prev.Slug, Actual: prevTrial.Status, Verdict: "none"}
	failed := prevTrial.Score != nil && *prevTrial.Score < 1
	passed := prevTrial.Score != nil && *prevTrial.Score >= 1
	text, ok := feedbackText(sent, task)
	if ok {
		t.Text = text
		t.Verdict = classify(text, prev)
	}
	switch t.Verdict {
	case "correct":
		t.Opposite = failed
	case "incorrect", "options":
		t.Opposite = passed
	}
	return t
}

func feedbackText(sent string, task *results.Task) (string, bool) {
	rest, ok := strings.CutPrefix(sent, feedbackMark)
	if !ok {
		return "", false
	}
	end := -1
	if task != nil && task.Facts.Prompt != "" {
		end = strings.Index(rest, strings.TrimSpace(task.Facts.Prompt))
	}
	if end < 0 {
		if end = strings.Index(rest, "\n\n"); end < 0 {
			end = len(rest)
		}
	}
	text := rest[:end]
	if i := strings.LastIndex(text, updateNote); i >= 0 {
		text = text[:i]
	}
	return strings.TrimSpace(text), true
}

// Text that the harness adds around a question and its feedback.
var harnessWords = regexp.MustCompile(`(?i:\[Previous feedback\])( \{feedback\})?|` + updateNote +
	`(\\n)?|(\\n)?Select all correct statements, and answer with .bbox\{X,Y,\.\.\.\} format directly\.|` +
	`You (missed|incorrectly selected) option [A-Z]: |Keep this in mind as you continue with the next task\.|` +
	`Note: your previous response did not include a .bbox\{X\} answer \(e\.g\. .bbox\{A\} for a single option, or .bbox\{A,B\} for multiple options\)\.|` +
	`Your last answer had no .bbox\{\.\.\.\} in it, so no letter could be taken from it\.`) // text of the example harness

// beside returns the part of a prompt that is neither the question nor known feedback nor harness
// text. It returns "" if there is none.
func (r *run) beside(task *results.Task, sent string) string {
	texts := []string{task.Facts.Prompt}
	for _, o := range task.Options {
		texts = append(texts, o.Label+". "+o.Text)
	}
	for i := range r.dataset.Tasks {
		t := &r.dataset.Tasks[i]
		if t.Scenario != task.Scenario || t.Ordinal >= task.Ordinal {
			continue
		}
		texts = append(texts, t.Facts.FeedbackCorrect, t.Facts.FeedbackIncorrect)
		for _, o := range t.Options {
			texts = append(texts, o.Feedback)
		}
		if p := t.Facts.Pref; p != nil {
			texts = append(texts, p.Correct, p.Incorrect)
		}
	}
	for i := range texts {
		texts[i] = strings.Join(strings.Fields(texts[i]), " ")
	}
	slices.SortFunc(texts, func(a, b string) int { return len(b) - len(a) })
	var pairs []string
	for _, text := range slices.Compact(texts) {
		if text != "" {
			pairs = append(pairs, text, "")
		}
	}
	return besideHarness(strings.NewReplacer(pairs...).Replace(strings.Join(strings.Fields(sent), " ")))
}

func besideHarness(text string) string {
	rest := strings.TrimSpace(harnessWords.ReplaceAllString(text, ""))
	if !strings.ContainsFunc(rest, func(c rune) bool { return unicode.IsLetter(c) || unicode.IsDigit(c) }) {
		return ""
	}
	return rest
}

// classify compares the received feedback with the previous round's feedback texts.
func classify(text string, prev *results.Task) string {
	f := prev.Facts
	has := func(s string) bool {
		s = strings.TrimSpace(s)
		return s != "" && strings.Contains(text, s)
	}
	switch {
	case strings.Contains(text, "You missed option") || strings.Contains(text, "You incorrectly selected"):
		return "options" // even if the dataset's own prompt adds praise
	case has(f.FeedbackIncorrect):
		return "incorrect"
	case has(f.FeedbackCorrect):
		return "correct"
	case mentionsOption(text, prev):
		return "options"
	case f.Pref != nil && (has(f.Pref.Incorrect) || has(f.Pref.Correct)):
		return "preference"
	}
	return "unknown"
}

func mentionsOption(text string, prev *results.Task) bool {
	return slices.ContainsFunc(prev.Options, func(o results.Option) bool {
		return o.Feedback != "" && strings.Contains(text, strings.TrimSpace(o.Feedback))
	})
}
