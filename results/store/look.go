package store

import (
	"context"

	"github.com/clawatlas/clawatlas/results"
)

// Looks keeps how far runs got with what updates changed, and what that is found by.
type Looks interface {
	// WorldScenes lists stored scenes of worlds with texts. SaveWorldScene returns the digest.
	WorldScenes(ctx context.Context, benchmark string) ([]results.WorldScene, error)
	WorldScene(ctx context.Context, benchmark, scenario string) ([]byte, error)
	SaveWorldScene(ctx context.Context, benchmark, scenario, key string, scene []byte) (string, error)
	// LookKeys tells by run under which key SaveLooked has kept what Looked reads.
	LookKeys(ctx context.Context, benchmark string) (map[int64]string, error)
	SaveLooked(ctx context.Context, benchmark string, run int64, key string, l *results.Looked) error
}
