package world

import (
	"embed"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/clawatlas/clawatlas/results"
)

//go:embed annotations/*.json
var annotations embed.FS

// Annotation is what people have read in a dataset that no rule can find in it:
// which options restate a belief that an update reverses, which checks name a
// changed object, which rules an exam of preferences tests. It holds ids, letters
// and names, and no text of the dataset.
type Annotation struct {
	Benchmark string     `json:"benchmark"` // id
	Source    string     `json:"source"`    // what was read
	Reversals []Reversal `json:"reversals"`
	Named     []Naming   `json:"named"`
	Exams     []Exam     `json:"exams"`
}

// Reversal is a belief that an update reverses.
type Reversal struct {
	ID       string   `json:"id"`
	Scenario string   `json:"scenario"`
	Update   string   `json:"update"` // round before which it is reversed
	Before   string   `json:"before"` // the belief, in our words
	After    string   `json:"after"`  // what holds from then on, in our words
	Stale    []Choice `json:"stale"`  // options that restate the old belief, and must be rejected
	New      []Choice `json:"new"`    // options that state the new one, and must be chosen
	Source   string   `json:"source"` // where the annotation comes from
}

// Choice is an option of a round.
type Choice struct{ Task, Option string }

// UnmarshalText reads "q4:B".
func (c *Choice) UnmarshalText(text []byte) error {
	var ok bool
	if c.Task, c.Option, ok = strings.Cut(string(text), ":"); !ok || c.Task == "" || c.Option == "" {
		return fmt.Errorf("%q is not a round with an option", text)
	}
	return nil
}

// Naming is a checked round, at or after an update, whose question, feedback or
// checker names an object that has changed.
type Naming struct {
	Round   RoundName `json:"round"`
	Objects []string  `json:"objects"` // their names
}

// Exam is a round whose own check tests preferences after its content.
type Exam struct {
	Round RoundName `json:"round"`
	Rules []string  `json:"rules"` // ids, in the order of the check; they mean something else in each scenario
}

// RoundName is a round as annotations name it.
type RoundName struct{ results.TaskName }

// UnmarshalText reads "hil_s1/q7".
func (p *RoundName) UnmarshalText(text []byte) error {
	var ok bool
	if p.Scenario, p.Task, ok = strings.Cut(string(text), "/"); !ok {
		return fmt.Errorf("%q is not a round of a scenario", text)
	}
	return nil
}

// AnnotationOf is the annotation of a benchmark with these tasks. It is nil if
// there is none, or if one of the checked rounds that it speaks of is not there:
// it is then of another dataset.
func AnnotationOf(benchmark string, tasks []results.Task) *Annotation {
	all, err := readAnnotations()
	if err != nil {
		panic(err) // they are compiled in, and a test reads them
	}
	i := slices.IndexFunc(all, func(a *Annotation) bool { return a.Benchmark == benchmark })
	if i < 0 || !all[i].fits(tasks) {
		return nil
	}
	return all[i]
}

func (a *Annotation) fits(tasks []results.Task) bool {
	checked := map[results.TaskName]bool{}
	for i := range tasks {
		checked[tasks[i].Name()] = tasks[i].Kind == results.KindExecCheck
	}
	return !slices.ContainsFunc(a.Named, func(n Naming) bool { return !checked[n.Round.TaskName] }) &&
		!slices.ContainsFunc(a.Exams, func(e Exam) bool { return !checked[e.Round.TaskName] })
}

var readAnnotations = sync.OnceValues(func() ([]*Annotation, error) {
	entries, err := annotations.ReadDir("annotations")
	if err != nil {
		return nil, err
	}
	var list []*Annotation
	for _, e := range entries {
		data, err := annotations.ReadFile("annotations/" + e.Name())
		if err != nil {
			return nil, err
		}
		a := new(Annotation)
		if err := json.Unmarshal(data, a); err != nil {
			return nil, fmt.Errorf("read annotations/%s: %w", e.Name(), err)
		}
		list = append(list, a)
	}
	return list, nil
})
