package results

import "strings"

// RunState is the visibility of a run.
type RunState string

// Visibility of runs. A removed run has no visibility, because nothing of it is stored.
const (
	RunShown     RunState = "shown"
	RunHidden    RunState = "hidden"    // stored, but not shown on any page
	RunWithdrawn RunState = "withdrawn" // content deleted; the run's page shows the reason
)

// ListedRun is a run in an operator's list.
type ListedRun struct {
	Run       string   `json:"run"`
	State     RunState `json:"state"`
	Benchmark string   `json:"benchmark"`
	System    System   `json:"system"`
	Evidence  Evidence `json:"evidence,omitempty"`
	Complete  bool     `json:"complete"`
	Counts    *Counts  `json:"counts,omitempty"` // numbers of trials by status; nil for a withdrawn run
	At        int64    `json:"at"`               // time of import or withdrawal, in Unix milliseconds
	Bytes     int64    `json:"bytes"`            // stored size of traces and raw records in bytes, without indexes
	Format    string   `json:"format,omitempty"` // format of the imported records
	Reader    string   `json:"reader,omitempty"` // version of the importer, see Run.Reader
	Stale     bool     `json:"stale"`            // set if a different version of the importer than the current one imported the run
	Reason    string   `json:"reason,omitempty"` // reason of the withdrawal
}

// Withdrawal is the information that remains about a withdrawn run.
type Withdrawal struct {
	Run       string `json:"run"`       // slug of the run
	Benchmark string `json:"benchmark"` // slug of the benchmark
	Reason    string `json:"reason"`    // reason for display
	At        int64  `json:"at"`        // time in Unix milliseconds
}

const replacedBy = "replaced by "

// ReplacedReason returns the withdrawal reason of a run that was replaced by the run with the slug
// by.
func ReplacedReason(by, reason string) string { return replacedBy + by + ": " + reason }

// Successor returns the slug of the run that replaced the withdrawn one; "" if none did.
func (w Withdrawal) Successor() string {
	rest, ok := strings.CutPrefix(w.Reason, replacedBy)
	slug, _, named := strings.Cut(rest, ": ")
	if !ok || !named || !ValidSlug(slug) {
		return ""
	}
	return slug
}
