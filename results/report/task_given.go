package report

import (
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results"
)

// Solution are the labels of the correct options.
func Solution(options []results.Option) []string {
	var list []string
	for _, o := range options {
		if o.Gold {
			list = append(list, o.Label)
		}
	}
	return list
}

// Given is the text that an agent had been given when it began the task at the
// index: all prompts up to it and the author's feedback on the tasks before.
// It is empty where the dataset's texts are not stored.
func Given(tasks []results.Task, at int) string {
	if at < 0 || tasks[at].Facts.Prompt == "" {
		return ""
	}
	var b strings.Builder
	for i := 0; i <= at; i++ {
		f := tasks[i].Facts
		b.WriteString(f.Prompt + "\n")
		if i == at {
			break
		}
		b.WriteString(f.FeedbackCorrect + "\n" + f.FeedbackIncorrect + "\n")
		for _, o := range tasks[i].Options {
			b.WriteString(o.Feedback + "\n")
		}
	}
	return b.String()
}

// SameLabels reports whether two lists hold the same labels in any order.
func SameLabels(a, b []string) bool {
	a, b = slices.Clone(a), slices.Clone(b)
	slices.Sort(a)
	slices.Sort(b)
	return slices.Equal(a, b)
}

// AppendNew adds what a list does not hold.
func AppendNew(list []string, s string) []string {
	if slices.Contains(list, s) {
		return list
	}
	return append(list, s)
}

// Neighbour is a link to the page before or after this one; empty at the ends.
type Neighbour struct{ Label, Href string }
