package transcripts

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results"
)

type group struct {
	framework, model, provider string
	files                      []*file
}

func (r *reader) groups() []*group {
	var list []*group
	for _, f := range r.files {
		i := slices.IndexFunc(list, func(g *group) bool {
			return g.framework == f.framework && g.model == f.model && g.provider == f.provider
		})
		if i < 0 {
			i = len(list)
			list = append(list, &group{framework: f.framework, model: f.model, provider: f.provider})
		}
		list[i].files = append(list[i].files, f)
	}
	slices.SortFunc(list, func(a, b *group) int {
		return cmp.Or(cmp.Compare(a.framework, b.framework), cmp.Compare(a.model, b.model), cmp.Compare(a.provider, b.provider))
	})
	return list
}

func (r *reader) writeRuns() error {
	for _, g := range r.groups() {
		err := r.writeRun(g)
		if err != nil && !errors.Is(err, results.ErrUnchanged) {
			return fmt.Errorf("read transcripts of %s: %w", cmp.Or(g.framework, g.model), err)
		}
	}
	return nil
}

func (r *reader) writeRun(g *group) error {
	run := &results.Run{
		Benchmark: r.about.ID, ModelName: g.model, Evidence: results.Recomputed, Format: Name, Label: r.in.Item.Label,
		System: results.System{Model: g.model, Framework: g.framework, Variant: r.in.Identity.Variant, Provider: g.provider},
		Facts:  map[string]string{"verdicts": g.files[0].verdict()},
	}
	rw, err := r.w.BeginRun(r.ctx, run)
	if err != nil {
		return err
	}
	rw.Label("", "") // model and agent come from the transcripts themselves, not from a label
	if g.model == ingest.Unrecorded {
		rw.Warn(ingest.Warn(r.in.Item.Dir, 0, "no transcript of %s names its model (name it with --model)",
			cmp.Or(g.framework, "this agent")))
	}
	if g.framework == "" {
		rw.Warn(ingest.Warn(r.in.Item.Dir, 0, "no transcript of %s names its agent (name it with --framework)", g.model))
	}
	for _, f := range g.files {
		t := &transcript{Telling: ingest.Telling{Ctx: r.ctx, In: r.in, RW: rw, File: f.name}, r: r, f: f}
		if err := t.write(); err != nil {
			return err
		}
		run.StartedAt, run.FinishedAt = results.Earlier(run.StartedAt, t.Trial.StartedAt), results.Later(run.FinishedAt, t.Trial.FinishedAt)
	}
	run.StartedAt = cmp.Or(run.StartedAt, r.in.Identity.StartedAt())
	return rw.Commit(r.ctx)
}
