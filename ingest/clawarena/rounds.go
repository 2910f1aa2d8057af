package clawarena

import (
	"bytes"
	"context"
	"fmt"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/trace"
	"github.com/clawatlas/clawatlas/results"
)

type roundData struct {
	files         *roundFiles
	infer         *inferRecord
	scoring       *scoringRecord
	raws          []*ingest.Record
	steps         []*results.Step
	sum           trace.Summary
	contradiction string
	unheard       bool // set if none of the agent's messages contains the answer
	spent         spent
	harness       harnessRound // values for checkReport
	warnings      []results.Warning
	err           error // error that makes the whole run fail
}

func (r *run) rounds(ctx context.Context, list []*roundFiles) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	queue := make(chan chan *roundData, r.in.Workers()-1) // one channel fewer than workers, because the loop below holds one
	go func() {
		defer close(queue)
		for _, f := range list {
			done := make(chan *roundData, 1)
			select {
			case queue <- done:
			case <-ctx.Done():
				return
			}
			go func() { done <- r.decode(f) }()
		}
	}()
	for done := range queue {
		d := <-done
		if d.err != nil {
			return d.err
		}
		if err := r.write(ctx, d); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// decode reads infer_result.json and scoring.json of a round. If one is unreadable, it warns and
// uses the other.
func (r *run) decode(f *roundFiles) *roundData {
	d := &roundData{files: f}
	if f.scoring == "" {
		d.warn(f.infer, 0, "no scoring.json for round %s/%s: it has no verdict", f.test, f.round)
	} else {
		var s scoringRecord
		if d.read(r.in, f.scoring, &s) != nil && d.claims(f.scoring, s.into(&s.Meta)) {
			s.readMetrics(f.scoring, d)
			d.scoring = &s
		}
	}
	if f.infer == "" {
		d.warn(f.scoring, 0, "no infer_result.json for round %s/%s: it has no trace", f.test, f.round)
		return d
	}
	var i inferRecord
	rec := d.read(r.in, f.infer, &i)
	if rec != nil && d.claims(f.infer, i.settled()) {
		d.infer = &i
		d.trace(rec.Data)
		d.measure(&ingest.Gauge{File: f.infer, Data: rec.Data, Now: r.in.Now,
			Warn: func(w results.Warning) { d.warnings = append(d.warnings, w) }})
		if r.located.report != "" {
			d.harness.measure(&i, rec.Data)
		}
	}
	return d
}

func (d *roundData) warn(file string, line int, format string, args ...any) {
	d.warnings = append(d.warnings, ingest.Warn(file, line, format, args...))
}

// read decodes a record into v and stores it. It returns nil if the record is unusable.
func (d *roundData) read(in *ingest.Input, name string, v any) *ingest.Record {
	rec, err := in.Record(name)
	if err != nil {
		d.warn(name, 0, "%v", err)
		return nil
	}
	d.raws = append(d.raws, rec)
	if rec.BOM {
		d.warn(name, 1, "begins with a byte order mark: removed")
	}
	if err := rec.Decode(v); err != nil {
		d.warnings = append(d.warnings, ingest.WarnOf(name, "", err))
		return nil
	}
	return rec
}

// claims reports whether a record states the scenario and round of its directory, or states
// neither.
func (d *roundData) claims(file string, m *recordMeta) bool {
	test, round := m.TestID, m.RoundID
	if test == "" || round == "" {
		d.warn(file, 0, "has no test_id or round_id: using %s/%s from its directory", d.files.test, d.files.round)
		return true
	}
	if test != d.files.test || round != d.files.round {
		d.warn(file, 0, "claims to be round %s/%s but is in the directory of %s/%s: skipped", test, round, d.files.test, d.files.round)
		return false
	}
	return true
}

func (d *roundData) trace(data []byte) {
	log := d.infer.Log
	if log == nil {
		return
	}
	messages := log.Messages.of(data)
	if messages == nil {
		return
	}
	sink := trace.Sink{
		Step: func(s *results.Step) error { d.steps = append(d.steps, s); return nil },
		Warn: func(line int, message string) {
			if line > 0 {
				line += bytes.Count(data[:log.Messages.from], []byte{'\n'})
			}
			d.warn(d.files.infer, line, "llm_log.messages: %s", message)
		},
	}
	dialect := dialectOf(d.infer.Meta.Framework, messages)
	sum, err := trace.Read(dialect, trace.Source{Data: messages}, sink)
	if err != nil {
		d.warn(d.files.infer, 0, "llm_log.messages: %v", err)
	}
	d.sum = sum
}

// dialectOf returns the dialect of llm_log.messages. If the framework is unknown, it detects the
// dialect from the content.
func dialectOf(framework string, data []byte) trace.Dialect {
	switch framework {
	case "openclaw":
		return trace.DialectOpenClawMessages
	case "claude-code":
		return trace.DialectClaudeCodeMessages
	case "nanobot", "picoclaw":
		return trace.DialectOpenAIMessages
	case "codex":
		return trace.DialectCodexEvents
	case "opencode":
		return trace.DialectOpenCodeEvents
	}
	return trace.Detect("messages.json", data[:min(len(data), 4096)])
}

func (r *run) write(ctx context.Context, d *roundData) error {
	for _, x := range d.warnings {
		r.out.Warn(x)
	}
	if !results.ValidSlug(d.files.test) || !results.ValidSlug(d.files.round) {
		r.out.Warn(ingest.Warn(first(d.files.scoring, d.files.infer), 0, "invalid round id %q/%q: skipped", d.files.test,
			d.files.round))
		return nil
	}
	task := r.tasks[results.TaskName{Scenario: d.files.test, Task: d.files.round}]
	if task == nil {
		r.out.Warn(ingest.Warn(first(d.files.scoring, d.files.infer), 0, "the dataset %s has no round %s/%s: shown but not counted",
			r.dataset.Benchmark.ID, d.files.test, d.files.round))
	}
	if d.scoring == nil && d.infer == nil && len(d.raws) == 0 {
		return nil // unreadable; the round counts as missing
	}
	if r.prevTask != nil && r.prevTask.Scenario != d.files.test {
		r.prevTask = nil
	}
	t := r.judge(task, d)
	r.harnessed(d)
	r.span(t)
	if err := r.out.Trial(ctx, t); err != nil {
		return fmt.Errorf("round %s/%s: %w", d.files.test, d.files.round, err)
	}
	for _, rec := range d.raws {
		if err := r.out.Raw(ctx, rec); err != nil {
			return err
		}
	}
	for _, s := range d.steps {
		if err := r.out.Step(ctx, s); err != nil {
			return err
		}
	}
	r.prevTask, r.prevTrial = task, *t
	return nil
}

func (r *run) span(t *results.Trial) {
	if r.in.Identity.StartedAt() == nil { // a date stated by the caller takes precedence
		r.meta.StartedAt = results.Earlier(r.meta.StartedAt, t.StartedAt)
	}
	r.meta.FinishedAt = results.Later(r.meta.FinishedAt, t.FinishedAt)
}
