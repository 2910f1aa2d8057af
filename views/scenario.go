package views

import (
	"fmt"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views/ui"
)

// Scenario is the page of one scenario: its tasks against the runs.
type Scenario struct {
	Meta         ui.Meta
	Benchmark    results.Benchmark
	Scenario     results.Scenario
	Position, Of int
	Prev, Next   report.Neighbour
	Runs         []ScenarioRun
	Keys         []string
	Streaks      bool // the benchmark scores streaks, so the order of tasks matters
	Kinds        bool // tasks are of several kinds
	Graded       bool // some score lies between 0 and 1, so cells show scores
	Columns      []report.RunColumn
	Tasks        []ScenarioTask
	TasksTotal   int // before filters
	Totals       []Verdict
	Passed       int // verdicts of the shown runs over all tasks
	Verdicts     int
	Filter       ui.Filter
	Filtered     bool
	Statuses     []results.Status
	Impossible   int    // tasks that no answer can pass
	DoubtsHref   string // the tasks in doubt
	Unit         string // of the counts of a task: systems, or runs
	Counted      string // over what they are, where not over all runs
	Hidden       string // which runs are left out, in words; empty if none is
	AllHref      string
	Published    []ScenarioFigure
	RunsTotal    int       // that the sums are over
	Pager        *ui.Pager // of the runs side by side; nil if one page holds all
}

// ScenarioRun is how one run fared in the scenario.
type ScenarioRun struct {
	report.RunColumn
	Expected, Scored, Passed int
	S, K, SF, KF             int // successes and failures, and the streaks that they form
	Values                   []*float64
	Strip                    ui.Strip
}

// ScenarioTask is one row of the matrix.
type ScenarioTask struct {
	Task       results.Task
	Href       string
	Verdicts   []Verdict
	Impossible string // why no answer can pass it; empty if one can
	Scored     int    // of those that are counted, with a verdict
	Passed     int
	Mean       *float64
}

// Verdict is how one run fared at one task, as one cell.
type Verdict struct {
	Where      string // run and task, for the title
	Status     results.Status
	Score      *float64
	Of         int // attempts that the score is the mean of
	Graded     bool
	Impossible bool // no answer can pass the task
	Href       string
}

// ScenarioFigure is a published number of one system for this scenario.
type ScenarioFigure struct {
	System     string
	Href       string
	Metric     string
	Value      string
	Unit       string
	Place      string // source and table
	Recomputed string // from the system's run; NotRecorded without one
	Verdict    string
	Note       string
}

// text is what the cell shows: a mark, or on a page of scores the score.
func (v Verdict) text() string {
	if v.Graded && v.Score != nil {
		whole := 100 * *v.Score
		return words.Fixed(&whole, 0)
	}
	return ui.StatusGlyph(v.Status)
}

// class is the cell's colour: of its status, or on a page of scores its shade.
func (v Verdict) class() string {
	if v.Graded && v.Score != nil {
		return ui.Heat(v.Score, 0, 1)
	}
	return ui.StatusClass(v.Status)
}

// words say everything that the cell shows by colour and mark.
func (v Verdict) words() string {
	text := v.Where + ": " + words.StatusWord(v.Status)
	if v.Graded && v.Score != nil {
		text += ", " + words.Pct(v.Score) + " %"
	}
	if v.Impossible {
		text += ", no answer can pass"
	}
	if v.Of > 1 {
		text += fmt.Sprintf(", mean of %d attempts", v.Of)
	}
	return text
}

// title names the scenario.
func (p Scenario) title() string {
	if p.Scenario.Title != "" {
		return p.Scenario.Title
	}
	return p.Scenario.Slug
}

func (p Scenario) word() string { return p.Benchmark.Words.Task }

// lead is the first line of the page.
func (p Scenario) lead() string {
	size := words.Plural(p.TasksTotal, p.word(), p.word()+"s")
	if len(p.Runs) == 0 {
		return size + " of " + p.Benchmark.Name + "; no run with records is shown."
	}
	return size + " × " + words.Plural(p.RunsTotal, "run", "runs") + "; passed: " + words.Frac(p.Passed, p.Verdicts) + "."
}

func (p Scenario) matrixCaption() string {
	text := "Every verdict, " + p.word() + "s in the order of the dataset"
	if !p.Streaks {
		text = "Every verdict, one row for each " + p.word()
	}
	if p.Graded {
		text += "; a cell is the score in percent"
	}
	if len(p.Tasks) != p.TasksTotal {
		text += fmt.Sprintf(": %d of %d", len(p.Tasks), p.TasksTotal)
	}
	return text
}

// prefRound reports whether a preference is checked after the task.
func prefRound(t results.Task) bool { return t.Facts.Pref != nil || t.Facts.SilentPref }

// passedOf shows how many of the runs with a verdict passed.
func passedOf(passed, scored int) string {
	if scored == 0 {
		return words.NotRecorded
	}
	return fmt.Sprintf("%d of %d", passed, scored)
}

// sameWords reports whether a title only repeats the slug.
func sameWords(title, slug string) bool {
	fold := strings.NewReplacer("-", " ", "_", " ")
	title = fold.Replace(strings.ToLower(title))
	slug = fold.Replace(strings.ToLower(slug))
	return title == slug || strings.HasSuffix(title, "/"+slug)
}

// edges is how many columns stand between a row's name and its verdicts.
func (p Scenario) edges() int {
	n := 0
	for _, has := range []bool{p.Kinds, len(p.Columns) > 0, p.Graded} {
		if has {
			n++
		}
	}
	return n
}

// runsClass keeps a table of few columns from being pulled apart.
func (p Scenario) runsClass() string {
	if len(p.Keys) < 4 {
		return "fit"
	}
	return ""
}

// unscored are the statuses that a cell of scores shows by their mark.
func (p Scenario) unscored() []results.Status {
	var list []results.Status
	for _, s := range p.Statuses {
		if s != results.Passed && s != results.Failed {
			list = append(list, s)
		}
	}
	return list
}
