package boards

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/trace"
	"github.com/clawatlas/clawatlas/results"
)

// Read implements ingest.Format. Depending on the item's kind, it writes the tasks, a run for each
// system, or the site's reported results.
func (f Format) Read(ctx context.Context, in *ingest.Input, w ingest.Writer) error {
	r := &reader{Mapping: f.Mapping, ctx: ctx, in: in}
	if in.Item.Kind == ingest.KindFigures {
		return f.Figures.save(r, w)
	}
	if err := r.read(); err != nil {
		return err
	}
	if in.Item.Kind == ingest.KindDataset {
		return r.Tasks.save(r, w)
	}
	d, err := r.board(w)
	if err != nil {
		return err
	}
	for _, x := range r.runs {
		for _, t := range x.trials {
			at, _ := d.Place(t.group, t.task)
			at.Title = cmp.Or(r.Trial.Title.textOf(t.env), at.Title)
		}
	}
	if err := d.Save(ctx, w); err != nil {
		return err
	}
	labels := ""
	if len(r.Label) > 0 {
		labels = results.WriteTaskLabels(r.labels())
	}
	for _, x := range r.runs {
		if err := r.write(w, d, x, labels); err != nil && !errors.Is(err, results.ErrUnchanged) {
			return fmt.Errorf("%s in %s: %w", x.Model, x.Framework, err)
		}
	}
	for _, x := range r.warnings {
		w.Warn(x)
	}
	return nil
}

func (r *reader) board(w ingest.Writer) (*ingest.OtherRecords, error) {
	b := &r.Board
	o := ingest.Other{Format: r.name, ID: b.ID, Name: b.Name, Rule: b.Rule, Summary: b.Summary, Headline: b.Headline}
	if o.Words = (results.Words{Scenario: b.Words.Scenario, Task: b.Words.Task}); o.Words != (results.Words{}) {
		o.Words.Day = "step"
	}
	return ingest.FindOther(r.ctx, r.in, w, o)
}

func (r *reader) write(w ingest.Writer, d *ingest.OtherRecords, x *run, labels string) error {
	first := x.trials[0]
	run := &results.Run{Benchmark: d.Benchmark.ID, ModelName: x.Model, Evidence: results.Records, Format: r.name, System: x.System,
		Label: cmp.Or(r.Run.Label.in(first.env), r.in.Item.Label), Facts: map[string]string{}}
	if n := first.amount(r.Run.Tasks); n != nil && *n > 0 {
		run.Facts[results.FactDatasetTasks] = strconv.FormatInt(*n, 10)
	}
	day := r.Run.Snapshot.textOf(first.env)
	if run.FinishedAt = first.amount(r.Run.Finished); day != "" {
		run.Facts[results.FactSnapshot], run.Facts[results.FactSource] = day, r.name+"-"+day
	}
	if labels != "" {
		run.Facts[results.FactLabels] = labels
	}
	if truth(r.Run.Superseded.of(first.env)) {
		run.Exclusions = []results.Exclusion{{Kind: results.ExclusionSnapshot, Message: "a later snapshot of the same source replaces it"}}
	}
	run.Exclusions = append(run.Exclusions, r.contradictions(x)...)
	run.StartedAt = r.in.Identity.StartedAt()
	zoneless := run.StartedAt == nil && first.started != nil && strings.Contains(r.Trial.Started.text, "2006") &&
		!strings.Contains(r.Trial.Started.text, "Z07")
	if run.StartedAt == nil && first.started != nil {
		run.StartedAt = new(int64(*first.started))
	}
	rw, err := w.BeginRun(r.ctx, run)
	if err != nil {
		return err
	}
	rw.Label("", "")
	if zoneless {
		rw.Warn(ingest.Warn(first.doc.rec.Name, 0, "timestamp has no time zone: assuming UTC"))
	}
	kept, err := r.records(x, day)
	if err == nil {
		err = raws(r.ctx, rw, kept...)
	}
	for _, t := range x.trials {
		if err == nil && t.Status != results.Missing {
			err = r.writeTrial(rw, d, run, t, len(kept) == 0)
		}
	}
	if err != nil {
		return err
	}
	for _, n := range x.notes {
		rw.Warn(ingest.Warn(n.file, 0, "%d of %d trials (first: task %s): %s", n.n, len(x.trials), n.first, n.text))
	}
	return rw.Commit(r.ctx)
}

func (t *trial) amount(of *expr) *int64 {
	if v := number(t.env, of.of(t.env)); v != nil {
		return new(int64(*v))
	}
	return nil
}

