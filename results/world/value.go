package world

import (
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/calls"
)

// Written says which of a value's two states stand in what was written.
type Written string

// What can be written of a value. Neither is not decidable: the value may be
// there in other words.
const (
	NewOnly Written = "new"
	Both    Written = "both"
	OldOnly Written = "stale"
	Neither Written = "neither"
)

// In finds the value in what was written in a round. Asked is false where the
// prompt that was sent already states the new value, as feedback on the round
// before does in some runs: writing it then shows nothing.
func (v *Value) In(prompt string, written []string) (w Written, asked bool) {
	if v.New.MatchString(prompt) {
		return "", false
	}
	var old, new bool
	for _, text := range written {
		old, new = old || v.Old.MatchString(text), new || v.New.MatchString(text)
	}
	switch {
	case old && new:
		return Both, true
	case new:
		return NewOnly, true
	case old:
		return OldOnly, true
	}
	return Neither, true
}

// writing is a text that a call wrote.
type writing struct {
	call int // of the step's calls, from 1
	text string
}

// writings are those of one step, in the order of its calls.
func writings(s *results.Step) []writing {
	if s.Source != results.SourceAgent || s.Depth > 0 || s.Copied {
		return nil
	}
	var list []writing
	for j := range s.ToolCalls {
		c := calls.Read(&s.ToolCalls[j])
		for _, text := range writtenBy(&c) {
			list = append(list, writing{j + 1, text})
		}
	}
	return list
}

// writtenBy are the texts that a call writes.
func writtenBy(c *calls.Args) []string {
	switch {
	case c.Kind == calls.Write:
		return []string{c.Content}
	case c.Kind == calls.Edit && c.Patch != "":
		return []string{c.Patch}
	case c.Kind == calls.Edit:
		list := make([]string, len(c.Changes))
		for i, x := range c.Changes {
			list[i] = x.New
		}
		return list
	case c.Kind == calls.Shell && strings.Contains(c.Command, "<<"):
		return []string{c.Command}
	}
	return nil
}
