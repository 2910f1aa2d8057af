package sqlstore

import (
	"context"

	"github.com/jmoiron/sqlx"

	"github.com/clawatlas/clawatlas/results"
)

// mayReturn marks the digest of a run that another reading replaced: unlike withdrawn records these may be read again.
const mayReturn = "may-return:"

// keepWithdrawal keeps of a run that it was there, and why and when it went.
func keepWithdrawal(ctx context.Context, tx *sqlx.Tx, r storedRun, reason string, at int64, digest string) error {
	system, err := toJSON(r.System)
	if err != nil {
		return err
	}
	return insert(ctx, tx, "withdraw run "+r.Slug, "withdrawn", "slug, benchmark, system, reason, at, digest",
		r.Slug, r.Of, system, reason, at, digest)
}

// returned forgets that a run had gone from its source, because its records are read again.
func returned(ctx context.Context, tx *sqlx.Tx, r *results.Run) error {
	return exec(ctx, tx, "read run "+r.Slug+" again", "DELETE FROM withdrawn WHERE slug = ? AND digest = ?", r.Slug, mayReturn+r.Digest)
}
