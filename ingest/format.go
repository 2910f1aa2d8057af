// Package ingest reads the output of benchmark harnesses and stores it. It holds the Format
// interface, the load loop, the limits and the report. Each on-disk format is a subpackage listed
// in ingest/formats.
package ingest

import (
	"context"
	"io"
	"io/fs"

	"github.com/clawatlas/clawatlas/results"
)

// Kind is the kind of content of an Item. Datasets are read before runs and runs before reported
// results, so the order of the paths does not matter.
type Kind int

const (
	KindDataset Kind = iota + 1
	KindRuns
	KindFigures
)

// Item is a directory or file that a format claims, or one that resembles its records but is not.
type Item struct {
	Format string
	Kind   Kind
	Dir    string // slash-separated path inside the source; "." for its root. If it is a file, only that file is claimed.
	Label  string // display name: name of the directory or archive
	Source string // name of the directory or archive that the caller gave
	// Shallow restricts the claim to files directly in Dir. The walk then descends, and other
	// formats may claim the remaining files of Dir.
	Shallow bool
	// Files are the names of the files in Dir that a shallow claim covers. Later formats do not see
	// them.
	Files []string
	Forms []string // what the format has recognised in each of Files; may be empty
	// Late puts the item after all other items of its kind, because it may repeat their records.
	Late bool
	// Lacks, if set, turns the item into a near miss: the content of Dir resembles records of this
	// format but lacks something. It completes the sentence "looks like FORMAT's records, but ...".
	// It is reported only if no other format claims the content.
	Lacks string
	// LooksLike is the subject of Lacks; empty: name of the format.
	LooksLike string
}

// Format reads one on-disk layout. It must be safe for concurrent use.
//
// A format claims only records with unmistakable features. For merely similar records it returns an
// item with Lacks, or nothing.
//
// Runs of a benchmark without its own format are filed under the task name in their records: see
// OtherRecords.
type Format interface {
	// Name returns the format's id, e.g. "clawarena".
	Name() string
	// Detect examines one directory of the walk, top down, and returns the items it claims there.
	// It must be cheap, so fsys exposes only the first head.Max bytes of a file and fails on
	// reading further (heads documents the exceptions). A truncated file is judged by its
	// beginning, see head.Read. The walk does not descend into a claimed directory. A claim with a
	// Dir below dir excludes only that Dir. entries lacks the files that an earlier format has
	// claimed.
	//
	// An archive is walked like a directory with the archive's name.
	Detect(fsys fs.FS, dir string, entries []fs.DirEntry) []Item
	// Read writes the item's records to w. An unreadable record becomes a warning. An error
	// discards the open run and leaves the database as it was before that run. If nothing can be
	// read, Read returns that as an error and the records are refused.
	Read(ctx context.Context, in *Input, w Writer) error
}

// Owner is a Format that may read only some entries of a directory that it claims. The other
// entries are offered to all formats, so records of two formats can share a directory. A Format
// that does not implement Owner reads all entries.
type Owner interface {
	Owns(fsys fs.FS, it Item, e fs.DirEntry) bool
}

// Writer stores the records that a format has read.
type Writer interface {
	// SaveDataset stores a benchmark with its scenarios and tasks.
	SaveDataset(ctx context.Context, d *results.Dataset) error
	// FindDataset returns a stored dataset with all its tasks, or results.ErrNotFound.
	FindDataset(ctx context.Context, benchmark string) (*results.Dataset, error)
	// Datasets lists the stored benchmarks with their scenarios, without tasks.
	Datasets(ctx context.Context) ([]results.Dataset, error)
	// BeginRun opens a run. Only one run can be open at a time.
	BeginRun(ctx context.Context, r *results.Run) (RunWriter, error)
	// SaveModels stores models with their aliases.
	SaveModels(ctx context.Context, models []results.Model) error
	// SaveTables stores published tables that contain statistics instead of metrics of systems.
	SaveTables(ctx context.Context, tables []results.StatTable) error
	// SaveFigures stores reported results with their source.
	SaveFigures(ctx context.Context, src results.FigureSource, figures []results.Figure) error
	// Warn records a warning about the item that does not concern a particular run.
	Warn(w results.Warning)
}

// RunWriter takes the records of one run in this order: the run, the first trial, its steps and raw
// records, the next trial and so on. Nothing is visible before Commit.
type RunWriter interface {
	// Raw stores a record. Before the first Trial it belongs to the run, afterwards to the latest
	// trial. Its digest becomes part of the run's digest. The stored name is the path relative to
	// the item's Dir, as used in results.Part.Raw and CheckerVerdict.File.
	Raw(ctx context.Context, rec *Record) error
	// RawStream stores a record that is too large for memory. The written data must already be
	// redacted. Close of the returned writer calls sum to get the digest of the original bytes.
	RawStream(ctx context.Context, name, media string, sum func() [32]byte) (io.WriteCloser, error)
	// Trial begins the next trial. The caller numbers the attempts.
	Trial(ctx context.Context, t *results.Trial) error
	// Step appends a step to the latest trial. It does not retain s.
	Step(ctx context.Context, s *results.Step) error
	// AmendTrial replaces the fields of the latest trial. It is for values that are known only
	// after the trace has been read.
	AmendTrial(ctx context.Context, t *results.Trial) error
	// Label sets the model and framework stated by the location of the records, such as a directory
	// name or a job's plan. Commit compares them with the records of each trial: the models of its
	// messages and its Details.Model, Stated and Framework. The default is the run's ModelName and
	// Framework. A format that takes both from the trial records calls Label with empty names.
	// Commit also compares the values stated by the caller.
	Label(model, framework string)
	// Warn records a warning about the run's records.
	Warn(w results.Warning)
	// Commit computes the run's digest, slug, counts and metrics and makes the run visible. It
	// returns results.ErrUnchanged if the same records are already stored. The run may be changed
	// until this call.
	Commit(ctx context.Context) error
}
