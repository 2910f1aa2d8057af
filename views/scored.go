package views

import (
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/board"
	"github.com/clawatlas/clawatlas/results/score"
)

// ScoredSystem is a board row with the scores needed to test it against other systems.
type ScoredSystem struct {
	Row   results.BoardRow
	Units func() []score.Unit // units over which the benchmark's metrics are computed, see score.Units; computed on demand
}

type ScoredGroup struct{ Systems []ScoredSystem }

// NewScoredGroup scores the systems of a group from task means. If outcomes is not nil, it uses the
// trials of all runs instead, for metrics that need every check.
func NewScoredGroup(b *Bench, tasks []results.Task, population []results.BoardRow, means []results.TaskMean,
	outcomes map[int64][]results.Trial) *ScoredGroup {
	g := &ScoredGroup{}
	byRun := meansByRun(means)
	room := map[int][]results.Trial{} // trial buffers that are reused for each system
	trials := func(r *results.BoardRow) [][]results.Trial {
		var list [][]results.Trial
		for i, run := range b.SweepIDs(r) {
			if outcomes != nil {
				list = append(list, outcomes[run])
				continue
			}
			room[i] = appendTrials(room[i][:0], byRun[run])
			list = append(list, room[i])
		}
		return list
	}
	scoring := b.Benchmark.Scoring
	for _, r := range population {
		g.Systems = append(g.Systems, ScoredSystem{r, func() []score.Unit { return score.SystemUnits(scoring, tasks, trials(&r)) }})
	}
	return g
}

// families returns the tests of the headline metric between all pairs of systems in the group.
func (g *ScoredGroup) families(v *Bench) *board.Families {
	return board.NewFamilies(score.SpecOf(v.Benchmark.Scoring, v.Board.Convention), v.Board.Headline, len(g.Systems),
		func(system int) []score.Unit { return g.Systems[system].Units() },
		func(system int) results.Added { return g.Systems[system].Row.Metrics[v.Board.Headline].Runs.Added() })
}

// Index returns the position in the group of the system with the given run; -1 if there is none.
func (g *ScoredGroup) Index(run string) int {
	return slices.IndexFunc(g.Systems, func(x ScoredSystem) bool { return *x.Row.Run == run })
}

func meansByRun(means []results.TaskMean) map[int64][]results.TaskMean {
	byRun := map[int64][]results.TaskMean{}
	for from := 0; from < len(means); {
		to := from
		for to < len(means) && means[to].Run == means[from].Run {
			to++
		}
		byRun[means[from].Run] = means[from:to:to]
		from = to
	}
	return byRun
}

func appendTrials(list []results.Trial, means []results.TaskMean) []results.Trial {
	for _, m := range means {
		list = append(list, results.Trial{Scenario: m.Scenario, Task: m.Task, Attempt: 1, Attempts: m.Attempts, Status: m.Status, Score: m.Mean})
	}
	return list
}

func (b *Bench) GroupPopulation(group string) []results.BoardRow {
	var list []results.BoardRow
	for _, r := range b.Ranked() {
		if r.Group == group {
			list = append(list, r)
		}
	}
	return list
}

// JudgedGroup is a group of comparable systems with the tests between them. It is safe for
// concurrent use.
type JudgedGroup struct {
	*ScoredGroup
	Families *board.Families
}

// NewJudgedGroup creates the tests of a group, reusing the stored p-values against the board's
// leader.
func NewJudgedGroup(v *Bench, g *ScoredGroup, tests []results.LeaderTest) *JudgedGroup {
	of := &JudgedGroup{g, g.families(v)}
	if len(g.Systems) == 0 {
		return of
	}
	place, leader := map[int64]int{}, *g.Systems[0].Row.Run+" "
	for i := range g.Systems {
		place[v.Runs[*g.Systems[i].Row.Run].ID] = i
	}
	for _, t := range tests {
		if i, ok := place[t.Run]; ok && i > 0 && t.Convention == v.Board.Convention && t.Without == v.Board.Without &&
			strings.HasPrefix(t.Against, leader) {
			of.Families.Know(i, t.P)
		}
	}
	return of
}

