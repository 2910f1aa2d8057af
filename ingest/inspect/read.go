package inspect

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results"
)

// reader reads one log into one run.
type reader struct {
	ctx context.Context
	in  *ingest.Input
	w   ingest.Writer
	rw  ingest.RunWriter

	c      *stored
	h      *header
	rules  *rules
	about  results.Benchmark
	listed []string // summaries in their order, by key
	traces int

	samples  []*attempt
	sums     sums
	warnings []results.Warning
}

func (l *reader) warn(name, format string, args ...any) {
	full := l.in.Item.Dir
	if name != "" {
		full = rawName(l.in, name)
	}
	l.warnings = append(l.warnings, ingest.Warn(full, 0, format, args...))
}

// Read pushes the log as one run.
func (Format) Read(ctx context.Context, in *ingest.Input, w ingest.Writer) error {
	c, err := openStored(in)
	if err != nil {
		return fmt.Errorf("read %s: %w", in.Item.Dir, located(in, err))
	}
	defer c.close()
	l := &reader{ctx: ctx, in: in, w: w, c: c, warnings: c.warnings}
	if c.document && !c.sampled {
		if twin := twinOf(in); twin != "" {
			w.Warn(ingest.Warn(in.Item.Dir, 0, "this is the header of %s alone, which is read itself: not counted twice", twin))
			return nil
		}
	}
	if l.h, err = c.readHeader(in); err != nil {
		return fmt.Errorf("read %s: %w", in.Item.Dir, err)
	}
	if err := l.write(); err != nil && !errors.Is(err, results.ErrUnchanged) {
		return fmt.Errorf("read %s: %w", in.Item.Dir, err)
	}
	return nil
}

// located names the line of a fault of a document.
func located(in *ingest.Input, err error) error {
	var at *errAt
	if errors.As(err, &at) {
		return &ingest.JSONError{File: in.Item.Dir, Line: at.line, Err: at.err}
	}
	return err
}

// twinOf is the archive beside a document that holds the same header; empty if there is
// none.
func twinOf(in *ingest.Input) string {
	twin := strings.TrimSuffix(in.Item.Dir, path.Ext(in.Item.Dir)) + ".eval"
	if _, err := fs.Stat(in.FS, twin); err != nil || twin == in.Item.Dir {
		return ""
	}
	return twin
}

func (l *reader) write() error {
	l.rules = l.h.readRules()
	for _, name := range []string{startName, reductionsName} {
		if l.c.entries[name] != nil && (name != startName || !l.h.running) {
			rec, err := l.c.record(l.in, name)
			if err != nil {
				l.warn(name, "left out: %v", err)
				continue
			}
			l.c.kept = append(l.c.kept, rec)
		}
	}
	l.samples = l.attempts()
	if len(l.samples) == 0 {
		return fmt.Errorf("the log is a header alone: it holds no sample and names none: %w", results.ErrInvalid)
	}
	if err := l.place(); err != nil {
		return err
	}
	run := l.run()
	rw, err := l.w.BeginRun(l.ctx, run)
	if err != nil {
		return err
	}
	l.rw = rw
	rw.Label("", "")
	for _, rec := range l.c.kept {
		if err := rw.Raw(l.ctx, rec); err != nil {
			return err
		}
	}
	l.c.kept = nil
	for _, a := range l.samples {
		if err := l.ctx.Err(); err != nil {
			return err
		}
		t, err := l.trial(a)
		if err != nil {
			return err
		}
		run.StartedAt, run.FinishedAt = results.Earlier(run.StartedAt, t.StartedAt), results.Later(run.FinishedAt, t.FinishedAt)
	}
	run.StartedAt = cmp.Or(run.StartedAt, l.in.Identity.StartedAt())
	if l.traces > 0 {
		run.Evidence = results.Recomputed
	}
	run.Reported = l.reported()
	l.compareUsage()
	for _, w := range l.warnings {
		rw.Warn(w)
	}
	return rw.Commit(l.ctx)
}

