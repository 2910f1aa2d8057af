package scorefile

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results"
)

// rule is the pass rule of benchmarks without a description.
const rule = "The score of a trial is its points divided by the maximum, or 1 or 0 if scores.json only states whether it passed."

type document struct {
	Benchmark ingest.Scalar    `json:"benchmark"`
	Model     ingest.Scalar    `json:"model"`
	Framework ingest.Scalar    `json:"framework"`
	Provider  ingest.Scalar    `json:"provider"`
	Variant   ingest.Scalar    `json:"variant"`
	StartedAt ingest.Scalar    `json:"started_at"`
	Setting   ingest.Scalar    `json:"setting"`
	Trials    []jsontext.Value `json:"trials"`
}

type reader struct {
	ctx     context.Context
	in      *ingest.Input
	doc     document
	trials  []row
	into    *ingest.OtherRecords
	titles  map[string]*results.Task
	outcome []*results.Trial // trials without traces, by index of the row
	// tracedTasks contains the tasks that refer to each trace. A trace that several tasks refer to
	// is assigned to none of them.
	tracedTasks map[string]map[string]bool
	gauge       ingest.Gauge
	warning     []results.Warning // warnings that concern the whole file
}

func (r *reader) warn(format string, args ...any) {
	r.warning = append(r.warning, ingest.Warn(r.in.Path(scoresFile), 0, format, args...))
}

type place struct {
	results.TaskName
	attempt int
}

// Read implements ingest.Format. It writes the run.
func (Format) Read(ctx context.Context, in *ingest.Input, w ingest.Writer) error {
	r := &reader{ctx: ctx, in: in}
	r.gauge = ingest.Gauge{File: in.Path(scoresFile), Now: in.Now, Warn: func(w results.Warning) { r.warning = append(r.warning, w) }}
	rec, err := in.Record(in.Path(scoresFile))
	if err != nil {
		return err
	}
	if err := r.decode(rec); err != nil {
		return err
	}
	if err := r.place(w); err != nil {
		return err
	}
	run := &results.Run{Benchmark: r.into.Benchmark.ID, Evidence: results.Records, Format: Name, Label: in.Item.Label,
		Facts: map[string]string{}}
	run.ModelName = cmp.Or(r.doc.Model.Text(), in.Identity.Model, ingest.Unrecorded)
	run.System = results.System{Model: run.ModelName, Framework: cmp.Or(r.doc.Framework.Text(), in.Identity.Framework),
		Variant: cmp.Or(r.doc.Variant.Text(), in.Identity.Variant), Provider: cmp.Or(r.doc.Provider.Text(), in.Identity.Provider)}
	run.StartedAt = cmp.Or(r.gauge.Time("started_at", r.doc.StartedAt), in.Identity.StartedAt())
	r.tracedTasks = map[string]map[string]bool{}
	for i := range r.trials {
		x := &r.trials[i]
		if name := x.Trace.Text(); name != "" {
			if r.tracedTasks[name] == nil {
				r.tracedTasks[name] = map[string]bool{}
			}
			r.tracedTasks[name][x.Group.Text()+"/"+x.Task.Text()] = true
		}
	}
	for i := range r.trials {
		r.outcome = append(r.outcome, r.judged(&r.trials[i]))
	}
	if r.looksLikeShares() {
		r.warn("no score is above 1, and \"of\" is never stated: read as points out of 100; state \"of\": 1 if they are shares")
	}
	if told := r.failureTypes(); told != "" {
		run.Facts["failure_types"] = told
	}
	rw, err := w.BeginRun(ctx, run)
	if err != nil {
		return err
	}
	rw.Label(r.doc.Model.Text(), r.doc.Framework.Text())
	for _, x := range r.warning {
		rw.Warn(x)
	}
	if err := rw.Raw(ctx, rec); err != nil {
		return err
	}
	seen := map[place]bool{}
	for i := range r.trials {
		x, out := &r.trials[i], r.outcome[i]
		at, listed := r.find(x.Group.Text(), x.Task.Text())
		out.Scenario, out.Task, out.Attempt = at.Scenario, at.Slug, x.attempt()
		here := place{at.Name(), out.Attempt}
		if seen[here] {
			rw.Warn(ingest.Warn(rec.Name, 0, "attempt %d at %s appears twice: using the first", out.Attempt, x.Task.Text()))
			continue
		}
		seen[here] = true
		if !listed {
			rw.Warn(ingest.Warn(rec.Name, 0, "%s has no task %s: shown but not counted", r.into.Benchmark.Name, x.Task.Text()))
		}
		t := &trial{Telling: ingest.Telling{Ctx: ctx, In: in, RW: rw, Trial: out}, row: x}
		if err := t.write(run); err != nil {
			return err
		}
	}
	return rw.Commit(ctx)
}

