package views

import (
	"fmt"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views/ui"
)

// CompareTrial is the page of two trials of one task, side by side.
type CompareTrial struct {
	Meta        ui.Meta
	Title, Lead string
	Benchmark   results.Benchmark
	A, B        report.CompareSide
	Swap        string
	Back        string // to the comparison of the two runs
	TaskHref    string
	Prev, Next  string // neighbouring tasks; may be empty
	Refusal     string
	Warnings    []string
	Verdict     string
	Facts       []CompareFact
	Trials      [2]CompareTrialSide
	Options     []CompareOption
	Checks      []CompareCheck
	Trace       CompareTrace
	Attempts    [2][]ui.Tab // where a side has several
}

// CompareTrialSide is what one trial left behind beside its trace.
type CompareTrialSide struct {
	Letter   string
	Recorded bool
	Status   results.Status
	Href     string // its own page
	Answer   *string
	Verdict  *results.CheckerVerdict
	Error    string
}

// CompareFact is one line of the table of both trials.
type CompareFact struct {
	Label, A, Diff, B string
	Status            bool // A and B are statuses
}

// CompareOption is one option of a multi-choice task.
type CompareOption struct {
	Label, Text          string
	Gold                 bool
	A, B                 bool
	AnsweredA, AnsweredB bool // the side gave an answer at all
}

// CompareCheck is one check with both verdicts; nil was not evaluated.
type CompareCheck struct {
	ID, Day string
	Weight  float64
	RedLine bool
	A, B    *bool
}

// CompareTrace is the two traces, aligned.
type CompareTrace struct {
	Empty   string // why there is nothing to align
	Summary []string
	Method  []string
	First   string // link to the first call that the traces do not share
	Output  string // link to the first shared call with another output
	Text    string // link to the first message that differs
	Unfold  ui.Tab // shows or folds what is the same
	Blocks  []AlignedBlock
	Pager   ui.Pager
}

// AlignedBlock is a folded stretch of equal rows, or rows that are shown.
type AlignedBlock struct {
	Fold    bool
	Rows    []AlignedRow
	Hidden  int    // rows of the fold that are not even listed
	Outputs int    // of the fold's rows with another output
	Href    string // the fold's rows in full
}

// AlignedRow sets a step of A against one of B.
type AlignedRow struct {
	N        int    // from 1
	Relation string // same, other, only_a, only_b
	First    bool   // the first call that the traces do not share
	Output   bool   // the same call with another output
	Compact  bool   // one line for both sides
	A, B     *AlignedSide
}

// AlignedSide is one item of a trace.
type AlignedSide struct {
	Letter    string
	Step      int
	Href      string
	Source    string
	Agent     string
	Tool      string // empty for a message
	Head      string // one line
	Failed    bool
	Said      Clipped // what was said beside the call, or the message
	Arguments Clipped
	Output    Clipped
}

// Clipped is the head of a text; the whole is in the trial's page.
type Clipped struct {
	Text  string
	Lines int // of the whole text
	Bytes int
	Cut   bool
}

// size says how long the whole text is.
func (c Clipped) size() string {
	return words.Plural(c.Lines, "line", "lines") + ", " + words.Bytes(c.Bytes)
}

func (r AlignedRow) id() string { return fmt.Sprintf("row-%d", r.N) }

// word says how the two sides of a row relate.
func (r AlignedRow) word() string {
	switch {
	case r.Relation == "same" && r.Output:
		return "same call, other output"
	case r.Relation == "same":
		return "same"
	case r.Relation == "only_a":
		return "only A"
	case r.Relation == "only_b":
		return "only B"
	case r.A.Tool == "":
		return "other text"
	}
	return "other arguments"
}

// glyph marks the relation beside its word.
func (r AlignedRow) glyph() string {
	switch r.Relation {
	case "same":
		if r.Output {
			return "≈"
		}
		return "="
	case "only_a":
		return "◁"
	case "only_b":
		return "▷"
	}
	return "≠"
}

// foldText heads a folded stretch.
func (b AlignedBlock) foldText() string {
	text := words.Plural(len(b.Rows)+b.Hidden, "equal step", "equal steps")
	if b.Outputs > 0 {
		text += ", " + words.Count(b.Outputs) + " with another output"
	}
	return text
}

func boolWord(p *bool) string {
	switch {
	case p == nil:
		return "not evaluated"
	case *p:
		return "passed"
	}
	return "failed"
}

func boolStatus(p *bool) results.Status {
	switch {
	case p == nil:
		return results.Missing
	case *p:
		return results.Passed
	}
	return results.Failed
}

// nextHref leads on through a long pair of traces.
func (t CompareTrace) nextHref() string {
	if t.Pager.Next != "" {
		return t.Pager.Next
	}
	return t.Pager.First
}

func (t CompareTrace) nextText() string {
	if t.Pager.Next != "" {
		return "Next rows"
	}
	return "Back to the first rows"
}

// checker sums up what the checker of one trial found.
func (s CompareTrialSide) checker() string {
	if s.Verdict == nil {
		return "nothing recorded"
	}
	var parts []string
	if s.Verdict.Passed != nil {
		parts = append(parts, boolWord(s.Verdict.Passed))
	}
	if s.Verdict.ExitCode != nil {
		parts = append(parts, fmt.Sprintf("exit code %d", *s.Verdict.ExitCode))
	}
	return strings.Join(parts, ", ")
}
