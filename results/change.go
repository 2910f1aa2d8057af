package results

// ChangeKind is a kind of change.
type ChangeKind string

// Kinds of changes. What only an operator may know, such as a hidden run, is not logged.
const (
	ChangeAdded     ChangeKind = "added"     // a run was read
	ChangeReplaced  ChangeKind = "replaced"  // another run corrects it
	ChangeRescored  ChangeKind = "rescored"  // its headline has another value
	ChangeDataset   ChangeKind = "dataset"   // the dataset of a benchmark was replaced
	ChangeWithdrawn ChangeKind = "withdrawn" // its content was deleted, with a reason
	ChangeRemoved   ChangeKind = "removed"   // a run was deleted, and nothing tells which
)

// Change is one line of the change log.
type Change struct {
	At        int64      `json:"at"` // Unix milliseconds
	Kind      ChangeKind `json:"kind"`
	Benchmark string     `json:"benchmark"`
	Run       string     `json:"run"`    // empty where no run is concerned
	Other     string     `json:"other"`  // of a replaced run, the one that corrects it
	Detail    string     `json:"detail"` // for people, without a full stop
}

// ChangeGroup lists the changes of one kind on one day (UTC) in one benchmark.
type ChangeGroup struct {
	Day       string     `json:"day"` // ISO date
	Kind      ChangeKind `json:"kind"`
	Benchmark string     `json:"benchmark"`
	Count     int        `json:"count"`
	Changes   []Change   `json:"changes"` // the newest first; not all of a large group
}

// ChangeFilter narrows the change log; empty fields do not.
type ChangeFilter struct {
	Benchmark string
	Run       string
	Kind      ChangeKind
	Day       string
	Limit     int
	Offset    int
}
