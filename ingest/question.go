package ingest

import (
	"strings"

	"github.com/clawatlas/clawatlas/results"
)

// Questions tells which task of a dataset a text asks.
type Questions struct {
	own  map[results.TaskName]string // as the dataset writes them
	list []question
}

// question is a task's question with spaces and ends of lines alike.
type question struct {
	name results.TaskName
	text string
}

// NewQuestions takes the questions of a dataset's tasks.
func NewQuestions(tasks []results.Task) *Questions {
	q := &Questions{own: map[results.TaskName]string{}}
	for i := range tasks {
		text := strings.TrimSpace(tasks[i].Facts.Prompt)
		if text == "" {
			continue
		}
		q.own[tasks[i].Name()] = text
		q.list = append(q.list, question{tasks[i].Name(), evenly(text)})
	}
	return q
}

// evenly writes a text with single spaces.
func evenly(text string) string { return strings.Join(strings.Fields(text), " ") }

// Asks finds the task whose question is in a text, preferably own. It is not ok without one, or if own has no question.
func (q *Questions) Asks(own results.TaskName, text string) (name results.TaskName, ok bool) {
	want := q.own[own]
	if want == "" {
		return name, false
	}
	if strings.Contains(text, want) {
		return own, true
	}
	even := evenly(text)
	if strings.Contains(even, evenly(want)) {
		return own, true
	}
	longest := 0
	for _, x := range q.list {
		if len(x.text) > longest && strings.Contains(even, x.text) {
			name, longest = x.name, len(x.text)
		}
	}
	return name, longest > 0
}

// Has reports whether the dataset has a question of a task.
func (q *Questions) Has(name results.TaskName) bool { return q.own[name] != "" }

// leastQuestion is the length from which a question is more than a phrase of other texts.
const leastQuestion = 40

// told reports whether a task's question is more than a phrase.
func (q *Questions) told(name results.TaskName) bool { return len(q.own[name]) >= leastQuestion }
