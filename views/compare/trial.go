package compare

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/align"
	"github.com/clawatlas/clawatlas/results/files"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/why"
	"github.com/clawatlas/clawatlas/views"
)

// TrialsQuery holds the URL parameters of a comparison of two trials.
type TrialsQuery struct {
	Runs           [2]string // run slugs
	Scenario, Task string
	Attempts       [2]int // requested attempts; 0 for the first
	From           int    // offset of the first row on the page
}

// Link returns the URL of the same view with some parameters changed.
func (q TrialsQuery) Link(pairs ...string) string {
	v := url.Values{"a": {q.Runs[0]}, "b": {q.Runs[1]}}
	for i, name := range []string{"attempt_a", "attempt_b"} {
		if q.Attempts[i] > 0 {
			v.Set(name, strconv.Itoa(q.Attempts[i]))
		}
	}
	if q.From > 0 {
		v.Set("from", strconv.Itoa(q.From))
	}
	return link.To(link.With(v, pairs...), "compare", q.Scenario, q.Task)
}

// Trials compares the trials of two runs on one task and aligns their traces.
type Trials struct {
	Benchmark       string       `json:"benchmark"`        // benchmark id
	Scenario        string       `json:"scenario"`         // scenario slug
	Task            string       `json:"task"`             // task slug
	A               TrialSide    `json:"a"`                // trial of the first run
	B               TrialSide    `json:"b"`                // trial of the second run
	Gold            []string     `json:"gold"`             // labels of the correct options
	Impossible      *string      `json:"doubtful"`         // reason why the task's check cannot be passed; null if it can
	FirstDivergence *int         `json:"first_divergence"` // number of the first row with different calls; null if there is none
	Reason          *Reason      `json:"reason"`           // failure reason of one side and what the other side did; null if both or neither passed
	Rows            []AlignedRow `json:"rows"`             // one page of the alignment
	Total           int          `json:"total"`            // number of rows
	Limit           int          `json:"limit"`            // maximum number of rows per page
	Offset          int          `json:"offset"`           // number of rows before the page

	Query     TrialsQuery       `json:"-"`
	Of        results.Benchmark `json:"-"` // benchmark of A
	Other     results.Benchmark `json:"-"` // benchmark of B
	Spec      results.Task      `json:"-"`
	Alignment align.Alignment   `json:"-"`

	order       []string // slugs of the scenario's tasks
	prev, next  string   // URLs of the previous and the next disagreement; empty if there is none
	differences int      // number of disagreements between the two runs
}

// TrialSide is the trial of one run.
type TrialSide struct {
	Run        string         `json:"run"`                      // run slug
	Attempt    *int           `json:"attempt"`                  // attempt number, starting at 1; null without a record
	Status     results.Status `json:"status"`                   // status; "missing" without a record
	Score      *float64       `json:"score"`                    // score from 0 to 1; null if there is none
	Selected   []string       `json:"selected" nullable:"true"` // labels of the chosen options; null without an answer
	StepsTotal *int           `json:"steps_total"`              // number of steps in the trace; null without a trace
	ToolCalls  *int           `json:"tool_calls"`               // number of tool calls in the trace; null without a trace
	URL        string         `json:"url"`                      // URL of the trial's page

	Side  Side                 `json:"-"`
	Trial *results.StoredTrial `json:"-"` // stored trial; nil without a record
	Why   *results.Explanation `json:"-"` // explanation of a failed verdict; nil if unknown
	Cut   int                  `json:"-"` // number of steps beyond AlignedSteps, which are not aligned

	attempts []int // numbers of the attempts that have a record
	items    []align.Item
	trail    *files.Trail
	touches  []files.Touch
	read     *reading // last read of the decisive file; nil if not found
	said     string   // agent's last message
	saidAt   int      // step number of that message
}

type reading struct {
	task    string
	attempt int
	files.Touch
}

// AlignedRow aligns an item of A's trace with an item of B's trace.
type AlignedRow struct {
	Row         int          `json:"row"`          // row number, starting at 1
	Relation    align.Kind   `json:"relation"`     // relation: same, other, only_a or only_b
	OtherOutput bool         `json:"other_output"` // true if the same call had a different result
	A           *AlignedItem `json:"a"`            // item of A; null if only B has one here
	B           *AlignedItem `json:"b"`            // item of B; null if only A has one here
}

// AlignedItem is a tool call, or a message without calls.
type AlignedItem struct {
	StepID int    `json:"step_id"` // step number in its trace, starting at 1
	Source string `json:"source"`  // role: user, agent or system
	Tool   string `json:"tool"`    // recorded tool name; empty for a message
	Target string `json:"target"`  // target of the call, such as a file; may be empty
	Head   string `json:"head"`    // first words of the arguments or of the message
	Failed bool   `json:"failed"`  // true if the call failed
	// "refused" for a refused call, "empty" for a search without results; absent otherwise
	Outcome results.CallOutcome `json:"outcome,omitempty"`

	call   int // index of the call in its step; -1 for a message
	agent  string
	intent string
}

