package world

import "github.com/clawatlas/clawatlas/results"

// StageLooked sums up how far the agent of a run got with changes before stages.
type StageLooked struct {
	Silent      LookCount `json:"silent"`      // changes that their author calls silent
	Loud        LookCount `json:"loud"`        // changes that their author calls loud
	Unlabelled  LookCount `json:"unlabelled"`  // changes that their author calls neither
	Written     LookCount `json:"written"`     // changes of which something new stands in a file that the agent wrote; evidence and no rate to rank by
	Undecidable int       `json:"undecidable"` // changes that nothing tells apart; in no count
	Untraced    int       `json:"untraced"`    // changes of whose stage there is no trace; in no count
}

// LookCount is k of n changes.
type LookCount struct {
	K int `json:"k"` // changes that were seen or written
	N int `json:"n"` // changes of which that could be told
}

func (c *LookCount) add(hit bool) {
	c.N++
	if hit {
		c.K++
	}
}

// Add adds the looks of one trial at its task.
func (x *StageLooked) Add(t *results.Task, looks []results.StageLook) {
	labels := map[string][]results.StageChange{}
	for i := range t.Facts.Stages {
		labels[t.Facts.Stages[i].ID] = t.Facts.Stages[i].Changes
	}
	for i := range looks {
		l := &looks[i]
		changes := labels[l.Stage]
		if l.Change < 1 || l.Change > len(changes) {
			continue // of another state of the dataset
		}
		switch Level(l.Level) {
		case Undecidable:
			x.Undecidable++
			continue
		case Untraced:
			x.Untraced++
			continue
		}
		count := &x.Unlabelled
		switch changes[l.Change-1].Label {
		case LabelSilent:
			count = &x.Silent
		case LabelLoud:
			count = &x.Loud
		}
		count.add(Level(l.Level).Noticed())
		x.Written.add(l.Written > 0)
	}
}
