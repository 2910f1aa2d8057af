package results

import "strings"

// RunState says whether a run is public.
type RunState string

// States of runs. A removed run has none.
const (
	RunShown     RunState = "shown"
	RunHidden    RunState = "hidden"    // kept, but on no page
	RunWithdrawn RunState = "withdrawn" // its content is deleted, and its address says why
)

// ListedRun is a run in an operator's list.
type ListedRun struct {
	Run       string   `json:"run"`
	State     RunState `json:"state"`
	Benchmark string   `json:"benchmark"`
	System    System   `json:"system"`
	Evidence  Evidence `json:"evidence,omitempty"`
	Complete  bool     `json:"complete"`
	Counts    *Counts  `json:"counts,omitempty"` // nil for a withdrawn run
	At        int64    `json:"at"`               // when it was read or withdrawn, Unix milliseconds
	Bytes     int64    `json:"bytes"`            // of its traces and raw records as they are stored, without indexes
	Format    string   `json:"format,omitempty"` // that it was read as
	Reader    string   `json:"reader,omitempty"` // see Run.Reader
	Stale     bool     `json:"stale"`            // another version of the program has read it than the one that lists it
	Reason    string   `json:"reason,omitempty"` // why it was withdrawn
}

// Withdrawal is what remains of a withdrawn run.
type Withdrawal struct {
	Run       string `json:"run"`       // slug
	Benchmark string `json:"benchmark"` // slug
	Reason    string `json:"reason"`    // for people
	At        int64  `json:"at"`        // when, in Unix milliseconds
}

const replacedBy = "replaced by "

// ReplacedReason is the reason of a withdrawal when another run replaces it.
func ReplacedReason(by, reason string) string { return replacedBy + by + ": " + reason }

// Successor returns the replacing run's slug, or "".
func (w Withdrawal) Successor() string {
	rest, ok := strings.CutPrefix(w.Reason, replacedBy)
	slug, _, named := strings.Cut(rest, ": ")
	if !ok || !named || !ValidSlug(slug) {
		return ""
	}
	return slug
}