// Judge compares pairs of runs on a board. The zero value has no groups to compare.
type Judge []*JudgedGroup

// Of returns the comparison of two runs, given by slug; nil unless both are ranked in the same
// group.
func (j Judge) Of(a, b string) *board.Comparison {
	for _, g := range j {
		x, y := g.Index(a), g.Index(b)
		if x < 0 || y < 0 || x == y {
			continue
		}
		c := g.Families.Judge(x, y)
		return &c
	}
	return nil
}

// SweepsOf returns the repeated runs of the system that a run belongs to; nil if the system has no
// repeats.
func SweepsOf(b *results.Board, run string) *results.Sweeps {
	for i := range b.Rows {
		if s := b.Rows[i].Sweeps; s != nil && slices.Contains(s.Runs(), run) {
			return s
		}
	}
	return nil
}

// MetricsOf returns the metrics of the system that a run belongs to; nil if the system is not on
// the board.
func MetricsOf(b *results.Board, run string) map[string]results.MetricValue {
	for i := range b.Rows {
		if r := &b.Rows[i]; r.Run != nil && (*r.Run == run || slices.Contains(r.OtherRuns, run)) {
			return r.Metrics
		}
	}
	return nil
}

// SweepRuns returns the slugs of the runs averaged in a row.
func SweepRuns(r *results.BoardRow) []string {
	if list := r.Sweeps.Runs(); len(list) > 0 {
		return list
	}
	return []string{*r.Run}
}

func (b *Bench) SweepIDs(r *results.BoardRow) []int64 {
	var ids []int64
	for _, slug := range SweepRuns(r) {
		if id := b.Runs[slug].ID; id != 0 {
			ids = append(ids, id)
		}
	}
	return ids
}

// PoolMeans averages the task means over all runs of each row, under the id of the row's main run.
func (b *Bench) PoolMeans(rows []results.BoardRow, means []results.TaskMean) []results.TaskMean {
	byRun := meansByRun(means)
	list := make([]results.TaskMean, 0, len(means))
	for i := range rows {
		run, ids := b.Runs[*rows[i].Run].ID, b.SweepIDs(&rows[i])
		if len(ids) < 2 {
			list = append(list, byRun[run]...)
			continue
		}
		first, at := len(list), map[results.TaskName]int{}
		for _, id := range ids {
			for _, m := range byRun[id] {
				n, known := at[m.Name()]
				if m.Run = run; !known {
					at[m.Name()] = len(list) - first
					list = append(list, m)
					continue
				}
				list[first+n] = pooled(list[first+n], m)
			}
		}
	}
	return list
}

func pooled(a, b results.TaskMean) results.TaskMean {
	switch {
	case b.Mean == nil:
		return a
	case a.Mean == nil:
		return b
	}
	n, m := float64(max(1, a.Attempts)), float64(max(1, b.Attempts))
	mean := (*a.Mean*n + *b.Mean*m) / (n + m)
	a.Mean, a.Attempts = &mean, a.Attempts+b.Attempts
	return a
}

// SweepPart identifies the main run of a system with repeated runs.
type SweepPart struct {
	Standing string // slug
	Sweeps   int
}

// SweepParts returns the main run and the number of runs of the system that each run on the board
// belongs to, by run slug.
func SweepParts(b *results.Board) map[string]SweepPart {
	parts := map[string]SweepPart{}
	for i := range b.Rows {
		r := &b.Rows[i]
		switch {
		case r.Run == nil:
		case r.Sweeps == nil:
			parts[*r.Run] = SweepPart{*r.Run, 1}
		default:
			for _, v := range r.Sweeps.Values {
				parts[v.Run] = SweepPart{*r.Run, parts[v.Run].Sweeps + 1}
			}
		}
	}
	return parts
}
