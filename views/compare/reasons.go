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

// Reasons are the tasks that one run alone passed, by kind of failure of the other.
type Reasons struct {
	N     int           `json:"n"`     // tasks that one run alone passed
	Kinds []FailureKind `json:"kinds"` // the smallest p first; failures without a known reason come last
}

// FailureKind is the tasks that failed for one kind of reason.
type FailureKind struct {
	Kind    results.ReasonKind `json:"kind"`     // of the failed trial's reason; unknown where nothing is known
	Title   string             `json:"title"`    // the kind in words
	FailedA int                `json:"failed_a"` // tasks that A failed and B passed
	FailedB int                `json:"failed_b"` // tasks that B failed and A passed
	P       *float64           `json:"p"`        // exact sign test of failed_a against failed_b; null for unknown reasons, or where the sides have different numbers of attempts
	PHolm   *float64           `json:"p_holm"`   // p adjusted for the number of kinds
	PWithin *float64           `json:"p_within"` // Fisher's exact test that, within the run that fails more often for it, it goes with failing, adjusted for the number of kinds; null where passing trials may have it as well
	Tasks   []Disagreement     `json:"tasks"`    // in the order of the dataset
}

// Disagreement is one of the tasks.
type Disagreement struct {
	Scenario string           `json:"scenario"` // slug
	Task     string           `json:"task"`     // slug
	Relation compare.Relation `json:"relation"` // which of the two passed it
	URL      string           `json:"url"`      // of the two trials side by side
	Reason

	of *compare.Task
}

// Reason is why one side failed, beside what the side that passed did.
type Reason struct {
	Kind   results.ReasonKind `json:"kind"`   // of the failed trial's reason
	Text   string             `json:"text"`   // as on the failed trial's page; empty where no reason is known
	Likely bool               `json:"likely"` // the rule may be wrong here
	Passed why.Counterpart    `json:"passed"` // of the side that passed

	places []results.ReasonLink
}

// NewReason pairs a failed trial with the one that passed; w and touches, what the passing
// trial did with files, may be nil.
func NewReason(w *results.Explanation, passed *results.StoredTrial, touches []files.Touch) Reason {
	r := Reason{Kind: results.ReasonUnknown, Passed: why.CounterpartOf(w, passed, touches)}
	if w != nil && w.Reason != nil {
		r.Kind, r.Text, r.Likely, r.places = w.Reason.Kind, w.Reason.Sentence, w.Reason.Likely, w.Reason.Places
	}
	return r
}

// Known are the failure reasons that a comparison is given.
type Known struct {
	Pairs map[results.TaskName]Reason                // of the tasks that one run alone passed
	Kinds [2]map[results.TaskName]results.ReasonKind // of all failed trials of A and of B
}

// AddReasons gives the tasks that one run alone passed their reasons.
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
	if o := c.Result.Order; o == nil || o.Sweeps[0] == o.Sweeps[1] { // else one side had more tries
		r.test()
		c.testWithin(known.Kinds)
	}
	c.conclude()
}

// test gives each kind with a known reason the exact test of its directions, and sorts by it.
func (r *Reasons) test() {
	var list []float64
	for i := range r.Kinds {
		if k := &r.Kinds[i]; k.Kind != results.ReasonUnknown {
			p := stats.McNemarExact(stats.TwoByTwo{OnlyA: k.FailedB, OnlyB: k.FailedA})
			k.P, list = &p, append(list, p)
		}
	}
	for i, p := range stats.Holm(list) { // the unknown kind is the last
		r.Kinds[i].PHolm = &p
	}
	slices.SortStableFunc(r.Kinds, func(a, b FailureKind) int {
		if a.P == nil || b.P == nil {
			return cmp.Compare(b2i(a.P == nil), b2i(b.P == nil))
		}
		return cmp.Or(cmp.Compare(*a.P, *b.P), len(b.Tasks)-len(a.Tasks))
	})
}

// testWithin tests each kind that only a failed check shows within the run that fails more
// often for it. How an agent ends or repeats itself may be the same in trials that pass.
func (c *Comparison) testWithin(kinds [2]map[results.TaskName]results.ReasonKind) {
	var list []float64
	var tested []*FailureKind
	for i := range c.Reasons.Kinds {
		k := &c.Reasons.Kinds[i]
		if slices.Contains([]results.ReasonKind{results.ReasonUnknown, results.ReasonAnswer, results.ReasonLimit, results.ReasonLoop,
			results.ReasonRefusal, results.ReasonHarness}, k.Kind) {
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

// cause reports whether the kind may be named as a cause of the difference: it is
// significantly more frequent in one run, and goes with failing within that run.
func (k *FailureKind) cause() bool {
	return k.PHolm != nil && *k.PHolm < compare.Alpha && k.PWithin != nil && *k.PWithin < compare.Alpha
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// tested counts the kinds that were tested.
func (r *Reasons) tested() int {
	n := 0
	for i := range r.Kinds {
		n += b2i(r.Kinds[i].P != nil)
	}
	return n
}

// caused reports whether one kind may be named as a cause.
func (r *Reasons) caused() bool {
	return slices.ContainsFunc(r.Kinds, func(k FailureKind) bool { return k.cause() })
}

// untold reports whether no reason of the kind is known.
func (k *FailureKind) untold() bool {
	return !slices.ContainsFunc(k.Tasks, func(d Disagreement) bool { return d.Text != "" })
}
