package trial

import (
	"context"
	"net/url"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/web"
)

// ownPages are the elements behind a trial's address of what shows its own run alone. The
// page of the trial itself sets other runs beside it.
var ownPages = []string{"raw", "files", "steps", "text"}

// States says of an address what its answer depends on, where that is a run, its dataset
// and the program alone; it is empty for all others. Two databases in which it is equal
// answer the same.
func States(ctx context.Context, store web.Store, build string) (func(at string) string, error) {
	runs, err := store.RunStamps(ctx)
	if err != nil {
		return nil, err
	}
	list, err := store.Benchmarks(ctx)
	if err != nil {
		return nil, err
	}
	doubts := map[string]report.Doubts{}
	for _, b := range list {
		if doubts[b.ID], err = web.DoubtsIn(ctx, store, b); err != nil {
			return nil, err
		}
	}
	return func(at string) string {
		slug, scenario, task, own := splitTrial(at)
		run, ok := runs[slug]
		if !own || !ok {
			return ""
		}
		return strings.Join([]string{build, run.Digest, doubts[run.Benchmark].Reason(scenario, task)}, " ")
	}, nil
}

// splitTrial takes the address of a page of a trial apart, and says whether it shows
// nothing of other runs.
func splitTrial(at string) (run, scenario, task string, own bool) {
	path, query, _ := strings.Cut(at, "?")
	rest, api := strings.CutPrefix(path, "/api/v1")
	elems := strings.Split(strings.TrimPrefix(rest, "/"), "/")
	if len(elems) < 4 || elems[0] != "runs" {
		return "", "", "", false
	}
	for i := range elems {
		elems[i], _ = url.PathUnescape(elems[i])
	}
	run, scenario, task = elems[1], elems[2], elems[3]
	if elems = elems[4:]; len(elems) >= 2 && elems[0] == "at" {
		elems = elems[2:]
	}
	own = api || query == "format=csv" && len(elems) == 0 || len(elems) > 0 && slices.Contains(ownPages, elems[0])
	return run, scenario, task, own
}
