package results

// ReadFrom says where the records of a run lay when they were read, and what the caller
// stated of them, so that they can be read again in the same way.
type ReadFrom struct {
	Source   string            `json:"source"`             // name of the source, without directories
	Dir      string            `json:"dir"`                // directory or file of the run's item in it; empty: not known
	Scripted bool              `json:"scripted,omitempty"` // the caller says that scripted agents made it
	Stated   map[string]string `json:"stated,omitempty"`   // what the records do not state themselves, by the names of clawatlas.toml
}

// Reading is what is known of how a stored run was read, and what that has come to.
type Reading struct {
	ID        int64
	Run       string // slug
	Benchmark string // slug
	Format    string
	Label     string
	Digest    string // of its records, hex
	Reader    string // see Run.Reader
	Hidden    bool
	Origin    ReadFrom
	ReadSums
}

// ReaderCount counts the runs of a format that one version of its reader has read, hidden
// ones too.
type ReaderCount struct {
	Format, Reader string
	Runs           int
}

// ReadSums are what a reading of a run comes to.
type ReadSums struct {
	Trials   int      `json:"trials"`
	Scored   int      `json:"scored"` // trials with a verdict
	Passed   int      `json:"passed"`
	Steps    int      `json:"steps"`
	Calls    int      `json:"calls"`        // of tools
	Failed   int      `json:"failed_calls"` // of them
	Warnings int      `json:"warnings"`
	Headline *float64 `json:"headline"` // value of the benchmark's headline metric; null if it has none
}

// StoredRecord is a raw record of a run with the digest of its original bytes.
type StoredRecord struct {
	ID   int64
	Name string
	Size int64 // bytes, as stored
	Sum  []byte
}
