package link

import (
	"net/url"
	"strconv"
	"strings"

	"github.com/clawatlas/clawatlas/results"
)

// TrialQuery is the query state of a trial's page.
type TrialQuery struct {
	Run, Scenario, Task string
	Attempt             int    // 0: the first
	From                int    // first step of the window of the trace; 0: the beginning
	Static              bool   // addresses are to hold no query
	Find                string // search line whose matches are marked in the trace; empty for none
}

// Values returns the query that every address of the trial keeps.
func (q TrialQuery) Values() url.Values {
	v := url.Values{}
	if q.Attempt > 0 && !q.Static {
		v.Set("attempt", strconv.Itoa(q.Attempt))
	}
	if q.Find != "" {
		v.Set("find", q.Find)
	}
	return v
}

// Bare drops the search terms.
func (q TrialQuery) Bare() TrialQuery {
	q.Find = ""
	return q
}

func (q TrialQuery) Path(below ...string) []string {
	list := []string{"runs", q.Run, q.Scenario, q.Task}
	if q.Static && q.Attempt > 1 {
		list = append(list, "at", strconv.Itoa(q.Attempt))
	}
	return append(list, below...)
}

// At returns the trial's page with further query values.
func (q TrialQuery) At(pairs ...string) string {
	v := With(q.Values(), pairs...)
	if from := v.Get("from"); q.Static && from != "" {
		v.Del("from")
		return To(v, q.Path("from", from)...)
	}
	return To(v, q.Path()...)
}

// Window returns a step in its window of the trace.
func (q TrialQuery) Window(step int) string {
	return q.At("from", WindowOf(step)) + "#" + StepAnchor(step)
}

func (q TrialQuery) Step(n int, pairs ...string) string {
	if q.Static {
		pairs = nil
	}
	return To(With(q.Values(), pairs...), q.Path("steps", strconv.Itoa(n))...)
}

// WindowOf returns the first step of a step's window as a query value; "" for the first window.
func WindowOf(step int) string {
	if step <= results.WindowSteps {
		return ""
	}
	return strconv.Itoa((step-1)/results.WindowSteps*results.WindowSteps + 1)
}

// Twin returns a window's JSON. An exported site has one document per trial.
func (q TrialQuery) Twin(pairs ...string) string {
	if q.Static {
		return API(nil, "runs", q.Run, q.Scenario, q.Task)
	}
	return API(With(q.Bare().Values(), pairs...), "runs", q.Run, q.Scenario, q.Task)
}

func (q TrialQuery) Below(elements ...string) string {
	return To(q.Bare().Values(), q.Path(elements...)...)
}

// Table returns a CSV of the trial, or of what is below it.
func (q TrialQuery) Table(below ...string) string {
	return To(With(q.Bare().Values(), "format", "csv"), q.Path(below...)...)
}

// Text returns the page as plain text from a step on.
func (q TrialQuery) Text(from int) string {
	v := q.Values()
	if from > 1 {
		v.Set("from", strconv.Itoa(from))
	}
	return To(v, q.Path("text")...)
}

func (q TrialQuery) Raw(name string) string {
	elements := strings.Split(name, "/")
	for _, e := range elements {
		if e == "" || e == "." || e == ".." {
			return To(With(q.Bare().Values(), "name", name), q.Path("raw")...)
		}
	}
	return q.Below(append([]string{"raw"}, elements...)...)
}

// Beside returns the state for another trial.
func (q TrialQuery) Beside(run, scenario, task string, attempt int) TrialQuery {
	if attempt <= 1 {
		attempt = 0 // the first needs no words
	}
	return TrialQuery{Run: run, Scenario: scenario, Task: task, Attempt: attempt, Static: q.Static}
}

// Files returns the trial's files, or one file from a line on.
func (q TrialQuery) Files(pairs ...string) string {
	if q.Static {
		pairs = nil
	}
	return To(With(q.Bare().Values(), pairs...), q.Path("files")...)
}

// FileText returns the text of a file's version, both counted from 1.
func (q TrialQuery) FileText(file, version int) string {
	return q.Below("files", strconv.Itoa(file), strconv.Itoa(version))
}

func (q TrialQuery) FilesTwin() string {
	v := q.Bare().Values()
	if q.Static {
		v = nil
	}
	return API(v, "runs", q.Run, q.Scenario, q.Task, "files")
}

func (q TrialQuery) ScreensAt(recording int, at string) url.Values {
	v := With(q.Bare().Values(), "at", at)
	if recording > 1 {
		v.Set("recording", strconv.Itoa(recording))
	}
	return v
}
