package compare

import (
	"net/url"
	"strconv"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/align"
	"github.com/clawatlas/clawatlas/results/files"
	"github.com/clawatlas/clawatlas/results/flips"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/results/why"
)

// TrialsQuery is the state of the page of two trials of one task.
type TrialsQuery struct {
	Runs           [2]string // slugs
	Scenario, Task string
	Attempts       [2]int // asked for; 0: the first
	From           int    // first row of the page, from 0
	Open           bool   // equal rows are not folded
}

// Link is the address of the same view with some values changed.
func (q TrialsQuery) Link(pairs ...string) string {
	v := url.Values{"a": {q.Runs[0]}, "b": {q.Runs[1]}}
	for i, name := range []string{"attempt_a", "attempt_b"} {
		if q.Attempts[i] > 0 {
			v.Set(name, strconv.Itoa(q.Attempts[i]))
		}
	}
	if q.Open {
		v.Set("fold", "0")
	}
	if q.From > 0 {
		v.Set("from", strconv.Itoa(q.From))
	}
	return link.To(link.With(v, pairs...), "compare", q.Scenario, q.Task)
}

// TrialComparison is what two runs made of one task, with both traces aligned.
type TrialComparison struct {
	Benchmark   string    `json:"benchmark"`    // id
	Scenario    string    `json:"scenario"`     // slug
	Task        string    `json:"task"`         // slug
	A           TrialSide `json:"a"`            // the trial of the first run
	B           TrialSide `json:"b"`            // the trial of the second run
	Gold        []string  `json:"gold"`         // labels of the correct options
	Doubtful    *string   `json:"doubtful"`     // why no answer can pass the task; null if one can
	CallsA      int       `json:"calls_a"`      // tool calls of A's trace
	CallsB      int       `json:"calls_b"`      // tool calls of B's trace
	SharedCalls int       `json:"shared_calls"` // calls of A of which B made one with the same tool on the same object
	// the traces are too long for an exact alignment: a few shared calls may be missed
	Approximate     bool `json:"approximate"`
	FirstDivergence *int `json:"first_divergence"` // number of the first row whose call is not shared; null if all are
	// number of the first row in which both leave one file with other content; null if there is none
	FirstFact *int            `json:"first_fact"`
	Reason    *flips.Reason   `json:"reason"` // why one side passed and the other did not; null if both or neither did
	Files     []ComparedFile  `json:"files"`  // that a call of either read or changed, those that were changed first
	Values    []ComparedValue `json:"values"` // that a checker asks for or in which the files of both sides differ
	Rows      []AlignedRow    `json:"rows"`   // one page of the alignment
	Total     int             `json:"total"`  // of rows
	Limit     int             `json:"limit"`  // most rows of a page
	Offset    int             `json:"offset"` // rows before the first of the page

	Query         TrialsQuery       `json:"-"`
	Of            results.Benchmark `json:"-"` // of A
	Other         results.Benchmark `json:"-"` // of B
	Spec          results.Task      `json:"-"`
	Before, After string            `json:"-"` // slugs of the neighbouring tasks; may be empty
	Alignment     align.Alignment   `json:"-"`
}

// TrialSide is the trial of one run.
type TrialSide struct {
	Run        string         `json:"run"`                      // slug
	Attempt    *int           `json:"attempt"`                  // from 1; null without a record
	Status     results.Status `json:"status"`                   // missing without a record
	Score      *float64       `json:"score"`                    // 0 to 1; null without one
	Selected   []string       `json:"selected" nullable:"true"` // labels of the options that were chosen; null without an answer
	StepsTotal *int           `json:"steps_total"`              // of the trace; null without one
	ToolCalls  *int           `json:"tool_calls"`               // of the trace; null without one
	URL        string         `json:"url"`                      // of the trial's page

	Side     CompareSide          `json:"-"`
	Attempts []int                `json:"-"` // that there are
	Trial    *results.StoredTrial `json:"-"` // nil if there is no record
	Items    []align.Item         `json:"-"`
	Why      *results.Why         `json:"-"` // what led to a failed verdict; nil where nothing is known

	trail   *files.Trail
	touches []files.Touch
	history why.History // of what it was shown
	Skipped int         `json:"-"` // entries that are not aligned
	Cut     int         `json:"-"` // steps beyond AlignedSteps
}

