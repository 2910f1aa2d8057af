package ingest

import (
	"context"
	"reflect"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/score"
)

// rescore brings a stored run up to date with its dataset and the formulas and
// returns its new metrics. A run whose counts, formula and revision have not
// changed is left alone.
func (l *Loader) rescore(ctx context.Context, d *results.Dataset, r *results.ScoredRun) ([]results.Metric, error) {
	counts, complete, metrics := score.Run(d.Benchmark.Scoring, score.OwnLabels(d.Tasks, r.Facts), r.Trials)
	revised := judgeRevision(&r.Run, d, r.Trials)
	if counts == r.Counts && complete == r.Complete && r.Formula == score.Version && !revised {
		return nil, nil
	}
	r.Counts, r.Complete, r.Formula = counts, complete, score.Version
	return metrics, l.Store.Rescore(ctx, &r.Run, metrics)
}

// judgeRevision sets or clears the objection that the run was scored against
// another revision of its dataset, and reports whether that changed the run.
func judgeRevision(r *results.Run, d *results.Dataset, trials []results.Trial) bool {
	now := score.Revision(d.Tasks, trials)
	i := slices.IndexFunc(r.Objections, func(o results.Objection) bool { return o.Kind == results.ObjectionRevision })
	switch {
	case i < 0 && now == nil:
		return false
	case i < 0:
		r.Objections = append(r.Objections, *now)
	case now == nil:
		r.Objections = slices.Delete(slices.Clone(r.Objections), i, i+1)
	case reflect.DeepEqual(r.Objections[i], *now):
		return false
	default:
		r.Objections = slices.Clone(r.Objections)
		r.Objections[i] = *now
	}
	return true
}

// checkReport compares what the run's own report says with the recomputed
// numbers and warns about each difference.
func (r *runWriter) checkReport(d *results.Dataset) {
	if len(r.run.Reported) == 0 {
		return
	}
	computed := map[string]float64{}
	for _, m := range score.Reported(d.Benchmark.Scoring, d.Tasks, r.trials) {
		if m.Value != nil {
			computed[m.Scope+"|"+m.Key] = *m.Value
		}
	}
	if len(computed) == 0 {
		return
	}
	for _, rep := range r.run.Reported {
		scope := ""
		if rep.Scenario != "" {
			scope = "scenario:" + rep.Scenario
		}
		want, known := computed[scope+"|"+rep.Metric]
		switch {
		case rep.Value == nil:
		case !known && d.Benchmark.Scoring == results.ScoringReward:
			// Harbor's job result also has means of rewards that are no score.
		case !known:
			r.Warn(Warn(rep.File, 0, "report states %s %s%v, which no record supports", orRun(rep.Scenario), rep.Metric+" ", *rep.Value))
		case !score.Agrees(rep, want):
			r.Warn(Warn(rep.File, 0, "report states %s of %s as %v, the records give %v", rep.Metric, orRun(rep.Scenario), *rep.Value, want))
		}
	}
}

func orRun(scenario string) string {
	if scenario == "" {
		return "the run"
	}
	return scenario
}

// mediaType guesses from the name where the format has not said it.
func (r *Record) mediaType() string {
	if r.Media != "" {
		return r.Media
	}
	return MediaType(r.Name)
}

// MediaType returns the media type that a record's name stands for. Text of
// any kind is text/plain, so that no browser ever runs it.
func MediaType(name string) string {
	for ext, media := range map[string]string{
		".json": "application/json", ".jsonl": "application/jsonl",
		".png": "image/png", ".jpg": "image/jpeg", ".jpeg": "image/jpeg", ".gif": "image/gif", ".webp": "image/webp",
		".mp3": "audio/mpeg", ".wav": "audio/wav", ".ogg": "audio/ogg", ".flac": "audio/flac", ".m4a": "audio/mp4",
	} {
		if strings.HasSuffix(strings.ToLower(name), ext) {
			return media
		}
	}
	return "text/plain; charset=utf-8"
}
