package task

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
	g := givenReader{tasks: tasks}
	return g.upTo(at)
}

// givenReader reads what Given says of one task after the other: what was given up to
// a task begins what was given up to the next.
type givenReader struct {
	tasks []results.Task
	text  strings.Builder
	read  int // tasks whose prompts are in text
}

// upTo is Given; no earlier task may be asked for after a later one.
func (g *givenReader) upTo(at int) string {
	if at < 0 || g.tasks[at].Facts.Prompt == "" {
		return ""
	}
	for ; g.read <= at; g.read++ {
		if g.read > 0 {
			before := &g.tasks[g.read-1]
			g.line(before.Facts.FeedbackCorrect)
			g.line(before.Facts.FeedbackIncorrect)
			for _, o := range before.Options {
				g.line(o.Feedback)
			}
		}
		g.line(g.tasks[g.read].Facts.Prompt)
	}
	return g.text.String()
}

func (g *givenReader) line(s string) {
	g.text.WriteString(s)
	g.text.WriteByte('\n')
}

// SameLabels reports whether two lists hold the same labels in any order.
func SameLabels(a, b []string) bool {
	a, b = slices.Clone(a), slices.Clone(b)
	slices.Sort(a)
	slices.Sort(b)
	return slices.Equal(a, b)
}

// Neighbour is a link to the page before or after this one; empty at the ends.
type Neighbour struct{ Label, Href string }
