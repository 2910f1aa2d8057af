package trial

import (
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/words"
	stepviews "github.com/clawatlas/clawatlas/views/step"
	"github.com/clawatlas/clawatlas/views/ui"
)

// trialPage is what the page of a trial shows: its report, with what is laid out once.
type trialPage struct {
	trialView
	trialTexts
	window *Trace // the trace as it is shown; nil where there is none
}

// trialTexts are the long texts of the verdict, which share one budget.
type trialTexts struct {
	Feedback  *TrialTold
	Prompt    *stepviews.RecordText // only where no trace shows it
	Reply     *stepviews.RecordText // the answer, only where no trace shows it
	Stdout    *stepviews.RecordText
	Stderr    *stepviews.RecordText
	ErrorText *stepviews.RecordText
}

// TrialLink leads to a trial.
type TrialLink struct {
	Label   string
	Href    string
	Compare string // it beside the trial of the page; empty where nothing says
	Status  results.Status
	Current bool
}

// TrialEvidence leads to a step in which the verdict can be seen.
type TrialEvidence struct {
	Text   string
	Href   string
	Likely bool // found by a rule of thumb
}

// TrialTold is what the agent was told about the task before.
type TrialTold struct {
	Sentence string
	Warning  string // why it misled the agent; empty if it did not
	Text     *stepviews.RecordText
	Href     string // of that trial; empty if there is none
}

// Trace is a window of a trace with the outline of the whole.
type Trace struct {
	Total, From, To int
	Steps           []stepviews.Step
	Drawn           templ.Component // the section as it was drawn to measure it; nil where it was not
	Lead            string
	First, Prev     string // addresses of windows; empty where there is none
	PrevStep        string // id of the last step of the window before
	Next, Last      string
	FirstFailure    string
	LastMessage     string
	PrevFailed      string // the failed steps beside the window
	NextFailed      string
	Failed          int       // failed calls of the whole trace
	Search          []ui.Pair // what confines a search to this trace; nil where there is no search
	Action          string    // of the form that jumps to a step
	Keep            []ui.Pair
	StepURL         string                   // with {n} for the number
	Source          bool                     // messages as they were written
	Toggle          string
	Days            []stepviews.TraceLink
	Turns           []stepviews.TraceLink
	Groups          []stepviews.TraceLink
	Matches         *stepviews.TraceMatches // of the search that led here; nil where none did
}

// StepPage is the page of one step.
type StepPage struct {
	Meta      ui.Meta
	Benchmark string
	Title     string
	Lead      string
	Step      *stepviews.Step // nil where one text is shown
	Text      *StepText
	Back      string // the step in its trace
	Prev      string
	Next      string
	Plain     string
	Source    bool
	Toggle    string
	PrevCall  string // earlier and later calls of a step with very many
	NextCall  string
	Matches   *stepviews.TraceMatches // of the search that led here; nil where none did
}

// StepText is one text of a step, in parts where it is long.
type StepText struct {
	Name  string
	Text  *stepviews.RecordText
	Bytes int
	Lines int
	Pager ui.Pager
	Parts bool
	Step  string // address of the whole step
	// Choose is the address where lines of the text can be chosen, as From and To are,
	// with the parameters of Keep; Chosen leads to the first of those that are.
	Choose, Chosen string
	Keep           []ui.Pair
	From, To       int
	// Marked is the text with the matches of a search, which Sought counts; nil
	// where nothing is searched.
	Marked templ.Component
	Sought string
	Found  int
}

// score is a score in percent, the points where the verdict is drawn from them, or nothing.
func (t trialView) score() string {
	if t.Score == nil {
		return words.NotRecorded
	}
	if t.Points != nil {
		return words.Pct(t.Points) + " of 100 points"
	}
	return words.Pct(t.Score) + " %"
}

// checks says how many checks passed, for tasks with several. Where some have a weight
// the others decide nothing and are not counted.
func (t trialView) checks() string {
	passed, n := countedChecks(t.Checks)
	return words.Frac(passed, n)
}

