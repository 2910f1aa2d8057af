// Package fingerprint draws a run as a grid of cells. Each row is a scenario in dataset order, and
// each cell is a round or task. A passed cell is solid, and a failed one is a hollow red square.
// Other verdicts have the shapes of their symbols. A score between 0 and 1 fills the cell from
// below in thirds. All shapes can be distinguished without colour. Each shape has a CSS class for
// its verdict, and static/app.css defines the colours.
//
// Strip draws one row of linked cells. Field and Thumb draw an entire run without links. Pair draws
// two runs above each other, with their disagreements in between. Mark draws the site's logo.
package fingerprint

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/words"
)

// Cell represents one round or task in a strip.
type Cell struct {
	Label      string // name of the round or task
	Status     results.Status
	Score      *float64 // mean score of the attempts, 0 to 1; nil if there is none
	Href       string   // URL of the trial; may be empty
	Kind       string   // kind of the task, such as results.KindMultiChoice, which determines the letter in a failed cell; empty for no letter
	Update     bool     // true if the environment changed before the task
	Pref       bool     // true if a preference is checked after the task
	Impossible bool     // true if no answer can pass the task
	Some       bool     // true if only some of several systems passed the task
	Letter     string   // letter in the cell, drawn in any size; may be empty
}

// Row is one scenario of one run, in dataset order.
type Row struct {
	Label     string // name of the scenario or run, shown to the left of the row
	Title     string // long name, for example for screen readers; if empty, Label is used
	Noun      string // noun for one cell in the singular; if empty, "round" is used
	Cells     []Cell
	Unordered bool   // true if the tasks have no order, so that no streak is drawn
	Said      string // text alternative; if empty, the number of passed cells is used
}

// Words returns a text that describes the cell's shape and markers.
func (c Cell) Words() string {
	parts := []string{c.Label + " " + words.StatusWord(c.Status)}
	if c.partial() > 0 {
		parts = append(parts, words.Pct(c.Score)+" %")
	}
	if c.Update {
		parts = append(parts, "after an update")
	}
	if c.Pref {
		parts = append(parts, "preference round")
	}
	if c.Impossible {
		parts = append(parts, "faulty check")
	}
	return strings.Join(parts, ", ")
}

// partial returns how many thirds of the cell are filled, 0 to 3. Only a score of 1 fills the cell
// completely, and only a score of 0 leaves it empty.
func (c Cell) partial() int {
	switch {
	case c.Status == results.Passed || c.Score == nil || *c.Score <= 0 || *c.Score >= 1:
		return 0
	case *c.Score < 0.5:
		return 1
	}
	return 2
}

// letter returns the letter for the kind of round, if the benchmark has several kinds.
func (c Cell) letter() string {
	if c.Letter != "" {
		return c.Letter
	}
	if c.Status != results.Failed || c.partial() > 0 || c.Impossible {
		return "" // no space next to a different shape
	}
	switch c.Kind {
	case results.KindMultiChoice:
		return "c"
	case results.KindExecCheck:
		return "e"
	}
	return ""
}

// Streak returns the start and length of the longest streak of passed cells. If several are equally
// long, it returns the first.
func (r Row) Streak() (start, n int) {
	at := 0
	for i, c := range r.Cells {
		if c.Status != results.Passed {
			at = i + 1
		} else if i+1-at > n {
			start, n = at, i+1-at
		}
	}
	return start, n
}

// Count returns the number of passed cells and of cells with a verdict.
func (r Row) Count() (passed, judged int) {
	for i := range r.Cells {
		if r.Cells[i].Status == results.Passed {
			passed++
		}
		if r.Cells[i].judged() {
			judged++
		}
	}
	return passed, judged
}

// outcome formats the number of passed cells. For fractional scores it formats their mean, followed
// by the number of solved tasks.
func outcome(noun string, rows ...Row) string {
	passed, judged, all, sum, graded := 0, 0, 0, 0.0, false
	for _, r := range rows {
		p, j := r.Count()
		passed, judged, all = passed+p, judged+j, all+len(r.Cells)
		for i := range r.Cells {
			switch c := &r.Cells[i]; {
			case c.Status == results.Passed:
				sum++
			case c.Score != nil:
				sum, graded = sum+*c.Score, graded || c.partial() > 0
			}
		}
	}
	if !graded {
		return words.Passed(passed, judged, all, noun)
	}
	mean := sum / float64(judged)
	return "mean " + words.Pct(&mean) + "\u00a0%; " + words.FullMarks(passed, judged, all, noun, "solved", "")
}

// judged reports whether the cell has a verdict. A trial that timed out or crashed has a verdict
// only if it has a score.
func (c *Cell) judged() bool {
	switch c.Status {
	case results.Passed, results.Failed, results.NoAnswer:
		return true
	}
	return c.Score != nil
}

// Summary returns the text alternative of the row.
func (r Row) Summary() string {
	if r.Said != "" {
		return r.Said
	}
	text := outcome(cmp.Or(r.Noun, "round"), r)
	if _, n := r.Streak(); n > 1 && !r.Unordered {
		text += ", longest streak " + strconv.Itoa(n)
	}
	if r.name() == "" {
		return text
	}
	return r.name() + ": " + text
}

func (r Row) name() string { return cmp.Or(r.Title, r.Label) }

// Run is the fingerprint of an entire run.
type Run struct {
	Name string // name of the run, for screen readers
	Rows []Row
}

func (r Run) total() int {
	n := 0
	for _, row := range r.Rows {
		n += len(row.Cells)
	}
	return n
}

// Outcome formats the number of passed cells in the same way as words.Passed.
func (r Run) Outcome() string {
	return strings.Replace(outcome(r.noun(), r.Rows...), " solved (", " solved (full marks; ", 1)
}

func (r Run) noun() string {
	if len(r.Rows) == 0 {
		return "round"
	}
	return cmp.Or(r.Rows[0].Noun, "round")
}

// Summary describes the run in one sentence.
func (r Run) Summary() string {
	if r.Name == "" {
		return "Fingerprint: " + r.Outcome()
	}
	return "Fingerprint of " + r.Name + ": " + r.Outcome()
}

// describe returns the counts of each row, up to the maximum length of a description.
func (r Run) describe() string {
	const most = 40
	text := ""
	for i, row := range r.Rows {
		if i == most {
			return text + "and " + strconv.Itoa(len(r.Rows)-most) + " more rows."
		}
		text += row.name() + ": " + outcome("", row) + ". "
	}
	return text
}
