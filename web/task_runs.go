package web

import (
	"context"
	"sort"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/ui"
)

// mostRuns is how many runs of a benchmark a page sets side by side.
const mostRuns = 1000

// superseded reports whether newer records of the same source replace the run's.
func superseded(r results.Run) bool { return r.Objects(results.ObjectionSnapshot) }

// scoredRuns are the runs of a benchmark in the order in which pages set them
// side by side: complete ones first, then by mean score, best first.
type scoredRuns struct {
	runs  []results.Run
	sums  map[string]results.ScoreSum
	names map[string]string
}

func (s *Server) scoredRuns(ctx context.Context, benchmark string) (scoredRuns, error) {
	d := scoredRuns{sums: map[string]results.ScoreSum{}}
	var err error
	if d.runs, _, err = s.store.Runs(ctx, results.RunFilter{Benchmark: benchmark, Limit: mostRuns}); err != nil {
		return d, err
	}
	sums, err := s.store.ScoreSums(ctx, benchmark)
	if err != nil {
		return d, err
	}
	for _, x := range sums {
		d.sums[x.Run] = x
	}
	if d.names, err = s.modelNames(ctx); err != nil {
		return d, err
	}
	mean := func(r results.Run) float64 {
		if x := d.sums[r.Slug]; x.Scored > 0 {
			return x.Sum / float64(x.Scored)
		}
		return -1
	}
	sort.SliceStable(d.runs, func(i, j int) bool {
		a, b := d.runs[i], d.runs[j]
		switch {
		case a.Complete != b.Complete:
			return a.Complete
		case mean(a) != mean(b):
			return mean(a) > mean(b)
		}
		return a.Slug < b.Slug
	})
	return d, nil
}

// columns name runs so that no two of them look alike: where a model and
// framework occur twice, the end of the slug tells them apart.
func (d scoredRuns) columns(keep func(results.Run) bool) []views.RunColumn {
	var list []views.RunColumn
	count := map[string]int{}
	for _, r := range d.runs {
		if !keep(r) {
			continue
		}
		c := views.RunColumn{Run: r, Label: d.label(r), Href: link(nil, "runs", r.Slug)}
		count[c.Label]++
		list = append(list, c)
	}
	for i := range list {
		c := &list[i]
		c.Head = c.Label
		if count[c.Label] > 1 {
			end := c.Run.Slug[max(0, len(c.Run.Slug)-8):]
			c.Label, c.Head = c.Label+" "+end, end+" "+c.Label
		}
	}
	return list
}

func (d scoredRuns) label(r results.Run) string {
	name := d.names[r.System.Model]
	if name == "" {
		name = r.System.Model
	}
	parts := []string{name}
	for _, p := range []string{r.System.Framework, r.System.Variant} {
		if p != "" {
			parts = append(parts, p)
		}
	}
	return strings.Join(parts, " · ")
}

// trialsByTask groups trials by run and task.
func trialsByTask(trials []results.StoredTrial) map[[2]string][]*results.StoredTrial {
	m := make(map[[2]string][]*results.StoredTrial, len(trials))
	for i := range trials {
		k := [2]string{trials[i].Run, trials[i].Task}
		m[k] = append(m[k], &trials[i])
	}
	return m
}

// cellVerdict sums the trials of one run at one task up. Several attempts count
// with the mean of their scores, and pass if every scored one does.
func cellVerdict(c views.RunColumn, scenario, task string, trials []*results.StoredTrial) views.Verdict {
	v := views.Verdict{Where: c.Label + ", " + task, Status: results.Missing}
	if len(trials) == 0 {
		return v
	}
	v.Status = trials[0].Status
	v.Href = link(nil, "runs", c.Run.Slug, scenario, task)
	sum, n := 0.0, 0
	for _, t := range trials {
		if t.Score == nil {
			continue
		}
		sum += *t.Score
		n++
		v.Of += max(1, t.Attempts)
		if *t.Score < 1 {
			v.Status = t.Status
		}
	}
	if n > 0 {
		mean := sum / float64(n)
		v.Score = &mean
		if mean >= 1 {
			v.Status = results.Passed
		}
	}
	return v
}

// leftOut says in words which runs a page does not show.
func leftOut(replaced, absent int, word string) string {
	var parts []string
	if replaced > 0 {
		parts = append(parts, ui.Plural(replaced, "run", "runs")+" replaced by newer records")
	}
	if absent > 0 {
		parts = append(parts, ui.Plural(absent, "run", "runs")+" without a trial in this "+word)
	}
	if len(parts) == 0 {
		return ""
	}
	return "Not shown: " + strings.Join(parts, " and ") + "."
}
