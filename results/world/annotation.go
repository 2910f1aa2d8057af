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

// Annotation contains facts about a dataset that were found by reading it, because no rule can find
// them: options that restate a reversed belief, checks that name a changed file or chat, and the
// rules of preference exams. It contains ids, letters and names, but no texts of the dataset.
type Annotation struct {
	Benchmark string     `json:"benchmark"` // id of the benchmark
	Source    string     `json:"source"`    // description of the texts that were read
	Reversals []Reversal `json:"reversals"`
	Named     []Naming   `json:"named"`
	Exams     []Exam     `json:"exams"`
}

// Reversal is a belief that an update reverses.
type Reversal struct {
	ID       string   `json:"id"`
	Scenario string   `json:"scenario"`
	Update   string   `json:"update"` // slug of the round after the update
	Before   string   `json:"before"` // old belief, in our own words
	After    string   `json:"after"`  // new belief, in our own words
	Stale    []Choice `json:"stale"`  // options that restate the old belief and are wrong
	New      []Choice `json:"new"`    // options that state the new belief and are correct
	Source   string   `json:"source"` // source of the annotation
}

// Choice is an option of a round.
type Choice struct{ Task, Option string }

// UnmarshalText parses the form "q4:B".
func (c *Choice) UnmarshalText(text []byte) error {
	var ok bool
	if c.Task, c.Option, ok = strings.Cut(string(text), ":"); !ok || c.Task == "" || c.Option == "" {
		return fmt.Errorf("%q is not a round with an option", text)
	}
	return nil
}

// Naming is a checked round at or after an update. Its question, feedback or checker names a
// changed file or chat.
type Naming struct {
	Round   RoundName `json:"round"`
	Objects []string  `json:"objects"` // names of the changed files and chats
}

// Exam is a round whose check tests first the content and then the user's preferences.
type Exam struct {
	Round RoundName `json:"round"`
	Rules []string  `json:"rules"` // ids of the rules in the order of the check; their meaning differs between scenarios
}

// RoundName identifies a round in annotations.
type RoundName struct{ results.TaskName }

// UnmarshalText parses the form "hil_s1/q7".
func (p *RoundName) UnmarshalText(text []byte) error {
	var ok bool
	if p.Scenario, p.Task, ok = strings.Cut(string(text), "/"); !ok {
		return fmt.Errorf("%q is not a round of a scenario", text)
	}
	return nil
}

// AnnotationOf returns the annotation of a benchmark with the given tasks. It returns nil if there
// is none, or if the tasks lack an annotated round and therefore belong to a different dataset.
func AnnotationOf(benchmark string, tasks []results.Task) *Annotation {
	all, err := readAnnotations()
	if err != nil {
		panic(err) // cannot happen: the annotations are embedded, and a test parses them
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
