package results

import (
	"context"
	"io"
)

// RunTx writes one run into a store: the run's own records, then trial after
// trial with its steps, labels and records. Nothing is visible before Finish, and
// nothing is left after Rollback. It is not safe for concurrent use.
type RunTx interface {
	// ModelID is the canonical id of a recorded name; a name that is not known
	// becomes a model of its own with the run.
	ModelID(ctx context.Context, name string, scripted bool) (string, error)
	// KnownModel says what a recorded name means without storing it: the canonical
	// id, and whether a list of models has it. A name that only runs have brought
	// is not known, so that nothing depends on the order of the loads.
	KnownModel(ctx context.Context, name string) (id string, known bool, err error)
	// Withdrawn says why records with this digest must not be stored; it is empty
	// if they may.
	Withdrawn(ctx context.Context, digest string) (reason string, err error)
	// SaveTrial begins a trial; the one before is complete. AmendTrial replaces the
	// fields of the open trial, SaveStep and SaveLabel add to it.
	SaveTrial(ctx context.Context, t *Trial) error
	AmendTrial(ctx context.Context, t *Trial) error
	SaveStep(ctx context.Context, s *Step) error
	SaveLabel(ctx context.Context, l Label) error
	// OpenRaw keeps a raw record: of the open trial, or of the run if none is open.
	// It returns a writer for it and a function that seals it with the digest of
	// the original bytes after the writer was closed.
	OpenRaw(ctx context.Context, name, media string) (io.WriteCloser, func([32]byte) error, error)
	// SaveWarning notes something about the run's records.
	SaveWarning(ctx context.Context, w Warning) error
	// Finish makes the run visible; r carries slug, digest and counts, and gets its
	// number. If the same records are stored already it leaves everything as it is
	// and returns ErrUnchanged.
	Finish(ctx context.Context, r *Run, metrics []Metric) error
	// Rollback undoes everything. It may be called after Finish.
	Rollback()
}
