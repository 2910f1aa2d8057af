package store

import (
	"context"

	"github.com/clawatlas/clawatlas/results"
)

// Cases reads mined case studies and the labels of maintainers.
type Cases interface {
	Cases(ctx context.Context, benchmark string) ([]results.MinedCase, error)
	HasCases(ctx context.Context, benchmark string) (bool, error)
	TaskCases(ctx context.Context, benchmark, scenario, task string) ([]results.MinedCase, error)
	FindCase(ctx context.Context, slug string) (results.MinedCase, error)
	Labels(ctx context.Context, benchmark, label string) ([]results.Label, error)
	TrialLabels(ctx context.Context, trial int64) ([]results.Label, error)
}

// CaseWriter keeps mined cases and what they are mined from.
type CaseWriter interface {
	SaveCases(ctx context.Context, benchmark string, cases []results.MinedCase) error
	// EvidenceKeys returns the keys of saved evidence by run; EachEvidence reads that of all runs in one scenario by id.
	EvidenceKeys(ctx context.Context, benchmark string) (map[int64]string, error)
	SaveEvidence(ctx context.Context, run int64, key string, packed map[string][]byte) error
	EachEvidence(ctx context.Context, benchmark, scenario string, each func(run int64, data []byte) error) error
}
