package compare

import (
	"cmp"
	"slices"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/compare"
	"github.com/clawatlas/clawatlas/results/files"
	"github.com/clawatlas/clawatlas/results/stats"
	"github.com/clawatlas/clawatlas/results/why"
	"github.com/clawatlas/clawatlas/results/words"
)

// Reasons groups the tasks that only one run passed by why the other run failed.
type Reasons struct {
	N     int           `json:"n"`     // number of tasks that only one run passed
	Kinds []FailureKind `json:"kinds"` // kinds by ascending p-value; unknown reasons come last
}

// FailureKind is a group of tasks with the same kind of failure.
type FailureKind struct {
	Kind    results.ReasonKind `json:"kind"`     // kind of the failed trial's reason, or "unknown"
	Title   string             `json:"title"`    // title of the kind
	FailedA int                `json:"failed_a"` // number of tasks that A failed and B passed
	FailedB int                `json:"failed_b"` // number of tasks that B failed and A passed
	P       *float64           `json:"p"`        // p-value of the exact sign test of failed_a against failed_b; null for unknown reasons, or if the sides have different numbers of attempts
	PHolm   *float64           `json:"p_holm"`   // p-value after Holm correction over the tested kinds
	PWithin *float64           `json:"p_within"` // p-value of Fisher's exact test that this kind is associated with failing, within the run in which it is more frequent, after Holm correction over the tested kinds; null for kinds that can also occur in passed trials
	Tasks   []Disagreement     `json:"tasks"`    // tasks in dataset order
}

// Disagreement is a task that only one run passed.
type Disagreement struct {
	Scenario string           `json:"scenario"` // scenario slug
	Task     string           `json:"task"`     // task slug
	Relation compare.Relation `json:"relation"` // relation between the runs: only_a or only_b, for the run that passed
	URL      string           `json:"url"`      // URL of the comparison of the two trials
	Reason

	of *compare.Task
}

// Reason is the failure reason of one side, with what the passing side did differently.
type Reason struct {
	Kind   results.ReasonKind `json:"kind"`   // kind of the failed trial's reason
	Text   string             `json:"text"`   // reason as on the failed trial's page; empty if unknown
	Likely bool               `json:"likely"` // true if the rule that found the reason is not certain
	Passed why.Counterpart    `json:"passed"` // corresponding action of the side that passed

	places []results.ReasonLink
}

// NewReason explains a failed trial next to the trial that passed. touches are the file operations
// of the passing trial; w and touches may be nil.
func NewReason(w *results.Explanation, passed *results.StoredTrial, touches []files.Touch) Reason {
	r := Reason{Kind: results.ReasonUnknown, Passed: why.CounterpartOf(w, passed, touches)}
	if w != nil && w.Reason != nil {
		r.Kind, r.Text, r.Likely, r.places = w.Reason.Kind, w.Reason.Sentence, w.Reason.Likely, w.Reason.Places
	}
	return r
}

// Refs returns the steps that the reason refers to: those of the failed trial and that of the
// passed one, which may be nil.
func (r *Reason) Refs() (failed []*results.StepRef, passed *results.StepRef) {
	for i := range r.places {
		if r.places[i].Step != nil {
			failed = append(failed, r.places[i].Step)
		}
	}
	return failed, r.Passed.At
}

// Known holds the failure reasons that are known for a comparison.
type Known struct {
	Pairs map[results.TaskName]Reason                // reasons for the tasks that only one run passed
	Kinds [2]map[results.TaskName]results.ReasonKind // kinds of failure of all failed trials of A and of B
}

// AddReasons sets the failure reasons of the tasks that only one run passed, and tests them.
func (c *Comparison) AddReasons(known Known) {
	r := &Reasons{Kinds: []FailureKind{}}
	at := map[results.ReasonKind]*FailureKind{}
	for _, t := range c.differ() {
		reason := known.Pairs[t.Task.Name()]
		if reason.Text == "" || reason.Kind == results.ReasonMissing || reason.Kind == "" {
			reason.Kind = results.ReasonUnknown
		}
		k := at[reason.Kind]
		if k == nil {
			k = &FailureKind{Kind: reason.Kind, Title: words.Capital(reason.Kind.Title())}
			if k.Kind == results.ReasonUnknown {
				k.Title = "Other reasons"
			}
			at[reason.Kind] = k
		}
		if r.N++; t.Relation() == compare.OnlyA {
			k.FailedB++
		} else {
			k.FailedA++
		}
		k.Tasks = append(k.Tasks, Disagreement{Scenario: t.Task.Scenario, Task: t.Task.Slug, Relation: t.Relation(), URL: c.trialLink(t.Task),
			Reason: reason, of: t})
	}
	for _, kind := range results.ReasonKinds() {
		if k := at[kind]; k != nil {
			r.Kinds = append(r.Kinds, *k)
		}
	}
	if len(r.Kinds) == 1 && r.Kinds[0].Kind == results.ReasonUnknown {
		r.Kinds[0].Title = "Reason not known"
	}
	c.Reasons = r
	if o := c.Result.Order; o == nil || o.Sweeps[0] == o.Sweeps[1] { // only if both sides have the same number of attempts
		r.test()
		c.testWithin(known.Kinds)
	}
	c.conclude()
}

