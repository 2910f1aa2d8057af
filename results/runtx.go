package results

import (
	"context"
	"io"
)

// RunTx writes one run to a store: the run's own records, then each trial with its steps, labels
// and records. Nothing is visible before Finish, and nothing remains after Rollback. It is not safe
// for concurrent use.
type RunTx interface {
	// ModelID returns the canonical id of a model by its recorded name. It adds an unknown name as
	// a new model.
	ModelID(ctx context.Context, name string, scripted bool) (string, error)
	// KnownModel returns the canonical id of a model by its recorded name, and whether a list of
	// models contains it. It stores nothing. Names that only runs introduced do not count as known,
	// so that the result does not depend on the order of imports.
	KnownModel(ctx context.Context, name string) (id string, known bool, err error)
	// Withdrawn returns the reason why records with this digest must not be stored, or "" if they
	// may be stored.
	Withdrawn(ctx context.Context, digest string) (reason string, err error)
	// SaveTrial begins a trial and completes the previous one. AmendTrial replaces the fields of
	// the open trial. SaveStep and SaveLabel add a step or label to it.
	SaveTrial(ctx context.Context, t *Trial) error
	AmendTrial(ctx context.Context, t *Trial) error
	SaveStep(ctx context.Context, s *Step) error
	SaveLabel(ctx context.Context, l Label) error
	// OpenRaw stores a raw record of the open trial, or of the run if no trial is open. It returns
	// a writer for the content and a function to be called after the writer is closed, which
	// completes the record with the digest of its original bytes.
	OpenRaw(ctx context.Context, name, media string) (io.WriteCloser, func([32]byte) error, error)
	// SaveWarning stores a warning about the run's records.
	SaveWarning(ctx context.Context, w Warning) error
	// Finish makes the run visible; r carries slug, digest and counts, and Finish sets its ID. If
	// the same records are already stored, it changes nothing and returns ErrUnchanged.
	Finish(ctx context.Context, r *Run, metrics []Metric) error
	// Rollback undoes everything that was not finished. It may be called after Finish.
	Rollback()
}
