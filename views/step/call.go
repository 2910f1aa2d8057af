package step

import (
	"fmt"

	"github.com/clawatlas/clawatlas/results/calls"
	"github.com/clawatlas/clawatlas/views/richtext"
)

// changeLines are the lines of what an edit changes.
func changeLines(c *calls.Args) []richtext.DiffLine {
	if c.Patch != "" {
		return richtext.Unified(c.Patch)
	}
	var list []richtext.DiffLine
	for i, x := range c.Changes {
		if len(c.Changes) > 1 {
			list = append(list, richtext.DiffLine{Op: richtext.Note, Text: fmt.Sprintf("edit %d of %d", i+1, len(c.Changes))})
		}
		list = append(list, richtext.Compare(x.Old, x.New)...)
	}
	return list
}
