package clawmark

import (
	"context"
	"errors"
	"fmt"
	"path"
	"time"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results"
)

// errOtherShape means that result.json was written by a different harness.
var errOtherShape = errors.New("not a ClawMark result: task_id, stages or rubric is missing")

func (r *reader) trial(ctx context.Context, dir string) error {
	name := path.Join(dir, resultFile)
	raw, rec, err := r.record(name)
	if errors.Is(err, errOtherShape) {
		r.warn(name, "%v: directory skipped", err)
		return nil
	}
	t := r.newTrial(dir, rec)
	if t == nil {
		r.warn(name, "cannot tell which task this is: directory skipped")
		return nil
	}
	task := r.known.tasks[t.Task]
	if err != nil {
		r.unreadable(name, t, err)
	} else {
		r.score(name, t, raw, rec, task)
	}
	if err := r.rw.Trial(ctx, t); err != nil {
		return fmt.Errorf("save trial %s: %w", dir, err)
	}
	if raw != nil {
		if err := r.rw.Raw(ctx, raw); err != nil {
			return fmt.Errorf("keep %s: %w", name, err)
		}
	}
	if err := r.transcript(ctx, dir, t, task); err != nil {
		return err
	}
	if err := r.workspace(ctx, dir); err != nil {
		return err
	}
	r.run.StartedAt, r.run.FinishedAt = results.Earlier(r.run.StartedAt, t.StartedAt), results.Later(r.run.FinishedAt, t.FinishedAt)
	if err := r.rw.AmendTrial(ctx, t); err != nil {
		return fmt.Errorf("save trial %s: %w", dir, err)
	}
	return nil
}

func (r *reader) unreadable(name string, t *results.Trial, err error) {
	line, text := 0, err.Error()
	var fault *ingest.JSONError
	if errors.As(err, &fault) {
		line, text = fault.Line, fmt.Sprintf("line %d: %v", fault.Line, fault.Err)
		err = fault.Err
	}
	t.Status, t.Details.ErrorType, t.Details.ErrorText = results.JudgeError, "unreadable_record", text
	r.rw.Warn(ingest.Warn(name, line, "%v; the trial has no score", err))
}

// record reads a result.json. It returns the raw record even if the JSON is invalid.
func (r *reader) record(name string) (*ingest.Record, *record, error) {
	if !isFile(r.in.FS, name) {
		return nil, nil, errNoResult
	}
	raw, err := r.in.Record(name)
	if err != nil {
		return nil, nil, err
	}
	var s shape
	if err := raw.Decode(&s); err != nil {
		return raw, nil, err
	}
	if !s.fits() {
		return raw, nil, errOtherShape
	}
	rec := &record{}
	if err := raw.Decode(rec); err != nil {
		return raw, nil, err
	}
	return raw, rec, nil
}

func (r *reader) newTrial(dir string, rec *record) *results.Trial {
	name := dirName(r.in, dir)
	id := name
	if rec != nil && rec.TaskID != "" {
		id = rec.TaskID
		own := path.Base(path.Dir(dir)) + "_" + name // directory layout of the benchmark repository: office/task1
		if name != "" && name != id && own != id && dir != r.in.Item.Dir {
			r.renamed = append(r.renamed, name+" ("+id+")")
		}
	}
	if id == "" {
		return nil
	}
	slug := results.Slug(id)
	t := &results.Trial{
		Scenario: scenarioOf(id), Task: slug, Attempts: 1, Kind: results.KindRubric,
		Details: results.TrialDetails{SourceTrial: name},
	}
	if task := r.known.tasks[slug]; task != nil {
		t.Scenario = task.Scenario
	}
	r.trials++
	r.attempts[slug]++
	if t.Attempt = r.attempts[slug]; t.Attempt > 1 {
		r.warn(dir, "second record of task %s in one run: stored as attempt %d", id, t.Attempt)
	}
	return t
}

func (r *reader) score(name string, t *results.Trial, raw *ingest.Record, rec *record, task *results.Task) {
	v := judge(rec, task)
	end := endOf(rec, v)
	t.Score, t.Checks, t.Status = &v.score, v.checks, end.status
	t.Details.ErrorType, t.Details.ErrorText = end.kind, end.text
	t.Details.Stages = stageResults(rec, task, v)
	if rec.Score != nil {
		t.Details.Metrics = map[string]float64{"recorded_score": *rec.Score}
	}
	g := ingest.Gauge{File: name, Data: raw.Data, Warn: r.rw.Warn}
	t.DurationMS = g.Duration("execution_time", rec.ExecutionTime, time.Second)
	for _, n := range v.notes {
		r.warn(name, "%s", n)
	}
	if v.signal != "" {
		r.suspect(name, t, v.signal)
	}
	if v.contradiction {
		t.Contradict(v.signal)
	}
	switch {
	case task == nil:
		r.suspect(name, t, "the benchmark's task list does not have "+t.Task+": the trial is shown, but not counted")
	case !v.known && r.known.rubrics:
		r.suspect(name, t, "the rubric of the task is not known: the score is over the recorded checks")
	}
	if missed := len(v.checks) - v.evaluated; missed > 0 && end.status == results.Failed {
		r.warn(name, "%d of %d checks were not evaluated, for no recorded reason: counted as not passed", missed, len(v.checks))
	}
}

func (r *reader) suspect(name string, t *results.Trial, text string) {
	t.Details.Signals = append(t.Details.Signals, text)
	r.warn(name, "%s", text)
}