// run is the log as a run, without what its samples say.
func (l *reader) run() *results.Run {
	h, id := l.h, l.in.Identity
	provider, model := h.model()
	if h.nobody() {
		provider, model = "", ""
		l.warn("", "the log names no model (%s): a person or a program has solved the samples", h.Eval.Model)
	} else if model == "" && id.Model == "" {
		l.warn("", "the log names no model (it can be named with --model)")
	}
	agent := results.Slug(path.Base("/" + h.agent()))
	if h.agent() == "" {
		agent = ""
	}
	run := &results.Run{
		Benchmark: l.about.ID, Format: Name, Evidence: results.Records, Label: l.in.Item.Label,
		System: results.System{
			Model: cmp.Or(id.Model, model, ingest.Unrecorded), Framework: cmp.Or(id.Framework, agent),
			Variant: id.Variant, Provider: cmp.Or(id.Provider, provider),
		},
		Scripted: h.mocked(), Facts: l.facts(),
	}
	run.ModelName = run.System.Model
	run.StartedAt, run.FinishedAt = timeOf(h.Stats.Started.Raw), timeOf(h.Stats.Completed.Raw)
	run.StartedAt = cmp.Or(run.StartedAt, timeOf(h.Eval.Created))
	if run.Facts[results.FactModelRecorded] == run.System.Model {
		delete(run.Facts, results.FactModelRecorded)
	}
	return run
}

// facts is what the run's page can tell of the log.
func (l *reader) facts() map[string]string {
	h := l.h
	f := map[string]string{}
	set := func(name, value string) {
		if v := jsontext.Value(value); value != "" && (value[0] == '{' || value[0] == '[') && v.Compact() == nil {
			value = string(v) // the same however the log is indented
		}
		if value != "" && value != "{}" && value != "[]" && value != "null" {
			f[name] = value
		}
	}
	e := &h.Eval
	if h.Error != nil {
		set("log_error", h.Error.Message.Text())
	}
	if n := e.Dataset.size(); n > 0 {
		set(results.FactDatasetTasks, fmt.Sprint(n))
	}
	if e.TaskVersion != "0" {
		set("task_version", e.TaskVersion)
	}
	for name, value := range map[string]string{
		"inspect_ai": e.Packages["inspect_ai"], "log_status": h.status(), results.FactStopped: h.stopped(),
		"eval_id": e.EvalID, "run_id": e.RunID, "eval_set_id": e.EvalSet,
		"task_id": e.TaskID, "task_file": e.TaskFile, "task_args": string(e.TaskArgs),
		results.FactDataset: e.Dataset.Name, "config": string(e.Config), "solver": h.agent(), "solver_args": string(e.SolverArgs),
		"model_generate_config": string(e.Generate), "model_roles": string(e.Roles), results.FactModelRecorded: e.Model,
		"revision": e.Revision.Commit, "tags": string(e.Tags), "metadata": string(e.Metadata),
	} {
		set(name, value)
	}
	if l.rules.headline != "" {
		set("score_of", l.rules.headline)
	}
	for name, v := range f {
		const most = 2000
		if len(v) > most {
			f[name] = strings.ToValidUTF8(v[:most], "") + " [the rest is in the raw record]"
		}
	}
	return f
}

// place finds the benchmark of the log by its task's name, and lists its samples. Another
// version of a task is another benchmark.
func (l *reader) place() error {
	name, version := l.h.Eval.Task, l.h.Eval.TaskVersion
	if strings.Trim(name, ". ") == "" {
		name = "unnamed task"
	}
	if version == "0" {
		version = ""
	}
	records, err := ingest.FindOther(l.ctx, l.in, l.w, ingest.Other{
		Format: Name, Name: strings.TrimSpace(name + " " + version), Version: version,
		Words:   results.Words{Scenario: "data set", Task: "sample", Day: "step"},
		Summary: "A task of Inspect, known by its logs alone.",
		Rule: "A sample counts with the mean score of its epochs, by the scorer that its log sums up first: " +
			"C is 1, P is 0.5, I and N are 0, and a number from 0 to 1 is itself. " +
			"An epoch passes with a score of 1; one that no scorer has judged counts nothing.",
	})
	if err != nil {
		return err
	}
	l.about = records.Benchmark
	group := cmp.Or(l.h.Eval.Dataset.Name, "samples")
	for _, a := range l.samples {
		task, listed := records.Place(group, a.title())
		if listed && task.Facts.Prompt == "" {
			a.describe(task)
		}
		a.task, a.kind, a.unlisted = task.Name(), task.Kind, !listed
		if a.kind == results.KindMultiChoice && !a.offers(task.Options) {
			a.kind = results.KindReward // it was asked with other options, or in another order
		}
	}
	return records.Save(l.ctx, l.w)
}
