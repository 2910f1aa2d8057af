package ingest

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/why"
	"github.com/clawatlas/clawatlas/results/world"
)

// whys determines and saves the failure reasons of each run's trials. It recomputes them if the
// rules or the tasks have changed.
func (l *Loader) whys(ctx context.Context, d *results.Dataset, runs []results.ScoredRun) error {
	have, err := l.Store.ExplanationKeys(ctx, d.Benchmark.ID)
	if err != nil {
		return err
	}
	scenes, err := l.Store.WorldScenes(ctx, d.Benchmark.ID)
	if err != nil {
		return err
	}
	want := whyKey(d, scenes)
	tasks := make(map[results.TaskName]*results.Task, len(d.Tasks))
	for i := range d.Tasks {
		tasks[results.TaskName{Scenario: d.Tasks[i].Scenario, Task: d.Tasks[i].Slug}] = &d.Tasks[i]
	}
	for i := range runs {
		r := &runs[i].Run
		if r.Evidence == results.Published || have[r.ID] == want {
			continue
		}
		list, err := l.runWhys(ctx, r, d, tasks)
		if err != nil {
			return fmt.Errorf("find failure reasons of %s: %w", r.Slug, err)
		}
		if err := l.Store.SaveExplanations(ctx, d.Benchmark.ID, r.ID, want, list); err != nil {
			return err
		}
	}
	return nil
}

// whyKey returns a digest of the rules and of the task data that they use. scenes are the
// environments whose texts are stored.
func whyKey(d *results.Dataset, scenes []results.WorldScene) string {
	h := sha256.New()
	fmt.Fprintln(h, why.Rules)
	for _, s := range scenes {
		say(h, s.Scenario)
	}
	for i := range d.Tasks {
		t := &d.Tasks[i]
		say(h, t.Scenario, t.Slug, t.Facts.Prompt, t.Facts.Command, t.Facts.FeedbackCorrect, t.Facts.FeedbackIncorrect)
		say(h, t.Facts.Patterns...)
		for _, o := range t.Options {
			say(h, o.Label, o.Text, o.Feedback, fmt.Sprint(o.Gold))
		}
	}
	return hex.EncodeToString(h.Sum(nil))
}

func (l *Loader) runWhys(ctx context.Context, r *results.Run, d *results.Dataset,
	tasks map[results.TaskName]*results.Task) ([]results.TrialExplanation, error) {
	trials, err := l.Store.RunTrials(ctx, r.ID, "")
	if err != nil {
		return nil, err
	}
	var list []results.TrialExplanation
	for len(trials) > 0 {
		n := slices.IndexFunc(trials, func(t results.StoredTrial) bool { return t.Scenario != trials[0].Scenario })
		if n < 0 {
			n = len(trials)
		}
		found, err := l.scenarioWhys(ctx, r, d, trials[:n], tasks)
		if err != nil {
			return nil, err
		}
		list, trials = append(list, found...), trials[n:]
	}
	return list, nil
}

// scenarioWhys determines the failure reasons of a scenario's trials. It reads the traces of passed
// trials only if a failed trial follows in the same session.
func (l *Loader) scenarioWhys(ctx context.Context, r *results.Run, d *results.Dataset, trials []results.StoredTrial,
	tasks map[results.TaskName]*results.Task) ([]results.TrialExplanation, error) {
	last := slices.IndexFunc(trials, func(t results.StoredTrial) bool { return why.Asks(&t.Trial) })
	if last < 0 {
		return nil, nil
	}
	ids := make([]int64, len(trials))
	var asked []int64
	for i := range trials {
		if ids[i] = trials[i].ID; why.Asks(&trials[i].Trial) {
			asked, last = append(asked, ids[i]), i
		}
	}
	checks, err := l.Store.ManyChecks(ctx, asked)
	if err != nil {
		return nil, err
	}
	details, err := l.Store.ManyDetails(ctx, ids[:last+1])
	if err != nil {
		return nil, err
	}
	sessions := map[string]int{} // index of the last failed trial in each session
	for i := range trials[:last+1] {
		t := &trials[i]
		t.Details, t.Checks = details[t.ID], checks[t.ID]
		if id := t.Details.Session; id != "" && why.Asks(&t.Trial) {
			sessions[id] = i
		}
	}
	var reader why.Reader
	env := environment{l: l, d: d, framework: r.System.Framework}
	var list []results.TrialExplanation
	for i := range trials[:last+1] {
		t := &trials[i]
		task := tasks[results.TaskName{Scenario: t.Scenario, Task: t.Task}]
		until, shared := sessions[t.Details.Session]
		if task == nil || !why.Asks(&t.Trial) && (t.StepsTotal == 0 || !shared || i > until) {
			continue
		}
		turn, err := l.whyTurn(ctx, r.ID, task, t)
		if err != nil {
			return nil, err
		}
		turn.Word, turn.Sources = d.Benchmark.Words.Task, func() []why.Source { return env.at(ctx, task) }
		w := reader.Turn(turn)
		if env.err != nil {
			return nil, env.err
		}
		if w != nil && (w.Reason.Kind != results.ReasonUnknown || len(w.Failed) > 0) { // skip explanations without content; the page generates the text for an unknown reason
			list = append(list, results.TrialExplanation{Trial: t.ID, Why: w})
		}
	}
	return list, nil
}