// records returns the records that are stored for the run as a whole, or nil if each trial has its
// own file.
func (r *reader) records(x *run, day string) ([]*ingest.Record, error) {
	if r.Trial.MeanOf != nil {
		rec, err := r.means(x, day)
		return []*ingest.Record{rec}, err
	}
	if len(r.Source.Rows) == 0 {
		return nil, nil
	}
	var list []*ingest.Record
	var docs []*document
	rows := map[*document][]*node{}
	for _, t := range x.trials {
		if rows[t.doc] == nil {
			docs = append(docs, t.doc)
		}
		rows[t.doc] = append(rows[t.doc], t.row)
		for i, d := range r.joined {
			if partner, _ := t.vars[r.Join[i].Rows[0].As].(*node); partner != nil {
				rows[d] = append(rows[d], partner)
			}
		}
	}
	for _, d := range docs {
		switch {
		case string(d.root.raw) == "[" && len(rows[d][0].raw) > 1: // each JSON line is a separate record
			list = append(list, record(d.rec.Name, joinRows(rows[d], "\n")))
		case len(d.runs) > 1 && len(r.Source.Rows) == 1 && d.root.raw.Kind() == '{':
			list = append(list, r.Source.part(d, rows[d]))
		default:
			list = append(list, d.rec)
		}
	}
	for i, d := range r.joined {
		if rows[d] != nil {
			list = append(list, r.Join[i].part(d, rows[d]))
		}
	}
	return list, nil
}

func raws(ctx context.Context, rw ingest.RunWriter, list ...*ingest.Record) error {
	for _, rec := range list {
		if err := rw.Raw(ctx, rec); err != nil {
			return err
		}
	}
	return nil
}

func joinRows(rows []*node, between string) []byte {
	var all [][]byte
	for _, row := range rows {
		all = append(all, row.raw)
	}
	return bytes.Join(all, []byte(between))
}

func record(name string, data []byte) *ingest.Record {
	return &ingest.Record{Name: name, Data: data, Size: int64(len(data)), Sum: sha256.Sum256(data)}
}

// means returns a synthetic record with the mean scores of one system. Its content does not depend
// on the file that the means come from.
func (r *reader) means(x *run, day string) (*ingest.Record, error) {
	var list []ingest.TaskMean
	for _, t := range x.trials {
		list = append(list, ingest.TaskMean{Task: t.task, Avg: t.Score, Attempts: t.Attempts, AllPassed: t.Status == results.Passed})
	}
	return ingest.MeansRecord(r.Board.ID, day, x.Model, list)
}

func (r *reader) writeTrial(rw ingest.RunWriter, d *ingest.OtherRecords, run *results.Run, t *trial, own bool) error {
	if err := r.ctx.Err(); err != nil {
		return err
	}
	at, listed := d.Place(t.group, t.task)
	if !listed {
		rw.Warn(ingest.Warn(t.doc.rec.Name, 0, "%s has no task %s: shown but not counted", d.Benchmark.Name, t.task))
	}
	t.Scenario, t.Task, t.Attempts = at.Scenario, at.Slug, max(t.Attempts, 1)
	t.Details.Prompt = r.Trial.Prompt.textOf(t.env)
	took, usage := t.DurationMS, t.Usage
	lines, name := t.lines(r.Trial.Trace)
	t.Details.TraceNote = r.Trial.Note.in(t.env)
	if len(lines) == 0 {
		t.Details.Framework = run.System.Framework
	}
	if err := rw.Trial(r.ctx, &t.Trial); err != nil {
		return err
	}
	if own {
		if err := raws(r.ctx, rw, t.doc.files...); err != nil {
			return err
		}
	}
	if len(lines) == 0 {
		return nil
	}
	run.Evidence = results.Recomputed
	tell := &ingest.Telling{Ctx: r.ctx, In: r.in, RW: rw, Trial: &t.Trial, File: name, Line: 1}
	text := bytes.Join(lines, []byte{'\n'})
	sum, err := tell.Transcript(trace.Detect("trace.jsonl", text[:min(len(text), 64<<10)]), text, name+".media")
	if err != nil {
		return err
	}
	sum.Describe(&t.Trial)
	t.DurationMS = cmp.Or(took, ingest.Took(t.StartedAt, t.FinishedAt))
	t.Usage = cmp.Or(usage, t.Usage) // use the stated usage if there is any, else the sum over the trace
	return rw.AmendTrial(r.ctx, &t.Trial)
}

// lines returns the lines of the trace and the name of their file. The trace is a list of strings
// or objects, or the text of a file.
func (t *trial) lines(of *expr) (lines [][]byte, name string) {
	n, _ := of.of(t.env).(*node)
	name = t.doc.rec.Name
	for _, rec := range t.doc.files {
		if t.doc.read[rec.Name] == n {
			name = rec.Name
		}
	}
	if s, ok := scalar(n).(string); ok {
		return bytes.Split([]byte(s), []byte{'\n'}), name
	}
	for _, x := range n.items() {
		if s, ok := scalar(x).(string); ok {
			lines = append(lines, []byte(s))
			continue
		}
		raw := x.raw.Clone()
		if raw.Compact(jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true)) == nil && len(raw) > 0 {
			lines = append(lines, raw)
		}
	}
	return lines, name
}
