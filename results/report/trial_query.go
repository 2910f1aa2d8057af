package report

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/link"
)

// TrialQuery is the state of the address of a trial's page.
type TrialQuery struct {
	Run, Scenario, Task string
	Attempt             int    // 0: the first
	From                int    // first step of the window of the trace; 0: the beginning
	Source              bool   // messages as they were written, not as Markdown
	Static              bool   // addresses are to hold no query
	Find                string // search line whose matches are marked in the trace; empty for none
	Match               int    // number of the match that is framed; 0: none
}

// Values is the query that every address of the trial keeps.
func (q TrialQuery) Values() url.Values {
	v := url.Values{}
	if q.Attempt > 0 && !q.Static {
		v.Set("attempt", strconv.Itoa(q.Attempt))
	}
	if q.Source {
		v.Set("view", "source")
	}
	if q.Find != "" {
		v.Set("find", q.Find)
	}
	return v
}

// Bare is the state without the search whose matches are marked.
func (q TrialQuery) Bare() TrialQuery {
	q.Find, q.Match = "", 0
	return q
}

// MatchAt is the address of the match with a number, in the window of its step.
func (q TrialQuery) MatchAt(number, step int) string {
	n := strconv.Itoa(number)
	return q.At("from", WindowOf(step), "match", n) + "#" + link.MatchAnchor(number)
}

// MatchIn is the address of the match with a number on the page of its step.
func (q TrialQuery) MatchIn(number, step int) string {
	return q.Step(step, "match", strconv.Itoa(number)) + "#" + link.MatchAnchor(number)
}

// Path is the path of the trial's page, with elements below it.
func (q TrialQuery) Path(below ...string) []string {
	list := []string{"runs", q.Run, q.Scenario, q.Task}
	if q.Static && q.Attempt > 1 {
		list = append(list, "at", strconv.Itoa(q.Attempt))
	}
	return append(list, below...)
}

// At is the address of the trial's page with further query values.
func (q TrialQuery) At(pairs ...string) string {
	v := link.With(q.Values(), pairs...)
	if from := v.Get("from"); q.Static && from != "" {
		v.Del("from")
		return link.To(v, q.Path("from", from)...)
	}
	return link.To(v, q.Path()...)
}

// Window is the address of a step in the trace: its window, and the step itself.
func (q TrialQuery) Window(step int) string {
	return q.At("from", WindowOf(step)) + "#" + link.StepAnchor(step)
}

// Step is the address of a step's own page.
func (q TrialQuery) Step(n int, pairs ...string) string {
	if q.Static {
		pairs = nil
	}
	v := q.Values()
	if slices.Contains(pairs, "plain") {
		v.Del("find") // nothing is marked there
	}
	return link.To(link.With(v, pairs...), q.Path("steps", strconv.Itoa(n))...)
}

// WindowOf is the first step of the window that holds a step, as the query
// says it: the first window needs no words.
func WindowOf(step int) string {
	if step <= results.WindowSteps {
		return ""
	}
	return strconv.Itoa((step-1)/results.WindowSteps*results.WindowSteps + 1)
}

// Twin is the address of the JSON of a window. Written to files there is one
// document for the trial.
func (q TrialQuery) Twin(pairs ...string) string {
	if q.Static {
		return link.API(nil, "runs", q.Run, q.Scenario, q.Task)
	}
	return link.API(link.With(link.With(q.Bare().Values(), "view", ""), pairs...), "runs", q.Run, q.Scenario, q.Task)
}

// Table is the address of a table of the trial, or of what is below it, as CSV.
func (q TrialQuery) Table(below ...string) string {
	return link.To(link.With(q.Bare().Values(), "view", "", "format", "csv"), q.Path(below...)...)
}

// Text is the address of the page as plain text, from a step on.
func (q TrialQuery) Text(from int) string {
	v := link.With(q.Values(), "view", "")
	if from > 1 {
		v.Set("from", strconv.Itoa(from))
	}
	return link.To(v, q.Path("text")...)
}

// ATIF is the address of the trace in the interchange format.
func (q TrialQuery) ATIF() string {
	return link.To(link.With(q.Bare().Values(), "view", ""), q.Path("atif")...)
}

// Raws is the address of the trial's raw records.
func (q TrialQuery) Raws() string {
	return link.To(link.With(q.Bare().Values(), "view", ""), q.Path("raw")...)
}

// Raw is the address of a raw record of the trial by its name.
func (q TrialQuery) Raw(name string) string {
	v := link.With(q.Bare().Values(), "view", "")
	for _, e := range strings.Split(name, "/") {
		if e == "" || e == "." || e == ".." {
			return link.To(link.With(v, "name", name), q.Path("raw")...)
		}
	}
	return link.To(v, append(q.Path("raw"), strings.Split(name, "/")...)...)
}

// Beside is the state for another trial of the same run or task.
func (q TrialQuery) Beside(run, scenario, task string, attempt int) TrialQuery {
	if attempt <= 1 {
		attempt = 0 // the first needs no words
	}
	return TrialQuery{Run: run, Scenario: scenario, Task: task, Attempt: attempt, Static: q.Static}
}

// Files is the address of the files of the trial.
func (q TrialQuery) Files() string {
	return link.To(link.With(q.Bare().Values(), "view", ""), q.Path("files")...)
}

// FileText is the address of the text of a version of a file, both counted from 1.
func (q TrialQuery) FileText(file, version int) string {
	return link.To(link.With(q.Bare().Values(), "view", ""), q.Path("files", strconv.Itoa(file), strconv.Itoa(version))...)
}

// FilesTwin is the address of the JSON of the files.
func (q TrialQuery) FilesTwin() string {
	if q.Static {
		return link.API(nil, "runs", q.Run, q.Scenario, q.Task, "files")
	}
	return link.API(link.With(q.Bare().Values(), "view", ""), "runs", q.Run, q.Scenario, q.Task, "files")
}

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
