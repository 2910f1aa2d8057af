package ingest

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results"
)

// related sets the exclusions that depend on other runs of the benchmark, for example for replaced
// runs, equal records and different tasks. It returns the indexes of the runs whose exclusions
// changed. For each correction without effect, idle maps the run's index to the reason.
func related(b *results.Benchmark, runs []results.Run, shared map[int64][]results.Shared) (changed []int, idle map[int]string) {
	before := make([][]results.Exclusion, len(runs))
	for i := range runs {
		before[i] = runs[i].Exclusions
		runs[i].Exclusions = slices.DeleteFunc(slices.Clone(before[i]), func(o results.Exclusion) bool { return o.Kind.FromOtherRuns() })
	}
	standIns(b, runs)
	idle = replaced(runs)
	same(runs)
	copies(runs, shared)
	twins(runs)
	if !b.Described() {
		otherTasks(runs)
	}
	for i := range runs {
		if !slices.EqualFunc(before[i], runs[i].Exclusions, func(a, b results.Exclusion) bool {
			return a.Kind == b.Kind && a.Run == b.Run && a.Message == b.Message
		}) {
			changed = append(changed, i)
		}
	}
	return changed, idle
}

// replaced excludes runs that another run corrects. If two runs correct each other, the later one
// is kept.
func replaced(runs []results.Run) (idle map[int]string) {
	idle = map[int]string{}
	successor := map[int]int{}
	for _, i := range ingested(runs, true) {
		if runs[i].Replaces == "" {
			continue
		}
		j, reason := target(runs, i, successor)
		if reason != "" {
			idle[i] = reason
			continue
		}
		if _, done := successor[j]; done || j == i {
			continue
		}
		successor[j] = i
	}
	for j, i := range successor {
		runs[j].Exclusions = append(runs[j].Exclusions, results.Exclusion{
			Kind: results.ExclusionReplaced, Run: runs[i].Slug, Message: "it is corrected by " + runs[i].Slug,
		})
	}
	return idle
}

// target returns the index of the run that run i corrects, or the reason why the correction has no
// effect.
func target(runs []results.Run, i int, successor map[int]int) (j int, reason string) {
	name := runs[i].Replaces
	j = slices.IndexFunc(runs, func(r results.Run) bool {
		return r.Slug == name || len(name) >= shortDigest && strings.HasPrefix(r.Digest, strings.ToLower(name))
	})
	switch {
	case j < 0:
		return j, "the benchmark has no such run yet"
	case !sameSystem(runs[i].System, runs[j].System):
		return j, "that is a run of another system (model, framework or variant)"
	case i != j && len(runs[i].Exclusions) > 0:
		return j, "the correction itself is excluded"
	}
	for k, ok := i, true; ok; k, ok = successor[k] {
		if k == j && k != i {
			return j, "that run corrects this one"
		}
	}
	return j, ""
}

// shortDigest is the minimum number of hex digits of an abbreviated digest, as at the end of a
// slug.
const shortDigest = 8

// sameSystem reports whether two systems share a row on the leaderboard.
func sameSystem(a, b results.System) bool {
	return a.Model == b.Model && a.Framework == b.Framework && a.Variant == b.Variant
}

// same keeps only one of the runs with equal records, or with equal verdicts and answers, and
// excludes the others. It keeps the first run that has no other exclusions, or else the first.
func same(runs []results.Run) {
	order := slices.DeleteFunc(ingested(runs, false), func(i int) bool { return runs[i].Objects(results.ExclusionReplaced) })
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Compare(min(1, len(runs[a].Exclusions)), min(1, len(runs[b].Exclusions)))
	})
	digests, prints := map[string]int{}, map[string]int{}
	for _, i := range order {
		r := &runs[i]
		first, note := -1, ""
		if j, ok := prints[r.Fingerprint]; ok && r.Fingerprint != "" {
			first, note = j, "equal verdicts and answers: "
		}
		if j, ok := digests[r.Digest]; ok {
			first, note = j, ""
		}
		if first >= 0 {
			r.Exclusions = append(r.Exclusions, results.Exclusion{Kind: results.ExclusionSame, Run: runs[first].Slug,
				Message: note + "same records as " + runs[first].Slug})
			continue
		}
		digests[r.Digest], prints[r.Fingerprint] = i, i
	}
}

// otherTasks excludes complete runs of an undescribed benchmark that have a different set of tasks
// from the ranked runs. The set of the ranked runs is the largest one. If several sets are equally
// large, it is the most frequent of them.
func otherTasks(runs []results.Run) {
	count := map[string]int{}
	for i := range runs {
		if set := runs[i].Facts[results.FactTaskSet]; runs[i].Ranked() && set != "" {
			count[set]++
		}
	}
	ranked := ""
	for set, n := range count {
		if cmp.Or(results.TaskSetSize(set)-results.TaskSetSize(ranked), n-count[ranked], strings.Compare(ranked, set)) > 0 {
			ranked = set
		}
	}
	for i := range runs {
		r := &runs[i]
		set := r.Facts[results.FactTaskSet]
		if !r.Complete || set == "" || set == ranked || ranked == "" {
			continue
		}
		n, most := results.TaskSetSize(set), results.TaskSetSize(ranked)
		message := fmt.Sprintf("it covers %s, ranked runs cover %d", Counted(n, "task"), most)
		if n == most {
			message = fmt.Sprintf("it covers %d other tasks than the ranked runs", most)
		}
		r.Exclusions = append(r.Exclusions, results.Exclusion{Kind: results.ExclusionTasks, Message: message})
	}
}

func ingested(runs []results.Run, latestFirst bool) []int {
	order := make([]int, len(runs))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		c := cmp.Or(cmp.Compare(runs[a].IngestedAt, runs[b].IngestedAt), cmp.Compare(runs[a].ID, runs[b].ID))
		if latestFirst {
			return -c
		}
		return c
	})
	return order
}

// relate updates the stored exclusions that depend on other runs of a benchmark, and the report
// lines of the affected runs.
func (l *Loader) relate(ctx context.Context, rep *RunReport, d *results.Dataset, runs []results.Run) error {
	shared, err := l.shared(ctx, d, runs)
	if err != nil {
		return err
	}
	changed, idle := related(&d.Benchmark, runs, shared)
	for _, i := range changed {
		if err := l.Store.SaveExclusions(ctx, &runs[i]); err != nil {
			return fmt.Errorf("save exclusions of %s: %w", runs[i].Slug, err)
		}
		rep.objected(&runs[i])
	}
	for i, reason := range idle {
		rep.unreplaced(&runs[i], reason)
	}
	return nil
}
