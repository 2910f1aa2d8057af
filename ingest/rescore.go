package ingest

import (
	"cmp"
	"context"
	"reflect"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/score"
)

// rescore updates the scores of a stored run to the current dataset and formulas. digest identifies
// both, see score.Digest. Trials are loaded only if the run has a different digest.
func (l *Loader) rescore(ctx context.Context, rep *RunReport, d *results.Dataset, digest string, r *results.Run) error {
	key := score.Key(digest, r.Facts)
	if r.ScoreKey == key {
		return nil
	}
	trials, err := l.Store.Outcomes(ctx, r.ID)
	if err != nil {
		return err
	}
	counts, complete, metrics := score.Run(d.Benchmark.Scoring, score.Expected(&d.Benchmark, d.Tasks, r.Facts, trials), trials)
	revised := judgeRevision(r, d, trials)
	revised = judgeReport(r, complete, computedReport(r, d, trials)) || revised
	revised = judgeVersion(r, &d.Benchmark) || revised
	r.ScoreKey = key
	if counts == r.Counts && complete == r.Complete && r.Formula == score.Version && !revised {
		stored, err := l.Store.RunMetrics(ctx, r.ID)
		if err != nil {
			return err
		}
		if sameMetrics(stored, metrics) {
			return l.Store.MarkScored(ctx, r)
		}
	}
	r.Counts, r.Complete, r.Formula = counts, complete, score.Version
	if err := l.Store.Rescore(ctx, r, metrics); err != nil {
		return err
	}
	rep.rescored(r, d, metrics)
	return nil
}

func sameMetrics(a, b []results.Metric) bool {
	order := func(list []results.Metric) []results.Metric {
		return slices.SortedFunc(slices.Values(list), func(a, b results.Metric) int {
			return cmp.Or(strings.Compare(a.Scope, b.Scope), strings.Compare(a.Convention, b.Convention), strings.Compare(a.Key, b.Key))
		})
	}
	return reflect.DeepEqual(order(a), order(b))
}

// judgeRevision sets or clears the exclusion of a run that used a different revision of the
// dataset. It reports whether the exclusion changed.
func judgeRevision(r *results.Run, d *results.Dataset, trials []results.Trial) bool {
	return judge(r, score.Revision(d.Tasks, trials), func(o results.Exclusion) bool { return o.Kind == results.ExclusionRevision })
}

// judge replaces the run's exclusions for which kind returns true with now, which may be nil. It
// reports whether the exclusions changed.
func judge(r *results.Run, now *results.Exclusion, kind func(results.Exclusion) bool) bool {
	i := slices.IndexFunc(r.Exclusions, kind)
	switch {
	case i < 0 && now == nil:
		return false
	case i < 0:
		r.Exclusions = append(r.Exclusions, *now)
	case now == nil:
		r.Exclusions = slices.Delete(slices.Clone(r.Exclusions), i, i+1)
	case reflect.DeepEqual(r.Exclusions[i], *now):
		return false
	default:
		r.Exclusions = slices.Clone(r.Exclusions)
		r.Exclusions[i] = *now
	}
	return true
}

// checkReport warns about each number in the run's own report that differs from the computed one.
func (r *runWriter) checkReport(d *results.Dataset, computed reportNumbers) {
	if len(computed) == 0 {
		return
	}
	for _, rep := range r.run.Reported {
		want := computed.of(&rep)
		switch {
		case rep.Value == nil:
		case want == nil && d.Benchmark.Scoring == results.ScoringReward:
			// Harbor's job result also contains mean rewards that are not scores
		case want == nil:
			r.Warn(Warn(rep.File, 0, "report states %s %s%v, which no record supports", orRun(rep.Scenario), rep.Metric+" ", *rep.Value))
		case !score.Agrees(rep, *want):
			r.Warn(Warn(rep.File, 0, "report states %s of %s as %v, but the records give %v", rep.Metric, orRun(rep.Scenario), *rep.Value, *want))
		}
	}
}

func orRun(scenario string) string {
	return cmp.Or(scenario, "the run")
}

// MediaType returns the media type for a record's name. For all text it is text/plain, so that
// browsers never execute it.
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