// AlignedRow sets an item of A's trace against one of B's.
type AlignedRow struct {
	Row         int          `json:"row"`          // from 1
	Relation    align.Kind   `json:"relation"`     // same, other, only_a or only_b
	OtherOutput bool         `json:"other_output"` // the same call was answered in another way
	A           *AlignedItem `json:"a"`            // null where the side is empty
	B           *AlignedItem `json:"b"`            // null where the side is empty
}

// AlignedItem is a tool call, or a message without one.
type AlignedItem struct {
	StepID int    `json:"step_id"` // of its trace, from 1
	Source string `json:"source"`  // user, agent or system
	Tool   string `json:"tool"`    // name as recorded; empty for a message
	Target string `json:"target"`  // what the call acts on; may be empty
	Head   string `json:"head"`    // first words of the arguments or of the message
	Failed bool   `json:"failed"`  // the call failed
	// refused or empty, which is a search that found nothing; absent where failed says all
	Outcome results.CallOutcome `json:"outcome,omitempty"`

	// looks, writes, checks or acts; absent for a message
	Purpose align.Purpose `json:"purpose,omitempty"`

	Call  int    `json:"-"` // index of the call in its step; -1 for a message
	Agent string `json:"-"` // path of the sub-agent; empty for the main one
}

// IsCall reports whether the item is a tool call.
func (it *AlignedItem) IsCall() bool { return it.Call >= 0 }

// AlignedSteps bounds the steps of one trace that are aligned.
const AlignedSteps = 50_000

// NewTrialComparison begins the page; names are those of models. Runs of one
// benchmark are then given their task and trials, and are aligned.
func NewTrialComparison(q TrialsQuery, names map[string]string, runs [2]results.Run, of [2]results.Benchmark) *TrialComparison {
	c := &TrialComparison{Benchmark: of[0].ID, Scenario: q.Scenario, Task: q.Task, Gold: []string{}, Query: q, Of: of[0], Other: of[1]}
	labels, short := runLabels(names, runs[0], runs[1]), modelLabels(names, runs[0], runs[1])
	for i, side := range c.Sides() {
		*side = TrialSide{Run: runs[i].Slug, Status: results.Missing, Side: NewCompareSide(runs[i])}
		side.Side.Label, side.Side.Short = labels[i], short[i]
		side.URL = c.StepLink(side, 0)
	}
	return c
}

// Sides are A and B.
func (c *TrialComparison) Sides() [2]*TrialSide { return [2]*TrialSide{&c.A, &c.B} }

// OneBenchmark reports whether both runs are of one benchmark.
func (c *TrialComparison) OneBenchmark() bool { return c.Of.ID == c.Other.ID }

// AddTask says what the task is; scenario are all tasks of its scenario, and
// trials all trials of the task.
func (c *TrialComparison) AddTask(spec results.Task, scenario []results.Task, doubts report.Doubts, trials []results.StoredTrial) {
	c.Spec, c.Doubtful = spec, report.TextOrNil(doubts.Reason(c.Scenario, c.Task))
	for i := range scenario {
		if scenario[i].Slug != c.Task {
			continue
		}
		if i > 0 {
			c.Before = scenario[i-1].Slug
		}
		if i+1 < len(scenario) {
			c.After = scenario[i+1].Slug
		}
	}
	for _, o := range spec.Options {
		if o.Gold {
			c.Gold = append(c.Gold, o.Label)
		}
	}
	for _, side := range c.Sides() {
		for i := range trials {
			if trials[i].Run == side.Run {
				side.Attempts = append(side.Attempts, trials[i].Attempt)
			}
		}
	}
}