// environment tracks the files and chats of a scenario from task to task. It is loaded on first
// use.
type environment struct {
	l         *Loader
	d         *results.Dataset
	framework string
	world     *results.World
	next      int // index of the first task whose changes are not yet in list
	list      []why.Source
	err       error
}

// at returns the files and chats as they were at the beginning of a task. Tasks must be requested
// in dataset order. The result is nil if the texts are not stored or the run's harness uses a
// different layout.
func (e *environment) at(ctx context.Context, task *results.Task) []why.Source {
	if e.world == nil {
		w, err := e.l.Store.FindWorld(ctx, e.d.Benchmark.ID, task.Scenario)
		if err != nil && !errors.Is(err, results.ErrNotFound) {
			e.err = err
		}
		e.world = &w
		for _, x := range w.Start {
			e.put(x.WorldObject, x.Text)
		}
	}
	if len(e.world.Start) == 0 || !e.world.InLayout(e.framework) {
		return nil
	}
	last := slices.IndexFunc(e.d.Tasks, func(t results.Task) bool { return t.Name() == task.Name() })
	for ; e.next <= last; e.next++ {
		for k := range e.world.Changes {
			t := &e.d.Tasks[e.next]
			if c := &e.world.Changes[k]; t.Scenario == task.Scenario && c.Round == t.Slug {
				e.put(c.WorldObject, c.After)
			}
		}
	}
	return slices.Clone(e.list)
}

// put adds a file or chat, or replaces its text. For a chat in JSON lines it keeps only the messages,
// each in its line.
func (e *environment) put(o results.WorldObject, text []byte) {
	x := why.Source{Path: o.Path, Text: string(text)}
	if o.Kind == string(world.Chat) {
		var b strings.Builder
		for line := range bytes.Lines(text) {
			b.WriteString(strings.ReplaceAll(strings.Join(world.Messages(line), "\n"), "\n", `\n`) + "\n")
		}
		if strings.TrimSpace(b.String()) != "" { // otherwise the log is in Markdown
			x.Text = b.String()
		}
	}
	if i := slices.IndexFunc(e.list, func(y why.Source) bool { return y.Path == o.Path }); i >= 0 {
		e.list[i] = x
		return
	}
	e.list = append(e.list, x)
}

// whyTurn loads the trace of a trial, unless it is too long, and for a failed trial also the
// judge's records.
func (l *Loader) whyTurn(ctx context.Context, run int64, task *results.Task, t *results.StoredTrial) (turn why.Turn, err error) {
	turn = why.Turn{Task: task, Trial: t}
	if err := ctx.Err(); err != nil {
		return turn, err
	}
	if t.StepsTotal > 0 {
		steps, err := l.wholeTrace(ctx, t)
		if err != nil {
			return turn, err
		}
		for k := range steps {
			turn.Steps = append(turn.Steps, &steps[k])
		}
	}
	if why.Asks(&t.Trial) {
		turn.Impossible = Impossible(task)
		turn.Said, err = l.saidOf(ctx, run, t)
	}
	return turn, err
}

const saidMost = 256 << 10

// saidOf loads the records in which the judge of a trial explains its verdict.
func (l *Loader) saidOf(ctx context.Context, run int64, t *results.StoredTrial) ([]why.Said, error) {
	if t.StepsTotal == 0 && len(t.Checks) == 0 {
		return nil, nil
	}
	raws, err := l.Store.Raws(ctx, run, t.ID)
	if err != nil {
		return nil, err
	}
	var list []why.Said
	for _, r := range raws {
		if r.Size == 0 || r.Size > saidMost || !why.OfJudge(r.Name) {
			continue
		}
		body, err := l.Store.RawReader(ctx, r.ID)
		if err != nil {
			return nil, err
		}
		text, err := io.ReadAll(body)
		if err != nil {
			return nil, err
		}
		list = append(list, why.Said{Record: r.Name, Text: string(text)})
	}
	return list, nil
}
