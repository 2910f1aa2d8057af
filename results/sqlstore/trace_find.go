package sqlstore

import (
	"context"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/search"
)

// FindInTrace lists the steps of an agent whose text holds the phrase, the
// last first, by the full-text index.
func (db *DB) FindInTrace(ctx context.Context, t *results.StoredTrial, phrase string, limit int) ([]results.StepHit, error) {
	list := []results.StepHit{}
	var first int64
	if err := db.r.GetContext(ctx, &first, "SELECT first_step FROM trials WHERE id = ?1"+ofTrial1, t.ID); err != nil {
		return nil, MapError("find in trace", err)
	}
	found, err := db.text().Search(ctx, search.Ask{
		Terms: []search.Term{{Text: phrase}}, Tags: [][]string{{sourceTag(results.SourceAgent)}},
		From: first, To: first + int64(t.StepsTotal) - 1, Order: search.ByNewest, Limit: limit,
	})
	if err != nil {
		return nil, err
	}
	q := `SELECT id - ?1 + 1 AS step_id, tools
FROM steps
WHERE id IN (SELECT value FROM ` + db.dialect.Numbers("?2") + ` f) /*! AND run_id = ?1 >> 32 */
ORDER BY id DESC
LIMIT ?3`
	err = db.r.SelectContext(ctx, &list, q, first, IDList(found), limit)
	return list, MapError("find in trace", err)
}
