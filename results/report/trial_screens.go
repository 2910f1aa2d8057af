package report

import (
	"net/url"
	"strconv"

	"github.com/clawatlas/clawatlas/results/link"
)

// Screens is the address of the page that plays a recording of the trial, from 1, at a
// time in seconds; empty: from its beginning.
func (q TrialQuery) Screens(recording int, at string) string {
	return link.To(q.ScreensAt(recording, at), q.Path("screens")...)
}

func (q TrialQuery) ScreensAt(recording int, at string) url.Values {
	v := link.With(q.Bare().Values(), "view", "", "at", at)
	if recording > 1 {
		v.Set("recording", strconv.Itoa(recording))
	}
	return v
}