// AddTrial gives a side its trial.
func (c *TrialComparison) AddTrial(side *TrialSide, t *results.StoredTrial) {
	side.Trial, side.Attempt, side.Status, side.Score, side.Selected = t, &t.Attempt, t.Status, t.Score, t.Selected
	if t.StepsTotal > 0 {
		side.StepsTotal, side.ToolCalls = &t.StepsTotal, &t.ToolCalls
	}
	side.Cut = max(0, t.StepsTotal-AlignedSteps)
	side.URL = c.StepLink(side, 0)
}

// AddSteps makes the next steps of a side's trace items of the alignment.
func (side *TrialSide) AddSteps(steps []results.Step) {
	if side.trail == nil {
		side.trail = files.NewTrail()
	}
	items, touches, skipped := align.Items(steps, side.trail, files.NewNames(side.Trial.Details.Workspace))
	for i := range touches {
		if !touches[i].Op.Changes() {
			touches[i].Text = "" // what was read can be large, and is not needed
		}
	}
	side.touches = append(side.touches, touches...)
	side.Items = append(side.Items, items...)
	side.Skipped += skipped
}

// Align aligns both traces.
func (c *TrialComparison) Align() {
	al := align.Traces(c.A.Items, c.B.Items)
	c.Alignment, c.Total = al, len(al.Rows)
	c.CallsA, c.CallsB, c.SharedCalls, c.Approximate = al.CallsA, al.CallsB, al.Shared, al.Approximate
	c.compareFiles()
	c.listValues()
	if al.First >= 0 {
		row := al.First + 1
		c.FirstDivergence = &row
	}
}

// CutRows fills the page with limit rows from the offset on.
func (c *TrialComparison) CutRows(limit, offset int) {
	c.Rows, c.Limit, c.Offset = []AlignedRow{}, limit, offset
	for i := offset; i < c.Total && len(c.Rows) < limit; i++ {
		c.Rows = append(c.Rows, c.Row(i))
	}
}

// Row is a row of the alignment, counted from 0.
func (c *TrialComparison) Row(i int) AlignedRow {
	r := c.Alignment.Rows[i]
	return AlignedRow{Row: i + 1, Relation: r.Kind, OtherOutput: r.OtherOutput, A: c.A.item(r.A), B: c.B.item(r.B)}
}

func (side *TrialSide) item(i int) *AlignedItem {
	if i < 0 {
		return nil
	}
	it := &side.Items[i]
	return &AlignedItem{StepID: it.Step, Source: it.Source, Tool: it.Name, Target: it.Target, Head: it.Head, Failed: it.Failed,
		Outcome: it.Outcome, Purpose: it.Purpose, Call: it.Call, Agent: it.Agent}
}

// StepLink is the address of a side's trial, or of one of its steps, from 1.
func (c *TrialComparison) StepLink(side *TrialSide, step int) string {
	q := url.Values{}
	if side.Trial != nil && side.Trial.Attempt > 1 {
		q.Set("attempt", strconv.Itoa(side.Trial.Attempt))
	}
	if step == 0 {
		return link.To(q, "runs", side.Run, c.Scenario, c.Task)
	}
	q.Set("step", strconv.Itoa(step))
	return link.To(q, "runs", side.Run, c.Scenario, c.Task) + "#step-" + strconv.Itoa(step)
}

// Framed are the items in which the two first differ in a fact: those that the reason is
// about, or else of the first row whose calls differ; nil where a side has none.
func (c *TrialComparison) Framed() (a, b *AlignedItem) {
	if r := c.Reason; r != nil && (r.A != nil || r.B != nil) {
		a, b = c.A.at(r.A, c.Task), c.B.at(r.B, c.Task)
	}
	if a == nil && b == nil && c.Alignment.First >= 0 {
		row := c.Row(c.Alignment.First)
		a, b = row.A, row.B
	}
	return a, b
}

// at is the item at a place of the trial itself.
func (side *TrialSide) at(p *flips.Place, task string) *AlignedItem {
	if p == nil || p.Task != task {
		return nil
	}
	for i := range side.Items {
		if it := &side.Items[i]; it.Step == p.Step && (p.Call == 0 || it.Call == p.Call-1) {
			return side.item(i)
		}
	}
	return nil
}
