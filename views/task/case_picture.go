package task

import (
	"slices"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/casebook"
	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/results/words"
)

// pictureRows is how many lines the picture of a case has at most.
const pictureRows = 4

// CasePicture is what stands beside the first lines of a written case: what was
// chosen of the options it speaks of, or its tasks among those of their scenario.
type CasePicture struct {
	Options *CaseEvidence // of the first task whose options it shows; nil for a window
	Rows    []CaseWindow  // of a window
	Values  *CaseEvidence // a metric, where no run is there to draw
	More    int           // systems that are not drawn
	Of      string        // what is drawn, by name
}

// CaseWindow is one line: the tasks of a scenario in one run.
type CaseWindow struct {
	Label    string
	Run      string
	Scenario string
	Cells    []report.FingerprintCell
	Marked   []string // slugs of the tasks that the case is about
}

// Directive is the first evidence of a kind that a case embeds; nil if it has none.
func Directive(c *casebook.Case, kind string) *casebook.Evidence {
	for _, b := range c.Blocks {
		if b.Evidence != nil && b.Evidence.Kind == kind {
			return b.Evidence
		}
	}
	return nil
}

// NewOptionsPicture draws options.
func NewOptionsPicture(b results.Benchmark, e *casebook.Evidence, x *CaseEvidence) *CasePicture {
	if x.Missing != "" || len(x.Systems) == 0 {
		return nil
	}
	p := &CasePicture{Options: x, Of: words.Task(b, e.Scenario, e.Task), More: max(0, len(x.Systems)-pictureRows)}
	x.Systems = x.Systems[:min(len(x.Systems), pictureRows)]
	return p
}

// NewWindowPicture draws the tasks of a case among those of its scenarios: of one
// scenario in the first runs, of several in the first run alone.
func NewWindowPicture(x *WrittenCase, runs []results.Run, names map[string]string, fields map[int64]report.Fingerprint) *CasePicture {
	marked := map[string][]string{}
	var scenarios []string
	for _, r := range x.Rounds {
		at := taskNameOf(r)
		if !slices.Contains(scenarios, at.Scenario) {
			scenarios = append(scenarios, at.Scenario)
		}
		marked[at.Scenario] = append(marked[at.Scenario], at.Task)
	}
	p := &CasePicture{}
	if len(scenarios) == 1 {
		p.Of = words.Scenario(*x.About, scenarios[0])
	} else {
		p.More, runs = max(0, len(runs)-1), runs[:min(len(runs), 1)]
	}
	for i := range runs {
		for _, s := range scenarios {
			label := names[runs[i].Slug]
			if len(scenarios) > 1 {
				p.Of, label = label, words.Scenario(*x.About, s)
			}
			for _, row := range fields[runs[i].ID].Rows {
				if row.Scenario == s && slices.ContainsFunc(row.Cells, func(c report.FingerprintCell) bool { return c.Recorded }) {
					p.Rows = append(p.Rows, CaseWindow{Label: label, Run: runs[i].Slug, Scenario: s, Cells: row.Cells, Marked: marked[s]})
				}
			}
		}
	}
	if len(p.Rows) == 0 {
		return nil
	}
	if n := len(p.Rows); n > pictureRows {
		p.Rows = p.Rows[:pictureRows]
		if len(scenarios) == 1 {
			p.More = n - pictureRows
		}
	}
	return p
}

// StandingRuns are the runs that stand on a board, in its order.
func StandingRuns(board results.Board, runs []results.Run) []results.Run {
	at := map[string]int{}
	for i := range runs {
		at[runs[i].Slug] = i
	}
	var list []results.Run
	for _, r := range board.Rows {
		if r.Run == nil {
			continue
		}
		if i, ok := at[*r.Run]; ok {
			list = append(list, runs[i])
		}
	}
	return list
}