// AlignedSteps is the maximum number of aligned steps per trace.
const AlignedSteps = 50_000

// NewTrials returns a comparison without data. names maps model ids to names. If both runs belong
// to one benchmark, call AddTask, AddTrial and AddSteps, then Align.
func NewTrials(q TrialsQuery, names map[string]string, runs [2]results.Run, of [2]results.Benchmark) *Trials {
	c := &Trials{Benchmark: of[0].ID, Scenario: q.Scenario, Task: q.Task, Gold: []string{}, Query: q, Of: of[0], Other: of[1]}
	for i, side := range c.Sides() {
		*side = TrialSide{Run: runs[i].Slug, Status: results.Missing, Side: newSide(runs[i]), trail: files.NewTrail()}
		side.URL = c.stepLink(side, 0)
	}
	nameSides(names, &c.A.Side, &c.B.Side)
	return c
}

// Sides returns A and B.
func (c *Trials) Sides() [2]*TrialSide { return [2]*TrialSide{&c.A, &c.B} }

// OneBenchmark reports whether both runs belong to the same benchmark.
func (c *Trials) OneBenchmark() bool { return c.Of.ID == c.Other.ID }

// AddTask sets the task. tasks are all tasks of its scenario, and trials all trials of the task.
func (c *Trials) AddTask(spec results.Task, tasks []results.Task, faulty views.FaultyChecks, trials []results.StoredTrial) {
	c.Spec, c.Impossible = spec, views.TextOrNil(faulty.Reason(c.Scenario, c.Task))
	for i := range tasks {
		c.order = append(c.order, tasks[i].Slug)
	}
	for _, o := range spec.Options {
		if o.Gold {
			c.Gold = append(c.Gold, o.Label)
		}
	}
	for _, side := range c.Sides() {
		for i := range trials {
			if trials[i].Run == side.Run {
				side.attempts = append(side.attempts, trials[i].Attempt)
			}
		}
	}
}

// AddTrial sets the trial of one side and the explanation of its failure, which may be nil.
func (c *Trials) AddTrial(side *TrialSide, t *results.StoredTrial, w *results.Explanation) {
	side.Trial, side.Attempt, side.Status, side.Score, side.Selected = t, &t.Attempt, t.Status, t.Score, t.Selected
	if t.StepsTotal > 0 {
		side.StepsTotal, side.ToolCalls = &t.StepsTotal, &t.ToolCalls
	}
	side.Cut, side.Why = max(0, t.StepsTotal-AlignedSteps), w
	side.URL = c.stepLink(side, 0)
}

// lastChange returns the last change that a side made to a file, or nil if there is none.
func (side *TrialSide) lastChange(file string) *files.Touch {
	return why.LastChange(side.touches, func(x *files.Touch) bool { return why.SameFile(x.Path, file) })
}

func (side *TrialSide) passed() bool { return side.Status == results.Passed }

// differ reports whether both sides have a record and exactly one passed.
func (c *Trials) differ() bool {
	return c.A.Trial != nil && c.B.Trial != nil && c.A.passed() != c.B.passed()
}

func (c *Trials) pair() (passed, failed *TrialSide) {
	if c.A.passed() {
		return &c.A, &c.B
	}
	return &c.B, &c.A
}

// failedCheck returns the main failed check of the failed trial; nil if both trials have the same
// verdict or the check is unknown.
func (c *Trials) failedCheck() *results.FailedCheck {
	if !c.differ() {
		return nil
	}
	_, failed := c.pair()
	return why.MainCheck(failed.Why)
}

// Source returns the file that contains the decisive value or passage according to the failure
// reason, or "" if unknown.
func (c *Trials) Source() string {
	w := c.failedCheck()
	if w == nil {
		return ""
	}
	for _, x := range []*results.StepRef{w.Seen, w.Read} {
		if x != nil && x.File != "" && !why.SameFile(x.File, why.FileOf(w)) {
			return x.File
		}
	}
	return ""
}

// AddSteps adds the next steps of a side's trace to the alignment.
func (c *Trials) AddSteps(side *TrialSide, steps []results.Step) {
	source := c.Source()
	if n := len(steps); side.passed() && n > 0 && steps[n-1].StepID == side.Trial.StepsTotal {
		Answer(&steps[n-1])
	}
	items, touches := align.Items(steps, side.trail, files.NewNames(side.Trial.Details.Workspace))
	for i := range touches {
		x := &touches[i]
		if why.SameFile(x.Path, source) && !x.Op.Changes() && !x.Failed {
			side.read = &reading{c.Task, side.Trial.Attempt, *x}
		}
		if !x.Op.Changes() {
			x.Text = "" // file content that was read can be large and is not needed
		}
	}
	for i := range steps {
		if s := &steps[i]; s.Source == results.SourceAgent && s.Agent == "" && strings.TrimSpace(s.Message) != "" {
			side.said, side.saidAt = s.Message, s.StepID
		}
	}
	side.touches = append(side.touches, touches...)
	side.items = append(side.items, items...)
}

