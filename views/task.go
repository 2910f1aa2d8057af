package views

import (
	"fmt"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/item"
	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views/ui"
)

// Task is the page of one task: what was asked, how every system answered, and
// whether the task itself is in doubt.
type Task struct {
	Meta         ui.Meta
	Benchmark    results.Benchmark
	Scenario     results.Scenario
	Task         results.Task
	Position, Of int // 0 for a task that only a run names
	Prev, Next   report.Neighbour
	Cases        []report.CaseLink // case studies of the task
	PrevFailing  report.Neighbour
	NextFailing  report.Neighbour
	Strip        []TaskStripCell
	Hidden       string // runs that are left out, in words
	AllHref      string

	All        []TaskColumn // one for each trial; sums are over these
	Columns    []TaskColumn // those that the page shows
	Pager      *ui.Pager    // of the columns; nil if one page holds all
	Runs       int          // that have a trial
	Scored     int          // runs with a verdict
	Passed     int
	Mean       *float64
	Impossible Impossible
	Unit       string // of the counts: systems, or runs
	Counted    string // over what they are, where not over all runs
	Graded     bool
	Pass       report.Rate

	Doubts     []item.Reason
	Prompt     string
	PromptNote string // where the prompt comes from, if not from the dataset
	PromptHref string
	Earlier    []TaskUpdates // before this task, in the same scenario

	Options  []OptionRow
	Causes   []CauseRow
	Checks   []CheckRow
	Rewards  []RewardRow
	Told     []ToldRow
	ToldNote string

	Rest      *float64 // correlation with the rest
	RestN     int
	RestNote  string
	Standings []Standing

	CompareAction string
	CompareRuns   []report.RunColumn // one for each run
	CompareA      string
	CompareB      string
}

// TaskStripCell is one task of the same scenario, as a link.
type TaskStripCell struct {
	Label, Href    string
	Here           bool
	Passed, Scored int
	Update, Pref   bool
}

// TaskColumn is one trial beside others of the task.
type TaskColumn struct {
	report.RunColumn
	Trial   results.StoredTrial
	Href    string // of the trial
	Details results.TrialDetails
	// Exact, IoU and F1 compare the options; nil where none could be read.
	Exact          *bool
	IoU, F1        *float64
	Omitted, Added []string
}

// TaskUpdates are the updates that come with one earlier task.
type TaskUpdates struct {
	Label, Href string
	Updates     []results.Update
}

// OptionRow is one option against all answers.
type OptionRow struct {
	Option results.Option
	Picks  []PickCell
	Error  report.Rate // omissions of a gold option, selections of another
}

// PickCell says whether one answer holds the option.
type PickCell struct {
	Where  string
	Href   string
	Known  bool // an answer could be read
	Picked bool
}

// CauseRow is one kind of complaint of the checker, with its words.
type CauseRow struct {
	Cause   string
	Systems int
	Words   []CauseWords
}

// CauseWords are the checker's words and whose trials they are about.
type CauseWords struct {
	Text  string
	Times int
	Runs  []RunLink
	More  int // further runs that the page does not list
}

// RunLink is a run, or a trial of it, as a link.
type RunLink struct{ Label, Href string }

// CheckRow is one check against all trials.
type CheckRow struct {
	Spec   results.CheckSpec
	Cells  []CheckCell
	Passed report.Rate // of the evaluated
	NewDay bool        // it opens a day
}

// CheckCell is one check in one trial. Passed is nil if it was not evaluated.
type CheckCell struct {
	Where  string
	Href   string
	Known  bool // the record names the check
	Passed *bool
	Detail string
}

// RewardRow is one number that the verifier wrote, for each trial.
type RewardRow struct {
	Key    string
	Values []*float64
}

// ToldRow is what one agent was told of this task afterwards.
type ToldRow struct {
	Label, Href string // the trial whose prompt holds it
	Status      results.Status
	Verdict     string // of results.Told
	Text        string
	Contrary    bool
}

// Standing is one system's score here beside its mean on all other tasks.
type Standing struct {
	report.RunColumn
	Score *float64
	Rest  *float64
}

func (p Task) word() string { return p.Benchmark.Words.Task }

// title names the task.
func (p Task) title() string {
	t := p.Task.Scenario + "/" + p.Task.Slug
	if p.Task.Title != "" && !sameWords(p.Task.Title, p.Task.Slug) {
		t += ": " + ui.Plain(p.Task.Title)
	}
	return t
}

