package sweagent

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/trace"
	"github.com/clawatlas/clawatlas/results"
)

// trial writes one attempt with its records and its trace.
type trial struct {
	*attempt
	f *folder
	ingest.Telling
	run *results.Run
}

// writeTrial stores an attempt.
func (f *folder) writeTrial(a *attempt, run *results.Run, to ingest.Telling) error {
	t := &trial{attempt: a, f: f, Telling: to, run: run}
	t.Trial = &results.Trial{
		Scenario: t.place.scenario, Task: t.place.task, Kind: results.KindReward,
		Attempt: t.number, Attempts: 1, Status: t.said.status, Score: t.said.score, Checks: t.said.checks,
	}
	d := &t.Trial.Details
	d.SourceTrial, d.Ended = t.of.id, t.of.ended
	if t.Trial.Status == results.JudgeError {
		d.ErrorText = t.said.note
	} else {
		t.Note(t.said.note)
	}
	t.submission()
	if t.file != nil {
		d.Ended = cmp.Or(t.file.ended, d.Ended)
		d.SourceTrial = path.Base(t.file.name)
	} else {
		t.Note("No trajectory of it is among the records.")
	}
	if !t.listed {
		t.RW.Warn(ingest.Warn(nameOf(t.file), 0, "%s has no instance %s: shown, but not counted", t.place.benchmark, t.of.id))
	}
	if err := t.RW.Trial(t.Ctx, t.Trial); err != nil {
		return err
	}
	for _, name := range t.of.kept(t.number) {
		if err := t.f.keep(t.Ctx, t.RW, name); err != nil {
			return err
		}
	}
	if t.file == nil {
		return nil
	}
	if err := t.trace(); err != nil {
		return err
	}
	t.run.StartedAt, t.run.FinishedAt = results.Earlier(t.run.StartedAt, t.Trial.StartedAt), results.Later(t.run.FinishedAt, t.Trial.FinishedAt)
	return t.RW.AmendTrial(t.Ctx, t.Trial)
}

// kept are the instance's own files beside its trajectories. They are kept once.
func (i *instance) kept(number int) []string {
	if number > 1 {
		return nil
	}
	list := slices.Clone(i.files)
	slices.Sort(list)
	return slices.Compact(list)
}

func (t *trial) trace() error {
	rec, err := t.f.in.Record(t.file.name)
	if err != nil {
		t.RW.Warn(ingest.Warn(t.file.name, 0, "%v", err))
		t.Note("The trajectory could not be read: " + err.Error())
		return nil
	}
	rec.Media = "application/json"
	if err := t.RW.Raw(t.Ctx, rec); err != nil {
		return err
	}
	t.run.Evidence = results.Recomputed
	t.patch(rec)
	dialect := trace.DialectSWEAgent
	if t.file.mini {
		dialect = trace.DialectMiniSWEAgent
	}
	sum, err := t.Transcript(dialect, rec.Data, t.file.name+".media")
	if err != nil {
		return err
	}
	sum.Describe(t.Trial)
	d := &t.Trial.Details
	if t.system.Provider != "" {
		d.Provider = cmp.Or(d.Provider, t.system.Provider)
	}
	d.Model = cmp.Or(d.Model, t.name)
	if t.Trial.StartedAt != nil && t.Trial.FinishedAt != nil {
		t.Trial.DurationMS = new(*t.Trial.FinishedAt - *t.Trial.StartedAt)
	}
	return nil
}

// submission is the patch that the predictions have of an instance without a
// trajectory; patch is the one of a trajectory.
func (t *trial) submission() {
	if t.of.patch == nil || t.file != nil && (t.file.patch != nil || len(t.of.attempts) > 1) {
		return
	}
	t.Trial.Details.Patch = ingest.NewPatch(t.f.in.Clean(*t.of.patch), len(*t.of.patch), t.inside(t.of.predicted))
}

// patch takes the submission of the trajectory, as it was redacted.
func (t *trial) patch(rec *ingest.Record) {
	if t.file.patch == nil {
		return
	}
	if t.of.patch != nil && len(t.of.attempts) == 1 && strings.TrimSpace(*t.of.patch) != strings.TrimSpace(*t.file.patch) {
		t.Warn(0, "the submission of the trajectory is not the patch of the predictions, which is what is evaluated")
	}
	var h trajectoryHead
	if err := rec.Decode(&h); err == nil {
		t.Trial.Details.Patch = ingest.NewPatch(h.Info.Submission.Text(), len(*t.file.patch), t.inside(t.file.name))
	}
}

// inside is the name of a record as it is kept.
func (t *trial) inside(name string) string { return strings.TrimPrefix(name, t.f.in.Item.Dir+"/") }
