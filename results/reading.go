package results

// ReadFrom describes the source of a run and what the caller stated about it, so that the run can
// be imported again in the same way.
type ReadFrom struct {
	Source   string            `json:"source"`             // file or directory name of the source, without its path
	Dir      string            `json:"dir"`                // path of the run's directory or file in the source; empty if not known
	Scripted bool              `json:"scripted,omitempty"` // set if the caller states that scripted agents made the run
	Stated   map[string]string `json:"stated,omitempty"`   // facts that the caller states because the records lack them, by name in clawatlas.toml
}

// Reading describes how a stored run was imported and the sums that resulted.
type Reading struct {
	ID        int64
	Run       string // slug of the run
	Benchmark string // slug of the benchmark
	Format    string
	Label     string
	Digest    string // hex digest of the run's records
	Reader    string // version of the importer, see Run.Reader
	Hidden    bool
	Origin    ReadFrom
	ReadSums
}

// ReaderCount is the number of runs of one format that one version of the importer has imported,
// including hidden runs.
type ReaderCount struct {
	Format, Reader string
	Runs           int
}

// ReadSums are the sums that the import of a run produces.
type ReadSums struct {
	Trials   int      `json:"trials"`
	Scored   int      `json:"scored"` // number of trials with a verdict
	Passed   int      `json:"passed"`
	Steps    int      `json:"steps"`
	Calls    int      `json:"calls"`        // number of tool calls
	Failed   int      `json:"failed_calls"` // number of failed tool calls
	Warnings int      `json:"warnings"`
	Headline *float64 `json:"headline"` // value of the benchmark's headline metric; nil if the run has none
}

// StoredRecord is a raw record of a run with the digest of its original bytes, before redaction.
type StoredRecord struct {
	ID   int64
	Name string
	Size int64 // number of stored bytes
	Sum  []byte
}
