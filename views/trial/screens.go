package trial

import (
	"fmt"
	"strings"

	"github.com/a-h/templ"

	trialreport "github.com/clawatlas/clawatlas/results/report/trial"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/ui"
)

// TrialScreensPage plays a recording of a trial's terminal.
func TrialScreensPage(f views.Frame, x *trialreport.TrialScreens) templ.Component {
	t := trialView{x.Of, f}
	const lead = "What the terminal showed, as text, drawn from its recording."
	meta := f.Meta(t.pageTitle("Terminal of ", ""), lead, x.URL, x.Twin(""), t.crumbs(ui.Crumb{Label: "terminal"})...)
	meta.Scripted, meta.Noindex = x.Of.Stored.Run.Scripted, true
	return trialScreensPage(meta, t.Name()+": the terminal", lead, screensView{x})
}

// screensView draws what a terminal showed.
type screensView struct{ *trialreport.TrialScreens }

// now is the screen that stands at the time of the page.
func (p screensView) now() trialreport.TrialScreen { return p.Screens[p.Shown] }

// sum says what the recording has.
func (p screensView) sum() string {
	s := fmt.Sprintf("%s in %s, %d columns by %d lines.", words.Plural(p.Total, "screen", "screens"), moment(p.Duration), p.Columns, p.Lines)
	if p.Bad > 0 {
		s += " " + words.Plural(p.Bad, "line", "lines") + " of the record cannot be read and are left out."
	}
	return s
}

// changed is the first line of a screen that is not on the one before it.
func (p screensView) changed(i int) string {
	before := map[string]bool{"": true}
	if i > 0 {
		for l := range strings.SplitSeq(p.Screens[i-1].Text, "\n") {
			before[l] = true
		}
	}
	for l := range strings.SplitSeq(p.Screens[i].Text, "\n") {
		if !before[l] {
			return cutLine(strings.TrimSpace(l))
		}
	}
	if p.Screens[i].Text == "" {
		return "(empty)"
	}
	return "(fewer lines)"
}

// moment writes a time of a recording, to the tenth of a second.
func moment(at float64) string {
	tenths := int(at*10 + 0.0001)
	return fmt.Sprintf("%d:%02d.%d", tenths/600, tenths/10%60, tenths%10)
}