func (r *reader) decode(rec *ingest.Record) error {
	if err := rec.Decode(&r.doc); err != nil {
		return err
	}
	if s := r.doc.Setting.Text(); s != "" && s != "state-based" {
		return fmt.Errorf("its setting is %s, but only runs whose final state was inspected can be compared: skipped",
			r.doc.Setting)
	}
	for i, v := range r.doc.Trials {
		var x row
		if err := json.Unmarshal(v, &x, jsontext.AllowInvalidUTF8(true)); err != nil || x.Task.Text() == "" {
			r.warn("trial %d names no task: skipped", i+1)
			continue
		}
		r.trials = append(r.trials, x)
	}
	if len(r.trials) == 0 {
		return errors.New("no trial names a task")
	}
	return nil
}

func (r *reader) place(w ingest.Writer) error {
	name := r.doc.Benchmark.Text()
	if name == "" && r.in.Identity.Benchmark == "" {
		return errors.New("no benchmark is stated in scores.json or with --benchmark")
	}
	other := ingest.Other{Format: Name, Name: name, Rule: rule, Summary: "Scores that somebody has written into a file of " +
		"ClawAtlas's own form."}
	if d, err := w.FindDataset(r.ctx, results.NameID(name)); err == nil && d.Benchmark.Described() {
		other.ID = d.Benchmark.ID
	}
	var err error
	if r.into, err = ingest.FindOther(r.ctx, r.in, w, other); err != nil {
		return err
	}
	switch b := &r.into.Benchmark; b.Scoring {
	case results.ScoringReward, results.ScoringStageClaw:
	default:
		return fmt.Errorf("runs of %s are read from the records of its own harness, whose scores follow from more than points", b.Name)
	}
	r.titles = map[string]*results.Task{}
	for i := range r.into.Tasks {
		r.titles[results.Slug(r.into.Tasks[i].Title)] = &r.into.Tasks[i]
	}
	for i := range r.trials {
		r.find(r.trials[i].Group.Text(), r.trials[i].Task.Text())
	}
	return r.into.Save(r.ctx, w)
}

func (r *reader) find(group, task string) (*results.Task, bool) {
	if t := r.titles[results.Slug(task)]; t != nil && r.into.Pinned() {
		return t, true
	}
	return r.into.Place(group, task)
}

// looksLikeShares reports whether the scores are probably fractions instead of points: at least two
// trials have scores, all scores are between 0 and 1, not all are 0, and no maximum is stated.
func (r *reader) looksLikeShares() bool {
	n, within := 0, false
	for i := range r.trials {
		x, ok := r.trials[i].Points.Number()
		if !ok {
			continue
		}
		if x > 1 || !r.trials[i].Of.Absent() {
			return false
		}
		n, within = n+1, within || x > 0
	}
	return n > 1 && within
}

// failureTypes returns how many of the trials that did not pass have each failure type, as in
// Figure 4a of arXiv 2606.10394. It returns "" if no trial states a failure type.
func (r *reader) failureTypes() string {
	counts := map[string]int{}
	failed := 0
	for _, out := range r.outcome {
		if out.Score == nil || out.Status == results.Passed {
			continue
		}
		failed++
		for _, kind := range out.Details.Failures {
			counts[kind]++
		}
	}
	kinds := make([]string, 0, len(counts))
	for kind := range counts {
		kinds = append(kinds, kind)
	}
	slices.SortFunc(kinds, func(a, b string) int { return cmp.Or(counts[b]-counts[a], cmp.Compare(a, b)) })
	for i, kind := range kinds {
		kinds[i] = fmt.Sprintf("%s %d", kind, counts[kind])
	}
	if len(kinds) == 0 {
		return ""
	}
	return fmt.Sprintf("of %d trials that did not pass: %s", failed, strings.Join(kinds, ", "))
}
