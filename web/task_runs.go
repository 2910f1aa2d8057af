package web

import (
	"context"
	"fmt"
	"sort"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/board"
	"github.com/clawatlas/clawatlas/results/item"
	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/link"
)

// superseded reports whether newer records of the same source replace the run's.
func superseded(r results.Run) bool { return r.Objects(results.ObjectionSnapshot) }

// scoredRuns are the runs of a benchmark in the order in which pages set them
// side by side: complete ones first, then by mean score, best first.
type scoredRuns struct {
	runs  []results.Run
	sums  map[string]results.ScoreSum
	names map[string]string
	// ranked are the runs that stand for the ranked systems, by slug: those that
	// means and rates over systems are over (board.Population).
	ranked map[string]bool
	doubts report.Doubts // tasks that no answer can pass
}

// counts reports whether a run is one of those that a task's passes are counted
// over: the ranked ones or, where there is none or the reader asks, all.
func (d scoredRuns) counts(run string, all bool) bool {
	return all || len(d.ranked) == 0 || d.ranked[run]
}

// counted names over what the counts of tasks are: the ranked systems, or runs.
func (d scoredRuns) counted(all bool) string {
	if d.unit(all) == "systems" {
		return "ranked"
	}
	return "runs"
}

// unit is what the counts of a task count.
func (d scoredRuns) unit(all bool) string {
	if all || len(d.ranked) == 0 {
		return "runs"
	}
	return "systems"
}

// rates reports whether counts may stand as rates and means over systems. Over
// incomplete runs they may not: from task to task other systems would be in them.
func (d scoredRuns) rates(all bool) bool { return all || len(d.ranked) > 0 }

// uncounted says over what the counts are, where not over all of n runs; empty
// where every run is ranked.
func (d scoredRuns) uncounted(n int, all bool) string {
	switch {
	case all:
		return "Counts and rates are over all runs, also incomplete, older and unranked ones, so from row to row over different systems."
	case len(d.ranked) == 0 && n > 0:
		return "No system is ranked here: counts are over all runs, and rates and means over systems do not stand."
	case n > len(d.ranked):
		return fmt.Sprintf("Counts, rates and means are over %s with one complete run each. Not counted: %s.", words.Plural(len(d.ranked), "ranked system", "ranked systems"),
			words.Plural(n-len(d.ranked), "run that is incomplete, older or unranked", "runs that are incomplete, older or unranked"))
	}
	return ""
}

func (s *Server) scoredRuns(ctx context.Context, benchmark results.Benchmark) (scoredRuns, error) {
	d := scoredRuns{sums: map[string]results.ScoreSum{}, ranked: map[string]bool{}}
	var err error
	if d.runs, err = s.allRuns(ctx, results.RunFilter{Benchmark: benchmark.ID}); err != nil {
		return d, err
	}
	b, err := s.boardRuns(ctx, benchmark)
	if err != nil {
		return d, err
	}
	d.doubts = report.DoubtsOf(b)
	for _, r := range board.Population(b) {
		d.ranked[*r.Run] = true
	}
	sums, err := s.store.ScoreSums(ctx, benchmark.ID)
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

// taskRate is how many of the runs with a verdict on a task passed it, and their
// mean score. Over ranked systems the share and the mean stand only if each has
// a verdict (board.MeanOver).
func (d scoredRuns) taskRate(scores []item.SystemScore, all bool) (views.Rate, *float64) {
	passed := 0
	cells := make([]*float64, len(scores), max(len(scores), len(d.ranked)))
	for i := range scores {
		cells[i] = &scores[i].Score
		if scores[i].Score >= 1 {
			passed++
		}
	}
	if !all {
		cells = cells[:cap(cells)]
	}
	mean, n := board.MeanOver(cells)
	if mean == nil || !d.rates(all) {
		return views.Rate{Num: passed, Den: n}, nil
	}
	return wilsonRate(passed, n), mean
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
		c := views.RunColumn{Run: r, Label: d.label(r), Href: link.Run(r.Slug)}
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

// cellVerdict is the verdict of one run at one task, with its place and address.
func cellVerdict(c views.RunColumn, scenario, task string, trials []*results.StoredTrial) views.Verdict {
	v := verdictOf(trials)
	v.Where = c.Label + ", " + task
	if len(trials) > 0 {
		v.Href = link.Trial(c.Run.Slug, scenario, task)
	}
	return v
}

// verdictOf sums the trials of one run at one task up. Several attempts count
// with the mean of their scores, and pass if every scored one does.
func verdictOf(trials []*results.StoredTrial) views.Verdict {
	v := views.Verdict{Status: results.Missing}
	if len(trials) == 0 {
		return v
	}
	v.Status = trials[0].Status
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
		parts = append(parts, words.Plural(replaced, "run", "runs")+" replaced by newer records")
	}
	if absent > 0 {
		parts = append(parts, words.Plural(absent, "run", "runs")+" without a trial in this "+word)
	}
	if len(parts) == 0 {
		return ""
	}
	return "Not shown: " + strings.Join(parts, " and ") + "."
}
