package ingest

import (
	"context"
	"fmt"
	"slices"

	"github.com/clawatlas/clawatlas/results"
)

// isCompared reports whether runs of a benchmark are searched for copied trials. Scripted agents
// produce equal trials anyway, and unscored runs have no rank.
func isCompared(b *results.Benchmark) bool { return !b.Scripted && b.Scored() }

// shared returns the trials that each run shares with other runs, by run id. It compares each pair
// of runs only once and stores the result.
func (l *Loader) shared(ctx context.Context, d *results.Dataset, runs []results.Run) (map[int64][]results.Shared, error) {
	if !isCompared(&d.Benchmark) || len(runs) < 2 {
		return nil, nil
	}
	keys, err := l.Store.MarkKeys(ctx, d.Benchmark.ID)
	if err != nil {
		return nil, err
	}
	for i := range runs {
		if r := &runs[i]; keys[r.ID] != markRules {
			if err := l.mark(ctx, r); err != nil {
				return nil, fmt.Errorf("compute digests of the trials of %s: %w", r.Slug, err)
			}
		}
	}
	have, err := l.Store.Shared(ctx, d.Benchmark.ID)
	if err != nil {
		return nil, err
	}
	return have, l.compareMarks(ctx, runs, have)
}

func (l *Loader) mark(ctx context.Context, r *results.Run) error {
	trials, err := l.Store.RunTrials(ctx, r.ID, "")
	if err != nil {
		return err
	}
	m := marker{}
	for i := range trials {
		t := &trials[i]
		if err := l.markTrial(ctx, &m, t); err != nil {
			return err
		}
	}
	return l.saveMarks(ctx, r, &m)
}

const stepsAtOnce = 16 << 20

func (l *Loader) markTrial(ctx context.Context, m *marker, t *results.StoredTrial) error {
	rows, err := l.Store.StepRows(ctx, t, 1, t.StepsTotal)
	if err != nil {
		return err
	}
	for len(rows) > 0 {
		n, size := 0, 0
		for n < len(rows) && (n == 0 || size+rows[n].Bytes <= stepsAtOnce) {
			size += rows[n].Bytes
			n++
		}
		steps, err := l.Store.Steps(ctx, t, rows[:n])
		if err != nil {
			return err
		}
		for i := range steps {
			m.step(&steps[i])
		}
		rows = rows[n:]
	}
	m.close(&t.Trial)
	return nil
}

func (l *Loader) saveMarks(ctx context.Context, r *results.Run, m *marker) error {
	data, err := packMarks(m.trials)
	if err != nil {
		return err
	}
	return l.Store.SaveMarks(ctx, r.Benchmark, r.ID, markRules, data)
}

// everywhere is the maximum number of trials per run that are compared for one digest. A digest
// that occurs in more trials comes from text that the agent writes every time.
const everywhere = 8

type markedTrial struct{ run, trial int }

type comparing struct {
	runs   []*results.Run
	trials [][]trialMarks
	at     map[uint64][]markedTrial
	shared [][]results.Shared
}

func (l *Loader) compareMarks(ctx context.Context, runs []results.Run, have map[int64][]results.Shared) error {
	c := comparing{at: map[uint64][]markedTrial{}}
	opened := make([][]trialMarks, len(runs))
	for i := range runs {
		if _, done := have[runs[i].ID]; done {
			continue
		}
		trials, err := l.marksOf(ctx, &runs[i])
		if err != nil {
			return err
		}
		opened[i] = trials
		c.add(&runs[i], trials)
	}
	if len(c.runs) == 0 {
		return nil
	}
	for i := range runs {
		trials := opened[i]
		if trials == nil {
			var err error
			if trials, err = l.marksOf(ctx, &runs[i]); err != nil {
				return err
			}
		}
		c.with(&runs[i], trials)
	}
	for i, r := range c.runs {
		have[r.ID] = c.shared[i]
		if err := l.Store.SaveShared(ctx, r.Benchmark, r.ID, c.shared[i]); err != nil {
			return err
		}
	}
	return nil
}

func (l *Loader) marksOf(ctx context.Context, r *results.Run) ([]trialMarks, error) {
	data, err := l.Store.RunMarks(ctx, r.ID)
	if err != nil {
		return nil, err
	}
	return openMarks(data)
}

func (c *comparing) add(r *results.Run, trials []trialMarks) {
	n := len(c.runs)
	c.runs, c.trials, c.shared = append(c.runs, r), append(c.trials, trials), append(c.shared, nil)
	for i := range trials {
		for _, m := range trials[i].all() {
			if at := c.at[m]; len(at) < everywhere || at[len(at)-everywhere].run != n {
				c.at[m] = append(at, markedTrial{n, i})
			}
		}
	}
}

func (c *comparing) with(o *results.Run, trials []trialMarks) {
	found, scored := map[markedTrial]bool{}, map[markedTrial]bool{} // trials of new runs that run o also contains
	scores := 0
	for i := range trials {
		if trials[i].Verdict != 0 {
			scores++
		}
		for _, m := range trials[i].all() {
			for _, at := range c.at[m] {
				switch {
				case c.runs[at.run].ID == o.ID:
				case m == trials[i].Verdict:
					scored[at] = true
				default:
					found[at] = true
				}
			}
		}
	}
	for n := range c.runs {
		x := results.Shared{Run: o.Slug, Of: len(c.trials[n])}
		var same []string
		own := 0
		for i := range c.trials[n] {
			t, at := &c.trials[n][i], markedTrial{n, i}
			if t.Verdict != 0 {
				own++
			}
			if found[at] {
				x.Tasks = append(x.Tasks, t.Scenario+"/"+t.Task)
			}
			if found[at] || scored[at] {
				same = append(same, t.Scenario+"/"+t.Task)
			}
		}
		if len(x.Tasks) == 0 && len(same) >= enoughScores && len(same) == scores && scores == own {
			x.Tasks = same
		}
		if len(x.Tasks) > 0 {
			c.shared[n] = append(c.shared[n], x)
		}
	}
}

func (t *trialMarks) proofs() []uint64 {
	if t.Whole == 0 {
		return t.IDs
	}
	return append(slices.Clip(t.IDs), t.Whole)
}

func (t *trialMarks) all() []uint64 {
	if t.Verdict == 0 {
		return t.proofs()
	}
	return append(slices.Clip(t.proofs()), t.Verdict)
}
