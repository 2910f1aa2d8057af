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

// TrialsQuery is the state of the page of two trials of one task.
type TrialsQuery struct {
	Runs           [2]string // slugs
	Scenario, Task string
	Attempts       [2]int // asked for; 0: the first
	From           int    // first row of the page, from 0
}

// Link is the address of the same view with some values changed.
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

// Trials is what two runs made of one task, with both traces aligned.
type Trials struct {
	Benchmark       string       `json:"benchmark"`        // id
	Scenario        string       `json:"scenario"`         // slug
	Task            string       `json:"task"`             // slug
	A               TrialSide    `json:"a"`                // the trial of the first run
	B               TrialSide    `json:"b"`                // the trial of the second run
	Gold            []string     `json:"gold"`             // labels of the correct options
	Impossible      *string      `json:"doubtful"`         // why its check cannot be passed; null if it can
	FirstDivergence *int         `json:"first_divergence"` // number of the first row whose call is not shared; null if all are
	Reason          *Reason      `json:"reason"`           // why one side failed and what the other did; null if both or neither passed
	Rows            []AlignedRow `json:"rows"`             // one page of the alignment
	Total           int          `json:"total"`            // of rows
	Limit           int          `json:"limit"`            // most rows of a page
	Offset          int          `json:"offset"`           // rows before the first of the page

	Query     TrialsQuery       `json:"-"`
	Of        results.Benchmark `json:"-"` // of A
	Other     results.Benchmark `json:"-"` // of B
	Spec      results.Task      `json:"-"`
	Alignment align.Alignment   `json:"-"`

	order       []string // slugs of the scenario's tasks
	prev, next  string   // addresses of the neighbouring disagreements; may be empty
	differences int      // disagreements of the two runs
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

	Side  Side                 `json:"-"`
	Trial *results.StoredTrial `json:"-"` // nil if there is no record
	Why   *results.Explanation `json:"-"` // what led to a failed verdict; nil where nothing is known
	Cut   int                  `json:"-"` // steps beyond AlignedSteps

	attempts []int // that there are
	items    []align.Item
	trail    *files.Trail
	touches  []files.Touch
	read     *reading // of the file that decides; nil if it was not found
	said     string   // the agent's last message
	saidAt   int      // its step
}

// reading is a call that showed a file.
type reading struct {
	task    string
	attempt int
	files.Touch
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

	call   int // index of the call in its step; -1 for a message
	agent  string
	intent string
}

// AlignedSteps bounds the steps of one trace that are aligned.
const AlignedSteps = 50_000

// NewTrials begins the page; names are those of models. Runs of one benchmark are then
// given their task and trials, and are aligned.
func NewTrials(q TrialsQuery, names map[string]string, runs [2]results.Run, of [2]results.Benchmark) *Trials {
	c := &Trials{Benchmark: of[0].ID, Scenario: q.Scenario, Task: q.Task, Gold: []string{}, Query: q, Of: of[0], Other: of[1]}
	for i, side := range c.Sides() {
		*side = TrialSide{Run: runs[i].Slug, Status: results.Missing, Side: newSide(runs[i]), trail: files.NewTrail()}
		side.URL = c.stepLink(side, 0)
	}
	nameSides(names, &c.A.Side, &c.B.Side)
	return c
}

// Sides are A and B.
func (c *Trials) Sides() [2]*TrialSide { return [2]*TrialSide{&c.A, &c.B} }

// OneBenchmark reports whether both runs are of one benchmark.
func (c *Trials) OneBenchmark() bool { return c.Of.ID == c.Other.ID }

// AddTask says what the task is; tasks are all of its scenario, and trials all trials of
// the task.
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

// AddTrial gives a side its trial, and what led to its verdict if it failed.
func (c *Trials) AddTrial(side *TrialSide, t *results.StoredTrial, w *results.Explanation) {
	side.Trial, side.Attempt, side.Status, side.Score, side.Selected = t, &t.Attempt, t.Status, t.Score, t.Selected
	if t.StepsTotal > 0 {
		side.StepsTotal, side.ToolCalls = &t.StepsTotal, &t.ToolCalls
	}
	side.Cut, side.Why = max(0, t.StepsTotal-AlignedSteps), w
	side.URL = c.stepLink(side, 0)
}

// lastChange is the last change of a file that a side made; nil without one.
func (side *TrialSide) lastChange(file string) *files.Touch {
	return why.LastChange(side.touches, func(x *files.Touch) bool { return why.SameFile(x.Path, file) })
}

// passed reports whether a side passed.
func (side *TrialSide) passed() bool { return side.Status == results.Passed }

// differ reports whether one side passed and the other did not; both have a record.
func (c *Trials) differ() bool {
	return c.A.Trial != nil && c.B.Trial != nil && c.A.passed() != c.B.passed()
}

// pair is the side that passed and the one that did not.
func (c *Trials) pair() (passed, failed *TrialSide) {
	if c.A.passed() {
		return &c.A, &c.B
	}
	return &c.B, &c.A
}

// failedCheck is what stood against the side that failed; nil where the two agree, or
// nothing is known.
func (c *Trials) failedCheck() *results.FailedCheck {
	if !c.differ() {
		return nil
	}
	_, failed := c.pair()
	return why.MainCheck(failed.Why)
}

// Source is the file that shows the value or passage that decides, as far as the failed
// side's reason tells; empty where nothing does.
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

// AddSteps makes the next steps of a side's trace items of the alignment.
func (c *Trials) AddSteps(side *TrialSide, steps []results.Step) {
	source := c.Source()
	items, touches, _ := align.Items(steps, side.trail, files.NewNames(side.Trial.Details.Workspace))
	for i := range touches {
		x := &touches[i]
		if why.SameFile(x.Path, source) && !x.Op.Changes() && !x.Failed {
			side.read = &reading{c.Task, side.Trial.Attempt, *x}
		}
		if !x.Op.Changes() {
			x.Text = "" // what was read can be large, and is not needed
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

// Sought reports whether the reading of a side is still to be found in earlier trials of
// its session.
func (c *Trials) Sought(side *TrialSide) bool {
	return c.Source() != "" && side.read == nil && side.Trial != nil && side.Trial.StepsTotal > 0
}

// AddEarlier looks for the reading in an earlier trial; the latest comes first.
func (c *Trials) AddEarlier(side *TrialSide, t *results.StoredTrial, steps []results.Step) {
	for _, x := range files.NewTrail().Follow(0, files.NewNames(side.Trial.Details.Workspace), views.Pointers(steps)) {
		if why.SameFile(x.Path, c.Source()) && !x.Op.Changes() && !x.Failed {
			side.read = &reading{t.Task, t.Attempt, x}
		}
	}
}

// Align aligns both traces, and pairs what failed with what passed.
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

// AddDisagreements says which tasks of the benchmark only one run passed, by the first
// attempts of both, and where this one stands among them.
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

// CutRows fills the page with limit rows from the offset on.
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

// Wanted are the numbers of the steps of a side, 0 or 1, that the rows of the page show.
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

// stepLink is the address of a side's trial, or of one of its steps, from 1.
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
