package views

import (
	"slices"
	"sort"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/board"
	"github.com/clawatlas/clawatlas/results/item"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/stats"
)

func Superseded(r results.Run) bool { return r.Objects(results.ExclusionSnapshot) }

// ScoredRuns holds the runs of a benchmark, with complete runs first and then by decreasing mean
// score.
type ScoredRuns struct {
	Runs  []results.Run
	Sums  map[string]results.ScoreSum
	Names map[string]string // model names by id
	// Ranked contains the slugs of the ranked systems' runs (see board.Population).
	Ranked map[string]bool
	// Parts contains the main run of the system that each ranked or shown run belongs to.
	Parts        map[string]SweepPart
	FaultyChecks FaultyChecks // reasons why tasks cannot be passed, for tasks with a faulty check
}

func NewScoredRuns(b results.Board, runs []results.Run, sums []results.ScoreSum, names map[string]string) ScoredRuns {
	d := ScoredRuns{Runs: slices.Clone(runs), Sums: map[string]results.ScoreSum{}, Names: names, Ranked: map[string]bool{},
		Parts: SweepParts(&b), FaultyChecks: FaultyChecksOf(b)}
	for _, r := range board.Population(b) {
		d.Ranked[*r.Run] = true
	}
	for _, x := range sums {
		d.Sums[x.Run] = x
	}
	mean := func(r results.Run) float64 {
		if x := d.Sums[r.Slug]; x.Scored > 0 {
			return x.Sum / float64(x.Scored)
		}
		return -1
	}
	sort.SliceStable(d.Runs, func(i, j int) bool {
		a, b := d.Runs[i], d.Runs[j]
		switch {
		case a.Complete != b.Complete:
			return a.Complete
		case mean(a) != mean(b):
			return mean(a) > mean(b)
		}
		return a.Slug < b.Slug
	})
	return d
}

// Current returns the runs that are not superseded, or all runs if all is true.
func (d ScoredRuns) Current(all bool) []results.Run {
	return slices.DeleteFunc(slices.Clone(d.Runs), func(r results.Run) bool { return !all && Superseded(r) })
}

// Counts reports whether a run is included: only runs of ranked systems, or every run if all is set
// or no system is ranked.
func (d ScoredRuns) Counts(run string, all bool) bool {
	return all || len(d.Ranked) == 0 || d.Ranked[run] || d.Ranked[d.Parts[run].Standing]
}

// Add adds a run's mean score over n attempts at a task. It averages the runs of one system unless
// each run is counted.
func (d ScoredRuns) Add(list []item.SystemScore, s item.SystemScore, n int, all bool) []item.SystemScore {
	s.Attempts = max(1, n)
	part, repeated := d.Parts[s.Run]
	if !repeated || all || len(d.Ranked) == 0 {
		return append(list, s)
	}
	s.Run = part.Standing
	at := slices.IndexFunc(list, func(x item.SystemScore) bool { return x.Run == s.Run })
	if at < 0 {
		return append(list, s)
	}
	x := &list[at]
	before, share := float64(x.Attempts), float64(s.Attempts)
	x.Score = (x.Score*before + s.Score*share) / (before + share)
	if x.Attempts += s.Attempts; x.Rest != nil && s.Rest != nil {
		x.Rest = new((*x.Rest*before + *s.Rest*share) / (before + share))
	}
	return list
}

func (d ScoredRuns) Counted(all bool) string {
	if d.Unit(all) == "systems" {
		return "ranked"
	}
	return "runs"
}

func (d ScoredRuns) Unit(all bool) string {
	if all || len(d.Ranked) == 0 {
		return "runs"
	}
	return "systems"
}

// TaskRate returns the pass rate of a task and its mean score. For ranked systems, the mean is nil
// unless each of them has a score (see board.MeanOver), because means over different systems are
// not comparable.
func (d ScoredRuns) TaskRate(scores []item.SystemScore, all bool) (Rate, *float64) {
	passed := 0
	cells := make([]*float64, len(scores), max(len(scores), len(d.Ranked)))
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
	if mean == nil || !all && len(d.Ranked) == 0 {
		return Rate{Num: passed, Den: n}, nil
	}
	return NewRate(passed, n), mean
}

// RunColumn is a table column for one run. Its label is unique on the page.
type RunColumn struct {
	Run   results.Run
	Label string
	Href  string
}

// Columns returns a column for each run that keep selects. Runs of the same system are
// distinguished by the end of their slugs.
func (d ScoredRuns) Columns(keep func(results.Run) bool) []RunColumn {
	var list []RunColumn
	count := map[string]int{}
	for _, r := range d.Runs {
		if !keep(r) {
			continue
		}
		c := RunColumn{Run: r, Label: d.Label(r), Href: link.Run(r.Slug)}
		count[c.Label]++
		list = append(list, c)
	}
	for i := range list {
		c := &list[i]
		if count[c.Label] > 1 {
			c.Label += " " + SlugEnd(c.Run.Slug)
		}
	}
	return list
}

func (d ScoredRuns) Label(r results.Run) string {
	name := Name(d.Names, r.System.Model)
	for _, part := range []string{r.System.Framework, r.System.Variant} {
		if part != "" {
			name += " · " + part
		}
	}
	return name
}

// Rate is a share with its Wilson interval. Both are nil if the denominator is 0.
type Rate struct {
	Num, Den      int
	Value, Lo, Hi *float64
}

func NewRate(num, den int) Rate {
	r := Rate{Num: num, Den: den}
	if den == 0 {
		return r
	}
	x := float64(num) / float64(den)
	ci := stats.Wilson(num, den, stats.Level)
	r.Value, r.Lo, r.Hi = &x, &ci.Lo, &ci.Hi
	return r
}
