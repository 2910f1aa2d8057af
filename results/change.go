package results

// ChangeKind is a kind of entry in the change log.
type ChangeKind string

// Kinds of changes. The log omits events that only an operator may see, such as hiding a run.
const (
	ChangeAdded     ChangeKind = "added"     // a run was imported
	ChangeReplaced  ChangeKind = "replaced"  // another run corrects the run
	ChangeRescored  ChangeKind = "rescored"  // value of the run's headline metric changed
	ChangeDataset   ChangeKind = "dataset"   // the dataset of a benchmark was replaced
	ChangeWithdrawn ChangeKind = "withdrawn" // the run's content was deleted, with a reason
	ChangeRemoved   ChangeKind = "removed"   // a run was deleted; the log does not name it
)

// Change is one line of the change log.
type Change struct {
	At        int64      `json:"at"` // time in Unix milliseconds
	Kind      ChangeKind `json:"kind"`
	Benchmark string     `json:"benchmark"`
	Run       string     `json:"run"`    // slug of the run; empty if none
	Other     string     `json:"other"`  // slug of the run that corrects a replaced run
	Detail    string     `json:"detail"` // display text without a full stop
}

// ChangeGroup lists the changes of one kind, day (UTC) and benchmark.
type ChangeGroup struct {
	Day       string     `json:"day"` // ISO date (UTC)
	Kind      ChangeKind `json:"kind"`
	Benchmark string     `json:"benchmark"`
	Count     int        `json:"count"`
	Changes   []Change   `json:"changes"` // newest changes first; a large group is truncated
}

// ChangeFilter restricts the change log; empty fields match everything.
type ChangeFilter struct {
	Benchmark string
	Run       string
	Kind      ChangeKind
	Day       string
	Limit     int
	Offset    int
}
