package ingest

import (
	"context"

	"github.com/clawatlas/clawatlas/results"
)

// checkTwin excludes a run whose model name resembles the name of a known model but is not equal to
// it.
func (r *runWriter) checkTwin(ctx context.Context) error {
	name := r.run.ModelName
	plain := plainName(name)
	if plain == name {
		return nil
	}
	if _, known, err := r.tx.KnownModel(ctx, name); err != nil || known {
		return err
	}
	if id, known, err := r.tx.KnownModel(ctx, plain); err != nil || !known {
		return err
	} else if id != "" {
		r.raise(results.ExclusionLabel, nil, "the name of its model resembles %s but contains look-alike letters", id)
	}
	return nil
}

// twins excludes runs whose model name resembles that of an earlier run but is not equal to it.
func twins(runs []results.Run) {
	first := map[string]*results.Run{}
	for _, i := range ingested(runs, false) {
		r := &runs[i]
		key := skeleton(r.System.Model)
		o, known := first[key]
		switch {
		case !known:
			first[key] = r
		case o.System.Model != r.System.Model:
			r.Exclusions = append(r.Exclusions, results.Exclusion{Kind: results.ExclusionTwin, Run: o.Slug,
				Message: "the name of its model looks like that of " + o.Slug})
		}
	}
}