// checksTitle says the same with what is not counted.
func (t trialView) checksTitle() string {
	_, n := countedChecks(t.Checks)
	title := t.checks() + " passed"
	if more := len(t.Checks) - n; more > 0 {
		title += "; " + words.Plural(more, "more has no weight", "more have no weight")
	}
	return title
}

// rules says which rules the one command of an exec check found kept, up to the
// first that is broken; empty where it checks none.
func (t trialView) rules() string {
	if t.Kind != results.KindExecCheck || len(t.Checks) < 2 {
		return ""
	}
	var list []string
	for _, c := range t.Checks[1:] {
		verdict := "not reached"
		if c.Passed != nil {
			verdict = map[bool]string{true: "kept", false: "broken"}[*c.Passed]
		}
		list = append(list, c.ID+" "+verdict)
	}
	return strings.Join(list, ", ")
}

// hasDays reports whether any check belongs to a day.
func (t trialView) hasDays() bool {
	return slices.ContainsFunc(t.Checks, func(c results.Check) bool { return c.Day != "" })
}

// exitText compares the checker's exit code with what the task expects.
func exitText(code, expected *int) string {
	if code == nil {
		return words.NotRecorded
	}
	s := strconv.Itoa(*code)
	if expected != nil {
		s += " (expected " + strconv.Itoa(*expected) + ")"
	}
	return s
}

// checkStatus is the status of a check's verdict.
func checkStatus(passed *bool) results.Status {
	switch {
	case passed == nil:
		return results.Missing
	case *passed:
		return results.Passed
	}
	return results.Failed
}

// optionText says in words what became of the options.
func (t trialView) optionText() string {
	return words.Plural(len(t.Options), "option", "options") + ": " + t.pickText()
}

func (t trialView) pickText() string {
	s := "chosen " + lettersText(t.Selected) + "; correct " + lettersText(t.Gold)
	var omitted, added []string
	for _, o := range t.Options {
		switch {
		case o.Gold && !o.Picked:
			omitted = append(omitted, o.Label)
		case o.Picked && !o.Gold:
			added = append(added, o.Label)
		}
	}
	if len(omitted) > 0 {
		s += "; omitted " + lettersText(omitted)
	}
	if len(added) > 0 {
		s += "; added " + lettersText(added)
	}
	return s
}

// lettersText lists the letters of options; nil is not the same as none.
func lettersText(list []string) string {
	if list == nil {
		return "not recorded"
	}
	if len(list) == 0 {
		return "none"
	}
	return ui.Plain(strings.Join(list, ", "))
}

func errorLabel(kind string) string {
	switch kind {
	case "":
		return "error text of the record"
	case "error":
		return "error"
	}
	return "error: " + ui.Plain(kind)
}

func costText(usd *float64) string {
	if usd == nil {
		return words.NotRecorded
	}
	return words.Fixed(usd, 4) + " USD"
}

// metricsText lists the record's own metrics by name.
func metricsText(m map[string]float64) string {
	names := slices.Sorted(maps.Keys(m))
	for i, n := range names {
		v, digits := m[n], 4
		if v == math.Trunc(v) && math.Abs(v) < 1e15 { // a count
			digits = 0
		}
		names[i] = ui.Plain(strings.ReplaceAll(n, "_", " ")) + " " + words.Fixed(&v, digits)
	}
	return strings.Join(names, ", ")
}

// trialPick says in words what became of one option.
func trialPick(gold, picked bool) string {
	switch {
	case gold && picked:
		return "correct, chosen"
	case gold:
		return "correct, omitted"
	case picked:
		return "wrong, added"
	}
	return "wrong, left out"
}

// readCommand fetches a trace and opens it in a site of its own.
func readCommand(address, task string) string {
	return "curl -fsS '" + address + "' -o " + task + ".json && clawatlas view " + task + ".json"
}