// Answer adds an empty result to each call of a passed trial's last step that has none. The record
// ends before the results, but the check has seen what the calls did.
func Answer(s *results.Step) {
	for i := range s.ToolCalls {
		if s.ResultOf(i) == nil {
			if s.Observation == nil {
				s.Observation = &results.Observation{}
			}
			s.Observation.Results = append(s.Observation.Results, results.Result{CallID: s.ToolCalls[i].ID})
		}
	}
}

// Sought reports whether a side did not read the decisive file in this trial, so that earlier
// trials of its session must be searched.
func (c *Trials) Sought(side *TrialSide) bool {
	return c.Source() != "" && side.read == nil && side.Trial != nil && side.Trial.StepsTotal > 0
}

// AddEarlier searches an earlier trial of the session for a read of the decisive file. Call it for
// the latest trial first.
func (c *Trials) AddEarlier(side *TrialSide, t *results.StoredTrial, steps []results.Step) {
	for _, x := range files.NewTrail().Follow(0, files.NewNames(side.Trial.Details.Workspace), views.Pointers(steps)) {
		if why.SameFile(x.Path, c.Source()) && !x.Op.Changes() && !x.Failed {
			side.read = &reading{t.Task, t.Attempt, x}
		}
	}
}

// Align aligns both traces. If exactly one side passed, it also sets Reason.
func (c *Trials) Align() {
	al := align.Traces(c.A.items, c.B.items)
	c.Alignment, c.Total = al, len(al.Rows)
	if al.First >= 0 {
		row := al.First + 1
		c.FirstDivergence = &row
	}
	if c.differ() {
		passed, failed := c.pair()
		r := NewReason(failed.Why, passed.Trial, passed.touches)
		c.Reason = &r
	}
}

// Refs returns the steps of a side that the page links to as evidence.
func (c *Trials) Refs(side *TrialSide) []*results.StepRef {
	if c.Reason != nil && c.Reason.Passed.At != nil && side.passed() {
		return []*results.StepRef{c.Reason.Passed.At}
	}
	return side.Why.Refs()
}

// AddDisagreements finds the tasks of the benchmark that only one run passed, judged by first
// attempts, and sets the links to the previous and the next one.
func (c *Trials) AddDisagreements(tasks []results.Task, outcomes [2][]results.Trial) {
	var passed [2]map[results.TaskName]bool
	for i := range outcomes {
		passed[i] = map[results.TaskName]bool{}
		for k := range outcomes[i] {
			t := &outcomes[i][k]
			if _, known := passed[i][t.TaskName()]; !known && t.Score != nil {
				passed[i][t.TaskName()] = t.Status == results.Passed
			}
		}
	}
	before := true
	for i := range tasks {
		name := tasks[i].Name()
		here := name == c.Spec.Name()
		before = before && !here
		a, knownA := passed[0][name]
		b, knownB := passed[1][name]
		if !knownA || !knownB || a == b {
			continue
		}
		at := link.CompareTrial(c.A.Run, c.B.Run, tasks[i].Scenario, tasks[i].Slug)
		if c.differences++; before {
			c.prev = at
		} else if !here && c.next == "" {
			c.next = at
		}
	}
}

// CutRows sets Rows to one page of the alignment.
func (c *Trials) CutRows(limit, offset int) {
	c.Rows, c.Limit, c.Offset = []AlignedRow{}, limit, offset
	for i := offset; i < c.Total && len(c.Rows) < limit; i++ {
		r := c.Alignment.Rows[i]
		c.Rows = append(c.Rows, AlignedRow{Row: i + 1, Relation: r.Kind, OtherOutput: r.OtherOutput, A: c.A.item(r.A), B: c.B.item(r.B)})
	}
}

func (side *TrialSide) item(i int) *AlignedItem {
	if i < 0 {
		return nil
	}
	it := &side.items[i]
	return &AlignedItem{StepID: it.Step, Source: it.Source, Tool: it.Name, Target: it.Target, Head: it.Head, Failed: it.Failed,
		Outcome: it.Outcome, call: it.Call, agent: it.Agent, intent: it.Intent}
}

// Wanted returns the numbers of the steps that the rows on the page show, for side 0 or 1.
func (c *Trials) Wanted(side int) []int {
	var numbers []int
	for _, r := range c.Rows {
		if it := [2]*AlignedItem{r.A, r.B}[side]; it != nil {
			numbers = append(numbers, it.StepID)
		}
	}
	slices.Sort(numbers)
	return slices.Compact(numbers)
}

func (c *Trials) stepLink(side *TrialSide, step int) string {
	attempt := 1
	if side.Trial != nil {
		attempt = side.Trial.Attempt
	}
	if step > 0 {
		return link.AttemptStep(side.Run, c.Scenario, c.Task, attempt, step)
	}
	return link.Attempt(side.Run, c.Scenario, c.Task, attempt)
}
