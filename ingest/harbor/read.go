package harbor

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results"
)

// Read implements ingest.Format. It writes one run per benchmark, agent, model, provider and
// variant, or a dataset if the item is a folder of tasks.
func (Format) Read(ctx context.Context, in *ingest.Input, w ingest.Writer) error {
	if in.Item.Kind == ingest.KindDataset {
		return readTasks(ctx, in, w)
	}
	j, err := openJob(in)
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(j.trials, func(t *trial) bool { return !t.empty }) {
		// The job has no records at all.
		for _, note := range j.warnings {
			w.Warn(note)
		}
		w.Warn(ingest.Warn(j.dir, 0, "no trial of the job was started (%s): no run created",
			ingest.Counted(len(j.trials), "empty directory")))
		return nil
	}
	a, err := newAtlas(ctx, in, w)
	if err != nil {
		return err
	}
	if err := a.place(ctx, j); err != nil {
		return err
	}
	a.findContradictions(j)
	groups := j.groups()
	for i, g := range groups {
		if i == 0 {
			g.warnings = append(slices.Clone(j.warnings), g.warnings...)
		}
		err := j.write(ctx, w, g)
		if err != nil && !errors.Is(err, results.ErrUnchanged) {
			return fmt.Errorf("read job %s: %w", cmp.Or(j.label, j.dir), err)
		}
	}
	return nil
}

type group struct {
	benchmark     string
	system        results.System
	recorded      string
	scripted      bool
	traces        int
	trials        []*trial
	missing       []*trial // planned attempts without records
	warnings      []results.Warning
	contradiction string // description of a mismatch between the job's result and its trials; empty if they agree
	left          leftOut
}

func (g *group) warn(w results.Warning) { g.warnings = append(g.warnings, w) }

// groups groups the trials by run, in a fixed order. It omits runs in which no trial has started
// and warns about them.
func (j *job) groups() []*group {
	type key struct {
		benchmark string
		system    results.System
	}
	byKey := map[key]*group{}
	var out []*group
	for _, t := range j.trials {
		k := key{t.place.benchmark, j.system(t)}
		g := byKey[k]
		if g == nil {
			g = &group{benchmark: k.benchmark, system: k.system, recorded: cmp.Or(t.modelName, t.adopted), scripted: scripted(t.agent)}
			byKey[k] = g
			out = append(out, g)
		}
		g.trials = append(g.trials, t)
	}
	j.plan(out)
	out = slices.DeleteFunc(out, func(g *group) bool {
		started := slices.ContainsFunc(g.trials, func(t *trial) bool { return !t.empty })
		if !started {
			j.warn(ingest.Warn(j.dir, 0, "no trial of %s with %s was started: no run created", g.system.Framework,
				g.system.Model))
		}
		return !started
	})
	for _, g := range out {
		j.inspect(g)
	}
	slices.SortStableFunc(out, func(a, b *group) int {
		return strings.Compare(fmt.Sprint(a.benchmark, a.system), fmt.Sprint(b.benchmark, b.system))
	})
	return out
}

// system returns the system that produced the trial. Flags supply values that the records lack. For
// a scripted agent, see scripted, the agent's name is used as the model name.
func (j *job) system(t *trial) results.System {
	id := j.in.Identity
	s := results.System{
		Model: cmp.Or(t.model, id.Model), Framework: cmp.Or(t.agent, id.Framework),
		Variant: cmp.Or(id.Variant, t.effort), Provider: cmp.Or(t.provider, id.Provider),
	}
	if scripted(t.agent) {
		s.Model, s.Provider = t.agent, ""
	}
	s.Model = cmp.Or(s.Model, ingest.Unrecorded)
	return s
}

// scripted reports whether an agent replays a solution or a script, or does nothing.
func scripted(agent string) bool { return results.ScriptedName(agent) != "" }

// inspect sorts a run's trials and records signals that concern the run as a whole.
func (j *job) inspect(g *group) {
	slices.SortStableFunc(g.trials, func(a, b *trial) int {
		if c := a.place.compare(b.place); c != 0 {
			return c
		}
		switch {
		case a.started == nil && b.started == nil:
			return strings.Compare(a.name, b.name)
		case a.started == nil:
			return 1
		case b.started == nil:
			return -1
		case *a.started != *b.started:
			return int(min(1, max(-1, *a.started-*b.started)))
		}
		return strings.Compare(a.name, b.name)
	})
	if g.system.Model == ingest.Unrecorded {
		g.warn(ingest.Warn(j.dir, 0, "no record of %s names the model (name it with --model)",
			cmp.Or(g.system.Framework, "this agent")))
	}
	if g.system.Framework == "" {
		g.warn(ingest.Warn(j.dir, 0, "no record names the agent (name it with --framework)"))
	}
	naive, kwargs := 0, map[string]bool{}
	for _, t := range g.trials {
		if t.naive {
			naive++
		}
		if !t.empty {
			kwargs[t.kwargs] = true
		}
	}
	if naive > 0 {
		g.warn(ingest.Warn(j.dir, 0, "%s without a time zone in its timestamps: assuming UTC", ingest.Counted(naive, "trial")))
	}
	if len(kwargs) > 1 {
		g.warn(ingest.Warn(j.dir, 0, "the trials were made with %d different agent settings: treated as attempts of one system",
			len(kwargs)))
	}
}

func (j *job) write(ctx context.Context, w ingest.Writer, g *group) error {
	run := &results.Run{
		Benchmark: g.benchmark, System: g.system, ModelName: g.system.Model, Scripted: g.scripted,
		Evidence: results.Records, Format: "harbor", Label: j.label, Reported: j.reported(g), Facts: j.describeJob(g),
	}
	for _, t := range g.trials {
		run.StartedAt, run.FinishedAt = results.Earlier(run.StartedAt, t.started), results.Later(run.FinishedAt, t.finished)
	}
	if g.recorded != "" && g.recorded != g.system.Model {
		run.Facts[results.FactModelRecorded] = g.recorded
	}
	if g.contradiction != "" {
		run.Exclusions = append(run.Exclusions, results.Exclusion{Kind: results.ExclusionContradiction, Message: g.contradiction})
	}
	run.StartedAt = cmp.Or(run.StartedAt, j.in.Identity.StartedAt())
	j.signals(g)
	j.refute(run, g)
	rw, err := w.BeginRun(ctx, run)
	if err != nil {
		return err
	}
	for _, note := range g.warnings {
		rw.Warn(note)
	}
	if err := j.keepOwn(ctx, rw, g); err != nil {
		return err
	}
	attempt, trials := 0, g.all()
	for i, t := range trials {
		if attempt++; i > 0 && trials[i-1].place != t.place {
			attempt = 1
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := j.writeTrial(ctx, rw, g, t, attempt); err != nil {
			return err
		}
	}
	for _, note := range g.left.warnings(j) {
		rw.Warn(note)
	}
	if j.scrubbed > 0 {
		rw.Warn(ingest.Warn(j.dir, 0, "values of environment variables were found %d times outside the configuration: redacted",
			j.scrubbed))
		j.scrubbed = 0
	}
	if g.traces > 0 {
		run.Evidence = results.Recomputed
	}
	return rw.Commit(ctx)
}
