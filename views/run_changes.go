package views

import "github.com/clawatlas/clawatlas/results"

// RunChange is a line of the change log on the page of a run.
type RunChange struct{ results.Change }

// what says what has happened to the run.
func (c RunChange) what(run string) string {
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

// other is the run that the change names beside this one.
func (c RunChange) other(run string) string {
	if c.Run == run {
		return c.Other
	}
	return c.Run
}