// Computes for each known kind of failure the p-value of a difference between the runs (exact sign
// test), and sorts the kinds by p-value.
func (r *Reasons) test() {
	var list []float64
	for i := range r.Kinds {
		if k := &r.Kinds[i]; k.Kind != results.ReasonUnknown {
			p := stats.McNemarExact(stats.TwoByTwo{OnlyA: k.FailedB, OnlyB: k.FailedA})
			k.P, list = &p, append(list, p)
		}
	}
	for i, p := range stats.Holm(list) { // the unknown kind, which is not tested, comes last
		r.Kinds[i].PHolm = &p
	}
	slices.SortStableFunc(r.Kinds, func(a, b FailureKind) int {
		if a.P == nil || b.P == nil {
			return cmp.Compare(b2i(a.P == nil), b2i(b.P == nil))
		}
		return cmp.Or(cmp.Compare(*a.P, *b.P), len(b.Tasks)-len(a.Tasks))
	})
}

// testWithin tests whether a kind of failure is associated with failing, within the run in which it
// is more frequent. It omits kinds that can also occur in passed trials, such as loops and limits.
func (c *Comparison) testWithin(kinds [2]map[results.TaskName]results.ReasonKind) {
	var list []float64
	var tested []*FailureKind
	for i := range c.Reasons.Kinds {
		k := &c.Reasons.Kinds[i]
		if k.Kind == results.ReasonUnknown || k.inPassed() {
			continue
		}
		side := b2i(k.FailedB > k.FailedA)
		marked, failed := 0, 0
		for n := range c.Result.Tasks {
			t := &c.Result.Tasks[n]
			if o := []*compare.Outcome{&t.A, &t.B}[side]; t.Common() && !o.Passed {
				failed++
				marked += b2i(kinds[side][t.Task.Name()] == k.Kind)
			}
		}
		list, tested = append(list, stats.FisherExact(marked, marked, failed, c.Result.Common)), append(tested, k)
	}
	for i, p := range stats.Holm(list) {
		tested[i].PWithin = &p
	}
}

// inPassed reports whether a passed trial can have the same fault, so that failed trials alone do
// not show whether it goes with failing.
func (k *FailureKind) inPassed() bool {
	return slices.Contains([]results.ReasonKind{results.ReasonAnswer, results.ReasonLimit, results.ReasonLoop, results.ReasonRefusal,
		results.ReasonHarness}, k.Kind)
}

// untested lists the titles of the kinds that are not tested as causes; empty if there are none.
func (r *Reasons) untested() string {
	var list []string
	for i := range r.Kinds {
		if k := &r.Kinds[i]; k.inPassed() {
			list = append(list, "“"+k.Title+"”")
		}
	}
	return words.List(list)
}

// cause reports whether the page may name this kind as a cause of the difference: it is
// significantly more frequent in one run, and significantly associated with failing within that
// run.
func (k *FailureKind) cause() bool {
	return k.PHolm != nil && *k.PHolm < compare.Alpha && k.PWithin != nil && *k.PWithin < compare.Alpha
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

func (r *Reasons) tested() int {
	n := 0
	for i := range r.Kinds {
		n += b2i(r.Kinds[i].P != nil)
	}
	return n
}

// caused reports whether the page may name at least one kind as a cause.
func (r *Reasons) caused() bool {
	return slices.ContainsFunc(r.Kinds, func(k FailureKind) bool { return k.cause() })
}

// untold reports whether no task of this kind has a known failure reason.
func (k *FailureKind) untold() bool {
	return !slices.ContainsFunc(k.Tasks, func(d Disagreement) bool { return d.Text != "" })
}
