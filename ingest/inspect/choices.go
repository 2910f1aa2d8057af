package inspect

import (
	"fmt"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results"
)

// describe says what a task asks, from the first log that has it. Its choices are options
// where the target names some of them by their letters.
func (a *attempt) describe(task *results.Task) {
	gold := a.letters(a.target)
	if len(gold) == 0 {
		task.Facts.Prompt = a.asks()
		return
	}
	task.Facts.Prompt, task.Kind = a.prompt, results.KindMultiChoice
	for i, text := range a.choices {
		task.Options = append(task.Options, results.Option{Label: letterOf(i), Text: text, Gold: slices.Contains(gold, letterOf(i))})
	}
}

// offers reports whether the sample was asked with these options.
func (a *attempt) offers(options []results.Option) bool {
	return slices.EqualFunc(a.choices, options, func(text string, o results.Option) bool { return text == o.Text })
}

// picks sets which options are correct and which were chosen, as the log has them. Where
// nobody has judged the answer, or it is no list of letters, the trial has no options, and
// its scorers say the rest.
func (a *attempt) picks(t *results.Trial, target string, lead *verdict) {
	if t.Kind != results.KindMultiChoice {
		return
	}
	gold := a.letters(target)
	if len(gold) == 0 || lead == nil || a.letters(lead.answer) == nil && strings.TrimSpace(lead.answer) != "" {
		t.Kind = results.KindReward
		return
	}
	t.Gold, t.Selected = gold, a.letters(lead.answer)
}

// letters reads the letters of choices, such as "B", "A, C" or "AC"; nil if the text is
// anything else.
func (a *attempt) letters(text string) []string {
	if len(a.choices) > 26 {
		return nil
	}
	var list []string
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return strings.ContainsRune(" ,;\n", r) }) {
		for _, r := range word {
			if r < 'A' || int(r-'A') >= len(a.choices) || slices.Contains(list, string(r)) {
				return nil
			}
			list = append(list, string(r))
		}
	}
	slices.Sort(list)
	return list
}

// asks is what a sample asks, with what it may choose from.
func (a *attempt) asks() string {
	var b strings.Builder
	b.WriteString(a.prompt)
	for i, c := range a.choices {
		fmt.Fprintf(&b, "\n%s) %s", letterOf(i), c)
	}
	return b.String()
}

func letterOf(i int) string {
	if i < 26 {
		return string(rune('A' + i))
	}
	return fmt.Sprint(i - 25)
}
