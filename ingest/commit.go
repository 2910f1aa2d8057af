package ingest

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/score"
)

func (r *runWriter) Commit(ctx context.Context) error {
	defer r.w.abort()
	if len(r.trials) == 0 {
		return fmt.Errorf("no trial could be read: %w", results.ErrInvalid)
	}
	if err := r.closeTrial(ctx); err != nil {
		return err
	}
	if goes, err := r.identify(ctx); err != nil || !goes {
		return err
	}
	by, err := r.w.dataset(ctx, r.run.Benchmark)
	if err != nil {
		return err
	}
	d := by.Dataset
	metrics, err := r.judge(ctx, d, by.digest)
	if err != nil {
		return err
	}
	return r.finish(ctx, d, metrics)
}

// identify sets the run's digest and model and reports whether the run must be stored. It returns
// an error for withdrawn runs.
func (r *runWriter) identify(ctx context.Context) (bool, error) {
	run, again := r.run, r.w.again
	if run.Digest == "" {
		run.Digest = r.digest()
	}
	if r.w.src.Standing != "" {
		run.Digest = r.w.standing(run)
	}
	reason, err := r.tx.Withdrawn(ctx, run.Digest)
	switch {
	case err != nil:
		return false, err
	case reason != "": // other runs of the item may still be valid
		r.w.rep.Refused = append(r.w.rep.Refused, Refusal{Source: r.w.src.Name, Item: r.w.item.Dir, Reason: reason, Withdrawn: true})
		return false, nil
	}
	if run.System.Model, err = r.tx.ModelID(ctx, run.ModelName, run.Scripted); err != nil {
		return false, err
	}
	if again != nil && !again.take(run, r.sumUp(), len(r.sums)) {
		return false, nil
	}
	run.Slug = results.RunSlug(run.Benchmark, run.System, run.Digest)
	run.IngestedAt = r.w.l.Now().UnixMilli()
	run.Facts = results.SetProvenance(run.Facts, r.provenance())
	run.Redactions = r.w.redactions()
	if again != nil {
		run.Redactions = again.redactions(run.Redactions)
	}
	return true, nil
}

// judge scores the run against its dataset and sets the run's exclusions.
func (r *runWriter) judge(ctx context.Context, d *results.Dataset, digest string) ([]results.Metric, error) {
	run := r.run
	r.sound.run(run, r.w.item.Dir)
	if !run.Scripted || d.Benchmark.Scripted { // scripted runs are deterministic
		run.Fingerprint = r.print.digest()
	}
	run.Scripted = run.Scripted || d.Benchmark.Scripted
	run.Formula = score.Version
	if set := score.TaskSet(&d.Benchmark, d.Tasks, r.trials); set != "" {
		run.SetFact(results.FactTaskSet, set)
	}
	var metrics []results.Metric
	run.Counts, run.Complete, metrics = score.Run(d.Benchmark.Scoring, score.Expected(&d.Benchmark, d.Tasks, run.Facts, r.trials), r.trials)
	run.ScoreKey = score.Key(digest, run.Facts)
	judgeRevision(run, d, r.trials)
	r.objectSilent(&d.Benchmark)
	computed := computedReport(run, d, r.trials)
	r.checkReport(d, computed)
	if err := r.checkStated(ctx); err != nil {
		return nil, err
	}
	if model := run.Facts[results.FactModelRecorded]; model != "" && run.Scripted && results.ReferenceName(run.System) == results.Solution {
		r.raise(results.ExclusionLabel, nil, "its records name the model %s, but its agent %s executes the reference solution", model, run.System.Framework)
	}
	r.checkContradictions()
	if d.Benchmark.Scored() {
		r.signals.tell(r.w.item.Dir, r.Warn)
	}
	judgeVersion(run, &d.Benchmark)
	r.checkCopies(&d.Benchmark)
	judgeReport(run, run.Complete, computed)
	for _, key := range unused(r.labels) {
		r.Warn(Warn(LabelsName, 0, "label for %s/%s attempt %d not used: the run has no such trial", key.scenario, key.task, key.attempt))
	}
	return metrics, nil
}

func (r *runWriter) finish(ctx context.Context, d *results.Dataset, metrics []results.Metric) error {
	run, again := r.run, r.w.again
	if again != nil {
		r.warnings = again.warnings(r.warnings)
	}
	for _, x := range r.warnings {
		if err := r.tx.SaveWarning(ctx, x); err != nil {
			return err
		}
	}
	line := runLine(r.w.src.Name, r.w.item.Dir, run, d, metrics, r.warnings)
	err := r.tx.Finish(ctx, run, metrics)
	switch {
	case errors.Is(err, results.ErrUnchanged):
		line.Unchanged = true
		if err = r.w.l.Store.SaveReading(ctx, run); err == nil && run.Replaces != "" {
			err = r.w.l.Store.SaveReplaces(ctx, run.Slug, run.Replaces)
		}
	case err == nil && isCompared(&d.Benchmark): // if the process is killed here, these trial digests are lost and "shared" recomputes them
		err = r.w.l.saveMarks(ctx, run, &r.marks)
	}
	if err != nil {
		return err
	}
	line.Reread = run.Reread != ""
	if again != nil {
		again.done = run.Slug
	}
	r.w.rep.stored(line)
	return nil
}

// standing returns the digest of a run that is identified by its location (Source.Standing). If
// there are several runs at one location, it numbers them.
func (w *writer) standing(run *results.Run) string {
	h := sha256.New()
	say(h, w.src.Standing, w.item.Dir, w.item.Format, run.Benchmark, run.Label, run.System.Provider)
	name := run.ModelName + "\x00" + run.System.Framework + "\x00" + run.System.Variant + "\x00" + string(h.Sum(nil))
	if w.stood == nil {
		w.stood = map[string]int{}
	}
	w.stood[name]++
	say(h, strconv.Itoa(w.stood[name]))
	return hex.EncodeToString(h.Sum(nil))
}
