package task

import (
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/report"
)

// cellPool makes the cells of systems with several sweeps out of those of their runs.
type cellPool struct {
	parts map[string]report.SweepPart
	cells map[[2]string]*sweepCell // by standing run and scope
}

// sweepCell is what runs of a system make of one cell.
type sweepCell struct {
	sum    float64
	sweeps int
	num    *float64
	den    *float64
}

func newCellPool(b *results.Board) *cellPool {
	return &cellPool{parts: report.SweepParts(b), cells: map[[2]string]*sweepCell{}}
}

// add takes the cell of a run and gives that of its system as far as it is known: the
// mean over the sweeps, with what was counted in all of them.
func (p *cellPool) add(run, scope string, c HeatmapCell) (standing string, of HeatmapCell) {
	part, ok := p.parts[run]
	if !ok {
		return run, c
	}
	x := p.cells[[2]string{part.Standing, scope}]
	if x == nil {
		x = &sweepCell{}
		p.cells[[2]string{part.Standing, scope}] = x
		if c.Value != nil {
			x.sum, x.sweeps = *c.Value*float64(part.Sweeps), part.Sweeps
		}
		x.num, x.den = c.Num, c.Den
		return part.Standing, c
	}
	if c.Value != nil {
		x.sum, x.sweeps = x.sum+*c.Value*float64(part.Sweeps), x.sweeps+part.Sweeps
	}
	x.num, x.den = plus(x.num, c.Num), plus(x.den, c.Den)
	if of = (HeatmapCell{Num: x.num, Den: x.den, Evidence: c.Evidence}); x.sweeps > 0 {
		mean := x.sum / float64(x.sweeps)
		of.Value = &mean
	}
	return part.Standing, of
}

// pooledCell is the mean over the attempts of both, at one task.
func pooledCell(a, b HeatmapCell) HeatmapCell {
	switch {
	case b.Value == nil || b.Den == nil:
		return a
	case a.Value == nil || a.Den == nil:
		return b
	}
	n := *a.Den + *b.Den
	mean := (*a.Value**a.Den + *b.Value**b.Den) / n
	return HeatmapCell{Value: &mean, Den: &n}
}

func plus(a, b *float64) *float64 {
	if a == nil || b == nil {
		return nil
	}
	x := *a + *b
	return &x
}
