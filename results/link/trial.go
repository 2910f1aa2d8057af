package link

import (
	"net/url"
	"strconv"
	"strings"

	"github.com/clawatlas/clawatlas/results"
)

// TrialQuery identifies the page of a trial and its query parameters.
type TrialQuery struct {
	Run, Scenario, Task string
	Attempt             int    // number of the attempt; 0 for the first
	From                int    // number of the first step shown; 0 for the beginning of the trace
	Static              bool   // set if URLs must not have a query, as in an exported site
	Find                string // search query whose matches are highlighted in the trace; may be empty
}

// Values returns the query parameters that all URLs of the trial share.
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

// Bare returns a copy of the query without Find.
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

// At returns the URL of the trial's page with additional query parameters.
func (q TrialQuery) At(pairs ...string) string {
	v := With(q.Values(), pairs...)
	if from := v.Get("from"); q.Static && from != "" {
		v.Del("from")
		return To(v, q.Path("from", from)...)
	}
	return To(v, q.Path()...)
}

// Window returns the URL of a step on the trial's page, with the part of the trace that contains
// the step.
func (q TrialQuery) Window(step int) string {
	return q.At("from", WindowOf(step)) + "#" + StepAnchor(step)
}

func (q TrialQuery) Step(n int, pairs ...string) string {
	if q.Static {
		pairs = nil
	}
	return To(With(q.Values(), pairs...), q.Path("steps", strconv.Itoa(n))...)
}

// WindowOf returns the query value that selects the part of the trace containing the step: the
// number of its first step, or "" for the first part.
func WindowOf(step int) string {
	if step <= results.WindowSteps {
		return ""
	}
	return strconv.Itoa((step-1)/results.WindowSteps*results.WindowSteps + 1)
}

// Twin returns the URL of the JSON version of the page. An exported site has one JSON document per
// trial.
func (q TrialQuery) Twin(pairs ...string) string {
	if q.Static {
		return API(nil, "runs", q.Run, q.Scenario, q.Task)
	}
	return API(With(q.Bare().Values(), pairs...), "runs", q.Run, q.Scenario, q.Task)
}

func (q TrialQuery) Below(elements ...string) string {
	return To(q.Bare().Values(), q.Path(elements...)...)
}

// Table returns the URL of the CSV version of the trial's page or of a page below it.
func (q TrialQuery) Table(below ...string) string {
	return To(With(q.Bare().Values(), "format", "csv"), q.Path(below...)...)
}

// Text returns the URL of the trial as plain text, beginning at a step.
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

// Beside returns a TrialQuery for another trial with the same settings.
func (q TrialQuery) Beside(run, scenario, task string, attempt int) TrialQuery {
	if attempt <= 1 {
		attempt = 0 // the first attempt has no number in URLs
	}
	return TrialQuery{Run: run, Scenario: scenario, Task: task, Attempt: attempt, Static: q.Static}
}

// Files returns the URL of the trial's files. The key-value pairs select a file and line.
func (q TrialQuery) Files(pairs ...string) string {
	if q.Static {
		pairs = nil
	}
	return To(With(q.Bare().Values(), pairs...), q.Path("files")...)
}

// FileText returns the URL of the text of one version of a file; both numbers are counted from 1.
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
