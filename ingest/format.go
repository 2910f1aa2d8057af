// Package ingest reads what benchmark harnesses write and stores it: the Format contract, the load loop, the limits and the
// report. Each on-disk format is a package below it, listed in ingest/formats.
package ingest

import (
	"context"
	"io"
	"io/fs"

	"github.com/clawatlas/clawatlas/results"
)

// Kind says what an Item holds. Datasets are read before runs and runs before
// figures, so that records meet their tasks whatever the order of the paths.
type Kind int

// The kinds of items.
const (
	KindDataset Kind = iota + 1
	KindRuns
	KindFigures
)

// Item is a directory or file that a format claims, or that looks like its records but is not.
type Item struct {
	Format string
	Kind   Kind
	Dir    string // slash path inside the source; "." for its root. It may name a file, which is claimed alone
	Label  string // name for people: the directory's or archive's name
	Source string // name of the directory or archive that was given, which Dir is inside of
	// Shallow claims only files of Dir itself: the walk goes on below it, and other
	// formats may claim the other files of Dir.
	Shallow bool
	// Files are the names of the files of Dir that a shallow claim is for. No format
	// that is asked later sees them.
	Files []string
	// Lacks, if set, makes the item no claim: what lies at Dir looks like records of
	// this format, and Lacks says what it lacks to be read, to end the sentence "looks
	// like FORMAT's records, but ...". It is told where no other format claims it.
	Lacks string
	// LooksLike names what Lacks is said of; empty: the format by its name.
	LooksLike string
}

// Format reads one on-disk layout. It must be safe for concurrent use.
//
// Never wrong: a format claims records by what only it has. Of a merely similar shape it
// returns an item with Lacks, or nothing.
//
// A run of a benchmark that is none of ours is filed by the task name that its records
// state: see OtherRecords.
type Format interface {
	// Name is the format's id, e.g. "clawarena".
	Name() string
	// Detect looks at one directory of the walk, top down, and returns what it
	// claims there. It must be cheap, and fsys sees to that: of a file it has the
	// beginning alone, head.Max bytes, and reading on is an error (heads says which
	// kinds of files are read in another way). What is cut is decided by its
	// beginning, see head.Read. The walk does not descend into a claimed
	// directory; a claim whose Dir lies below dir leaves out only that one. entries
	// lacks the files that an earlier format has claimed.
	//
	// An archive is walked as a directory of its name.
	Detect(fsys fs.FS, dir string, entries []fs.DirEntry) []Item
	// Read pushes the item's records into w. A record that cannot be read
	// becomes a warning; an error spoils the run that is open and leaves the
	// database as it was before that run. Where nothing could be read, that is the
	// error: the records are refused.
	Read(ctx context.Context, in *Input, w Writer) error
}

// Owner is a Format that says of the entries of a folder that it claims whole which
// ones it reads. The others are left to all formats, as if they lay elsewhere: records of
// two formats in one folder are both read. A format that is none reads all.
type Owner interface {
	Owns(fsys fs.FS, it Item, e fs.DirEntry) bool
}

// Writer takes what a format has read.
type Writer interface {
	// SaveDataset stores a benchmark with its scenarios and tasks.
	SaveDataset(ctx context.Context, d *results.Dataset) error
	// FindDataset returns a stored dataset with all its tasks, or
	// results.ErrNotFound.
	FindDataset(ctx context.Context, benchmark string) (*results.Dataset, error)
	// Datasets lists the stored benchmarks with their scenarios, without tasks.
	Datasets(ctx context.Context) ([]results.Dataset, error)
	// BeginRun opens a run. Only one run can be open at a time.
	BeginRun(ctx context.Context, r *results.Run) (RunWriter, error)
	// SaveModels stores models with their aliases.
	SaveModels(ctx context.Context, models []results.Model) error
	// SaveTables stores published tables that hold no metric of a system.
	SaveTables(ctx context.Context, tables []results.StatTable) error
	// SaveFigures stores published figures with their source.
	SaveFigures(ctx context.Context, src results.FigureSource, figures []results.Figure) error
	// Warn notes something about the item that belongs to no run.
	Warn(w results.Warning)
}

// RunWriter takes the records of one run in the order run, trial, steps and
// raw records of that trial, next trial. Nothing is visible before Commit.
type RunWriter interface {
	// Raw keeps a record. Before the first Trial it belongs to the run, after
	// it to the latest trial. Its digest becomes part of the run's digest. It is
	// stored under its path relative to the item's Dir, which is the name that
	// results.Part.Raw and CheckerVerdict.File use.
	Raw(ctx context.Context, rec *Record) error
	// RawStream keeps a record that is too large for memory. What is written
	// must already be redacted; sum is called by Close of the returned writer
	// and gives the digest of the original bytes.
	RawStream(ctx context.Context, name, media string, sum func() [32]byte) (io.WriteCloser, error)
	// Trial begins the next trial. Attempts are numbered by the caller.
	Trial(ctx context.Context, t *results.Trial) error
	// Step appends a step to the latest trial. It does not keep s.
	Step(ctx context.Context, s *results.Step) error
	// AmendTrial rewrites the latest trial's own fields, for what is known
	// only after its trace has been read.
	AmendTrial(ctx context.Context, t *results.Trial) error
	// Label says what the place of the records (a directory, a job's plan) calls
	// the run's model and framework. Commit holds that against what the records
	// of each trial state: the models of its messages, and Details.Model, Stated
	// and Framework. Without a call it is the run's ModelName and Framework; a
	// format that takes those from the trials' records calls it with empty names.
	// What the caller states is compared too.
	Label(model, framework string)
	// Warn notes something about the run's records.
	Warn(w results.Warning)
	// Commit computes the run's digest, slug, counts and metrics and makes it
	// visible. It returns results.ErrUnchanged if the same records are already
	// there. The run may be changed up to this call.
	Commit(ctx context.Context) error
}
