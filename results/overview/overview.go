// Package overview makes what is kept of a trace that is too long to be gone through
// for each page: the map of all its steps, and the cycles of its calls, which may go on
// over the borders of what a page reads. The functions are pure.
package overview

import (
	"encoding/json"
	"fmt"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/cycles"
	"github.com/clawatlas/clawatlas/results/files"
	"github.com/clawatlas/clawatlas/results/outline"
)

// Rules is the version of the rules by which overviews are made. What was made by
// others is made again.
const Rules = "1"

// Limits of a stretch of a trace that a page goes through as a whole.
const (
	StretchSteps = 500
	StretchBytes = 1 << 20 // bytes of the bodies of its steps
)

// Needed reports whether a trace is longer than what a page goes through.
func Needed(steps, bytes int) bool { return steps > StretchSteps || bytes > StretchBytes }

// Builder makes the overview of steps that come one after the other.
type Builder struct {
	seen   int
	marker *outline.Marker
	drawer *outline.Drawer
	finder *cycles.Finder
	names  files.Names
}

// NewBuilder begins the overview of a trace of so many steps.
func NewBuilder(steps int, names files.Names) *Builder {
	return &Builder{marker: outline.NewMarker(names), drawer: outline.NewDrawer(steps), finder: cycles.NewFinder(names), names: names}
}

// Add takes the next step. What is known of the contents of files is dropped after
// each stretch, as a page does, so that memory is bounded and the kinds are those of
// the pages.
func (b *Builder) Add(s *results.Step) {
	if b.seen > 0 && b.seen%StretchSteps == 0 {
		b.marker.Forget()
	}
	b.seen++
	m := b.marker.Bare(s)
	if b.drawer.Labels() && len(s.ToolCalls) > 0 {
		m.Label = outline.Label(&s.ToolCalls[0], b.names)
	}
	b.drawer.Add(&m)
	b.finder.Add(s, m.Kind)
}

// Pack writes the overview of a trial.
func (b *Builder) Pack(trial int64) (results.Overview, error) {
	o := results.Overview{Trial: trial}
	var err error
	if o.Map, err = json.Marshal(&b.drawer.Map); err != nil {
		return o, fmt.Errorf("pack map of trace: %w", err)
	}
	for _, c := range b.finder.Cycles() {
		data, err := c.Pack()
		if err != nil {
			return o, fmt.Errorf("pack cycle from step %d: %w", c.From, err)
		}
		o.Cycles = append(o.Cycles, results.OverviewCycle{From: c.From, To: c.To, Data: data})
	}
	return o, nil
}

// Unpack reads the map and the cycles.
func Unpack(o *results.Overview) (*outline.Map, []cycles.Cycle, error) {
	m := &outline.Map{}
	if err := json.Unmarshal(o.Map, m); err != nil {
		return nil, nil, fmt.Errorf("read map of trace: %w", err)
	}
	list := make([]cycles.Cycle, len(o.Cycles))
	for i := range o.Cycles {
		var err error
		if list[i], err = cycles.Unpack(o.Cycles[i].Data); err != nil {
			return nil, nil, fmt.Errorf("read cycle from step %d: %w", o.Cycles[i].From, err)
		}
	}
	return m, list, nil
}
