package ingest

import (
	"strings"

	"github.com/clawatlas/clawatlas/results"
)

// Questions finds the task of a dataset whose question a text asks.
type Questions struct {
	own  map[results.TaskName]string // question texts as written in the dataset
	list []question
}

// question is a task's question with normalised whitespace.
type question struct {
	name results.TaskName
	text string
}

// NewQuestions indexes the questions of a dataset's tasks.
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

func evenly(text string) string { return strings.Join(strings.Fields(text), " ") }

// Asks finds the task whose question occurs in a text, preferring own. ok is false if there is
// none, or if own has no question.
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

// Has reports whether the dataset has a question for a task.
func (q *Questions) Has(name results.TaskName) bool { return q.own[name] != "" }

// leastQuestion is the minimum length of a question, in bytes. A shorter one may occur in other
// texts by chance.
const leastQuestion = 40

// told reports whether a task's question is long enough to be distinctive.
func (q *Questions) told(name results.TaskName) bool { return len(q.own[name]) >= leastQuestion }
