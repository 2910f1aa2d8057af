package ingest

import (
	"strings"

	"github.com/clawatlas/clawatlas/results"
)

// Questions finds out which task's question a text asks.
type Questions struct {
	own  map[results.TaskName]string // question texts of the dataset by task
	list []question
}

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

// Asks returns the task whose question occurs in a text. If several do, it prefers own. ok is false
// if none does or if the question of own is unknown.
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

// leastQuestion is the minimum length in bytes of a question that identifies its task. A shorter
// one may occur in other texts by chance.
const leastQuestion = 40

// told reports whether a task's question is long enough to identify the task.
func (q *Questions) told(name results.TaskName) bool { return len(q.own[name]) >= leastQuestion }
