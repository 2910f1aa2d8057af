package boards

import (
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results"
)

// tasks describes where a site lists the tasks.
type tasks struct {
	source
	When                                                        *expr // condition for a row to be a task; empty: always
	Group, Slug, Task, Title, Prompt, Difficulty, Path, Timeout *expr
	Factors                                                     *expr            // object; the keys with the value true become the task's factors
	Tags                                                        map[string]*expr // expressions for tags, by tag prefix; each evaluates to a string or a list of strings
}

func (f *tasks) save(r *reader, w ingest.Writer) error {
	d := &results.Dataset{Benchmark: results.Benchmark{ID: r.Board.ID, Name: r.Board.Name, Scoring: results.ScoringReward}}
	labels := r.labels()
	titles := map[string]string{}
	err := r.each(&f.source, func(e *env) error {
		if f.When != nil && !truth(f.When.of(e)) {
			return nil
		}
		d.Benchmark.Digest = hex.EncodeToString(e.doc.rec.Sum[:])
		t := results.Task{Scenario: f.Slug.textOf(e), Slug: f.Task.textOf(e), Title: f.Title.textOf(e), Kind: results.KindReward}
		if !results.ValidSlug(t.Slug) || !results.ValidSlug(t.Scenario) {
			return fmt.Errorf("%s: task %q of %q: %w", e.doc.rec.Name, t.Slug, f.Group.textOf(e), results.ErrInvalid)
		}
		titles[t.Scenario] = f.Group.textOf(e)
		t.Facts = results.TaskFacts{Prompt: f.Prompt.textOf(e), TimeoutS: number(e, f.Timeout.of(e)), Difficulty: f.Difficulty.textOf(e),
			DifficultyBoard: labels[t.Slug], Domain: titles[t.Scenario], SourcePath: f.Path.textOf(e)}
		factors, _ := f.Factors.of(e).(*node)
		for _, x := range factors.items() {
			if truth(x) {
				t.Facts.Factors = append(t.Facts.Factors, x.key)
			}
		}
		slices.Sort(t.Facts.Factors)
		for _, kind := range sorted(f.Tags) {
			t.Facts.Tags = append(t.Facts.Tags, texts(kind+":", f.Tags[kind].of(e))...)
		}
		d.Tasks = append(d.Tasks, t)
		return nil
	})
	if err != nil || len(d.Tasks) == 0 {
		return err
	}
	slices.SortStableFunc(d.Tasks, func(a, b results.Task) int { return strings.Compare(titles[a.Scenario], titles[b.Scenario]) })
	for i := range d.Tasks {
		t := &d.Tasks[i]
		if i == 0 || d.Tasks[i-1].Scenario != t.Scenario {
			d.Scenarios = append(d.Scenarios, results.Scenario{Slug: t.Scenario, Title: titles[t.Scenario], Ordinal: len(d.Scenarios) + 1})
			t.Ordinal = 1
		} else {
			t.Ordinal = d.Tasks[i-1].Ordinal + 1
		}
	}
	return w.SaveDataset(r.ctx, d)
}

// texts returns the string v, or the strings in the list v, each with the prefix.
func texts(before string, v any) (list []string) {
	if s, ok := scalar(v).(string); ok {
		return []string{before + s}
	}
	n, _ := v.(*node)
	for _, x := range n.items() {
		if s, ok := scalar(x).(string); ok {
			list = append(list, before+s)
		}
	}
	return list
}
