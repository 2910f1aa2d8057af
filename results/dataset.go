package results

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"reflect"
	"slices"
)

// Pinned reports whether the task list is complete, so that run records cannot add tasks.
func (d *Dataset) Pinned() bool { return len(d.Tasks) > 0 && d.Benchmark.Described() }

// Described reports whether anything is known about the benchmark apart from run records.
func (b *Benchmark) Described() bool {
	return b.Official || b.Repository != "" || b.Paper != "" || b.Digest != ""
}

// DatasetDifference counts the differences between a dataset and the stored one.
type DatasetDifference struct {
	Added   int       `json:"added"`             // number of tasks only in the other dataset
	Removed int       `json:"removed"`           // number of tasks missing from the other dataset
	Gold    int       `json:"gold"`              // number of tasks with a different correct answer or check
	Other   int       `json:"other"`             // number of tasks with different texts, updates or order
	Version [2]string `json:"version,omitempty"` // stored and other version; both are empty unless both are known and differ
	Scoring bool      `json:"scoring,omitempty"` // set if the scoring formulas differ
	Tasks   []string  `json:"tasks,omitempty"`   // tasks with a difference, as scenario/task
}

// Empty reports whether the datasets are equal.
func (d *DatasetDifference) Empty() bool {
	return len(d.Tasks) == 0 && d.Version[0] == d.Version[1] && !d.Scoring
}

// CompareDatasets compares another dataset with the stored one. If either contains only facts,
// missing texts do not count as differences.
func CompareDatasets(stored, other *Dataset) DatasetDifference {
	strict := !stored.FactsOnly && !other.FactsOnly
	var diff DatasetDifference
	if a, b := stored.Benchmark.Version, other.Benchmark.Version; a != "" && b != "" && a != b {
		diff.Version = [2]string{a, b}
	}
	a, b := stored.Benchmark.Scoring, other.Benchmark.Scoring
	diff.Scoring = a != b && a != "" && b != "" && a != ScoringNone
	if other.FactsOnly && len(other.Tasks) == 0 {
		return diff // the other dataset has only benchmark metadata
	}
	known := map[TaskName]*Task{}
	for i := range stored.Tasks {
		known[stored.Tasks[i].Name()] = &stored.Tasks[i]
	}
	for i := range other.Tasks {
		t := &other.Tasks[i]
		was := known[t.Name()]
		delete(known, t.Name())
		asked, check := true, true
		if was != nil && stored.FactsOnly && !other.FactsOnly {
			asked, check = samePin(was.Facts.Pinned, t)
		}
		switch {
		case was == nil:
			diff.Added++
		case !check || !sameGold(was, t, strict):
			diff.Gold++
		case !asked || !sameTexts(was, t, strict):
			diff.Other++
		default:
			continue
		}
		diff.Tasks = append(diff.Tasks, t.Name().String())
	}
	for name := range known {
		diff.Removed++
		diff.Tasks = append(diff.Tasks, name.String())
	}
	slices.Sort(diff.Tasks)
	return diff
}

// right holds the fields of a task that decide whether an answer is correct.
type right struct {
	Kind    string
	Options []string
	Gold    []string
	Checks  []CheckSpec
	Command string
	Exit    *int
	Stdout  *string
	Pattern bool
}

func rightOf(t *Task) right {
	r := right{Kind: t.Kind, Command: t.Facts.Command, Exit: t.Facts.ExpectExit, Stdout: t.Facts.ExpectStdout, Pattern: t.Facts.StdoutPattern}
	for _, o := range t.Options {
		r.Options = append(r.Options, o.Label)
		if o.Gold {
			r.Gold = append(r.Gold, o.Label)
		}
	}
	slices.Sort(r.Options)
	slices.Sort(r.Gold)
	for _, c := range t.Checks {
		r.Checks = append(r.Checks, CheckSpec{ID: c.ID, Day: c.Day, Weight: c.Weight, RedLine: c.RedLine})
	}
	return r
}

func sameGold(a, b *Task, strict bool) bool {
	x, y := rightOf(a), rightOf(b)
	if !strict {
		forget(&x, &y)
	}
	return reflect.DeepEqual(x, y)
}

// forget clears every field that has the zero value in a or in b, so that only fields known on both
// sides are compared.
func forget[T any](a, b *T) {
	x, y := reflect.ValueOf(a).Elem(), reflect.ValueOf(b).Elem()
	for i := range x.NumField() {
		if x.Field(i).IsZero() || y.Field(i).IsZero() {
			x.Field(i).SetZero()
			y.Field(i).SetZero()
		}
	}
}

// texts holds the wording and order of a task.
type texts struct {
	Ordinal, Day                 int
	Prompt, Correct, Incorrect   string
	Option, Feedback             string // texts of all options, concatenated
	Pref                         *Pref
	Updates                      []string
	Language, Difficulty, Domain string
}

func textsOf(t *Task) texts {
	f := &t.Facts
	x := texts{Ordinal: t.Ordinal, Day: t.Day, Prompt: f.Prompt, Correct: f.FeedbackCorrect, Incorrect: f.FeedbackIncorrect,
		Pref: f.Pref, Language: f.Language, Difficulty: f.Difficulty, Domain: f.Domain}
	for _, o := range sortedOptions(t) {
		if o.Text != "" {
			x.Option += o.Label + "\x00" + o.Text + "\x00"
		}
		if o.Feedback != "" {
			x.Feedback += o.Label + "\x00" + o.Feedback + "\x00"
		}
	}
	for _, u := range t.Updates {
		x.Updates = append(x.Updates, u.ID)
	}
	return x
}

func sortedOptions(t *Task) []Option {
	return slices.SortedFunc(slices.Values(t.Options), func(a, b Option) int { return cmp.Compare(a.Label, b.Label) })
}

func sameTexts(a, b *Task, strict bool) bool {
	x, y := textsOf(a), textsOf(b)
	if !strict {
		forget(&x, &y)
		if x.Pref != nil && y.Pref != nil {
			p, q := *x.Pref, *y.Pref
			forget(&p, &q)
			x.Pref, y.Pref = &p, &q
		}
	}
	return reflect.DeepEqual(x, y)
}

// ContentDigest returns the hex SHA-256 of the questions, checks and order of all tasks, without
// titles and file paths.
func (d *Dataset) ContentDigest() string {
	type task struct {
		Scenario, Slug string
		Right          right
		Texts          texts
	}
	tasks := make([]task, len(d.Tasks))
	for i := range d.Tasks {
		t := &d.Tasks[i]
		tasks[i] = task{t.Scenario, t.Slug, rightOf(t), textsOf(t)}
	}
	slices.SortFunc(tasks, func(a, b task) int {
		return cmp.Or(cmp.Compare(a.Scenario, b.Scenario), cmp.Compare(a.Slug, b.Slug))
	})
	h := sha256.New()
	// Encoding plain structs into a hash cannot fail.
	json.NewEncoder(h).Encode(struct {
		Scoring Scoring
		Tasks   []task
	}{d.Benchmark.Scoring, tasks})
	return hex.EncodeToString(h.Sum(nil))
}
