// Package fingerprint draws a run as a field of cells: scenarios are rows in
// the order of the dataset, and every round or task is a cell. Passed is solid
// ink, failed a hollow red square; the other verdicts have the shapes of their
// marks, a score between 0 and 1 fills a cell in thirds from below. All of it
// reads in one ink: a class names a verdict, and static/app.css colours it.
//
// Strip draws one row whose cells are links, Field and Thumb a whole run without links,
// Pair two runs over each other with a lane of disagreements, Mark the site's mark.
package fingerprint

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/words"
)

// Cell is one round or task.
type Cell struct {
	Label      string // its own name
	Status     results.Status
	Score      *float64 // mean of the attempts, 0 to 1; nil without one
	Href       string   // its trial; may be empty
	Kind       string   // results.KindMultiChoice and so on; names the letter in a failed cell, empty for none
	Update     bool     // the environment changed before it
	Pref       bool     // a preference is checked after it
	Impossible bool     // no answer can pass it
	Some       bool     // of several systems: some passed it, and others did not
	Letter     string   // stands in the cell in any size; may be empty
}

// Row is one scenario of one run, in the order of the dataset.
type Row struct {
	Label     string // of the scenario or the run, at the left of a field
	Title     string // what it is called where there is room, as for screen readers; empty: the label
	Noun      string // what a cell is, in the singular; empty: round
	Cells     []Cell
	Unordered bool   // the order of the tasks means nothing: no streak is drawn
	Said      string // the text equivalent; empty: what was passed is counted
}

// Words say everything that a cell shows by its shape and marks.
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

// partial is how many thirds of the cell a score between 0 and 1 fills. A cell
// is full at 1 alone and empty at 0 alone.
func (c Cell) partial() int {
	switch {
	case c.Status == results.Passed || c.Score == nil || *c.Score <= 0 || *c.Score >= 1:
		return 0
	case *c.Score < 0.5:
		return 1
	}
	return 2
}

// letter tells the kinds of rounds apart where a benchmark has several.
func (c Cell) letter() string {
	if c.Letter != "" {
		return c.Letter
	}
	if c.Status != results.Failed || c.partial() > 0 || c.Impossible {
		return "" // the cell has another shape in it
	}
	switch c.Kind {
	case results.KindMultiChoice:
		return "c"
	case results.KindExecCheck:
		return "e"
	}
	return ""
}

// Streak is the longest streak of passed cells, the first of several: where it
// begins and how long it is.
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

// Count is how many cells were passed, and how many have a verdict at all.
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

// outcome says how many cells of rows were passed; where scores are shares, how many were solved, after their mean.
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

// judged reports whether the cell has a verdict. A trial that ran out of time or
// broke has one only where it has a score.
func (c *Cell) judged() bool {
	switch c.Status {
	case results.Passed, results.Failed, results.NoAnswer:
		return true
	}
	return c.Score != nil
}

// Summary is the text equivalent of the row.
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

// Run is a whole run.
type Run struct {
	Name string // of the run, for screen readers
	Rows []Row
}

// total is how many cells the run has.
func (r Run) total() int {
	n := 0
	for _, row := range r.Rows {
		n += len(row.Cells)
	}
	return n
}

// Outcome says how many cells were passed, as words.Passed has it.
func (r Run) Outcome() string {
	return strings.Replace(outcome(r.noun(), r.Rows...), " solved (", " solved (full marks; ", 1)
}

func (r Run) noun() string {
	if len(r.Rows) == 0 {
		return "round"
	}
	return cmp.Or(r.Rows[0].Noun, "round")
}

// Summary is one sentence on the run.
func (r Run) Summary() string {
	if r.Name == "" {
		return "Fingerprint: " + r.Outcome()
	}
	return "Fingerprint of " + r.Name + ": " + r.Outcome()
}

// describe are the counts of each row, as far as a description may go on.
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
