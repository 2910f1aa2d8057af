package run

import (
	"github.com/clawatlas/clawatlas/results"
)

// changeWord says what a change has done to the run.
func changeWord(c results.Change, run string) string {
	switch {
	case c.Kind == results.ChangeReplaced && c.Run == run:
		return "replaced by"
	case c.Kind == results.ChangeReplaced:
		return "replaces"
	case c.Kind == results.ChangeRescored:
		return "scored anew"
	}
	return string(c.Kind)
}

// otherRun is the run that a change names beside this one.
func otherRun(c results.Change, run string) string {
	if c.Run == run {
		return c.Other
	}
	return c.Run
}