// lead is the first line of the page.
func (p Task) lead() string {
	var b strings.Builder
	noun := p.word()
	if p.Task.Kind == results.KindMultiChoice || p.Task.Kind == results.KindExecCheck {
		noun = strings.ReplaceAll(words.KindWord(p.Task.Kind), " ", "-") + " " + noun
	}
	if p.Position > 0 {
		fmt.Fprintf(&b, "%s %d of %d in %s;", words.Capital(noun), p.Position, p.Of, p.scenarioName())
	} else {
		fmt.Fprintf(&b, "%s that the dataset does not name;", words.Capital(noun))
	}
	switch {
	case p.Runs == 0:
		b.WriteString(" no run with records has tried it.")
	case p.Scored == 0:
		fmt.Fprintf(&b, " %s tried it without a verdict.", words.Plural(p.Runs, "run", "runs"))
	default:
		fmt.Fprintf(&b, " %d of %s passed.", p.Passed, words.Plural(p.Scored, "run", "runs"))
	}
	return b.String()
}

func (p Task) scenarioName() string {
	if p.Scenario.Title != "" {
		return p.Scenario.Title
	}
	return p.Scenario.Slug
}

// language is the prompt's language for the lang attribute; empty if it is the page's.
func (p Task) language() string {
	if p.PromptNote == "" {
		return p.Task.Facts.Language
	}
	return ""
}

// day says how many updates came before.
func (p Task) day() string {
	n := single(p.Task.Updates)
	for _, u := range p.Earlier {
		n += single(u.Updates)
	}
	if n == 0 {
		return "before the first update"
	}
	return fmt.Sprintf("%d, after %s", p.Task.Day, words.Plural(n, "update", "updates"))
}

// words say what a strip's cell shows.
func (c TaskStripCell) words() string {
	text := c.Label + ": no verdict"
	if c.Scored > 0 {
		text = fmt.Sprintf("%s: %d of %d passed", c.Label, c.Passed, c.Scored)
	}
	if c.Update {
		text += ", after an update"
	}
	if c.Pref {
		text += ", preference round"
	}
	return text
}

// class is the shade of the share that passed.
func (c TaskStripCell) class() string {
	return ui.Heat(ratio(c.Passed, c.Scored), 0, 1)
}

func (c TaskStripCell) text() string {
	if c.Scored == 0 {
		return ui.StatusGlyph(results.Missing)
	}
	return fmt.Sprint(c.Passed)
}

func (c TaskStripCell) marks() string {
	var list []string
	if c.Update {
		list = append(list, "up")
	}
	if c.Pref {
		list = append(list, "pref")
	}
	return strings.Join(list, " ")
}

// rateText shows a share with its denominator.
func rateText(r report.Rate) string {
	if r.Den == 0 {
		return words.NotRecorded
	}
	return fmt.Sprintf("%d of %d", r.Num, r.Den)
}

// errorWord names what the error of an option is.
func (o OptionRow) errorWord() string {
	if o.Option.Gold {
		return "omitted"
	}
	return "chosen wrongly"
}

// answer is what a trial selected, in letters.
func (c TaskColumn) answer() string {
	switch {
	case c.Trial.Selected == nil:
		return words.NotRecorded
	case len(c.Trial.Selected) == 0:
		return "none"
	}
	return strings.Join(c.Trial.Selected, " ")
}

// toldWord says in words what kind of feedback was sent.
func (t ToldRow) toldWord() string {
	switch t.Verdict {
	case "correct":
		return "that it was right"
	case "incorrect":
		return "that it was wrong"
	case "options":
		return "about single options"
	case "preference":
		return "about a preference only"
	case "none":
		return "nothing"
	}
	return "something else"
}

// contradiction says how what was told contradicts the verdict.
func (t ToldRow) contradiction() string {
	if t.Status == results.Passed {
		return "This contradicts the verdict, which is a pass."
	}
	if t.Verdict == "none" {
		return "The verdict is not a pass, and the agent did not learn of it."
	}
	return "This contradicts the verdict, which is not a pass."
}

// single counts updates without the groups that only bundle them.
func single(list []results.Update) int {
	n := 0
	for _, u := range list {
		if u.Kind != "group" {
			n++
		}
	}
	return n
}
