package sqlstore

import (
	"context"
	"slices"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/search"
)

// maxMatchBytes is how much of a trace is opened to count matches in it: the
// page that shows them has 50 ms.
const maxMatchBytes = 768 << 10

// MatchesInTrace lists the steps of a trace that a search for the terms finds,
// in its order, with how often each holds them. Steps after the first bytes
// that are opened are not counted.
func (db *DB) MatchesInTrace(ctx context.Context, t *results.StoredTrial, terms []search.Term) ([]search.StepMatches, error) {
	list := []search.StepMatches{}
	var first int64
	if err := db.r.GetContext(ctx, &first, "SELECT first_step FROM trials WHERE id = ?1"+ofTrial1, t.ID); err != nil {
		return nil, MapError("find matches", err)
	}
	found, err := db.text().Search(ctx,
		search.Ask{Terms: terms, From: first, To: first + int64(t.StepsTotal) - 1, Order: search.ByNewest, Limit: t.StepsTotal})
	if err != nil || len(found) == 0 {
		return list, err
	}
	slices.Reverse(found)
	q := `SELECT id - ?1 + 1 AS step_id, length AS bytes, frame, "offset"
FROM steps
WHERE id IN (SELECT value FROM ` + db.dialect.Numbers("?2") + ` f) /*! AND run_id = ?1 >> 32 */
ORDER BY id
LIMIT ?3`
	rows, err := ListOf[results.StepRow](ctx, db.r, "find matches", q, first, IDList(found), len(found))
	if err != nil {
		return nil, err
	}
	var open []results.StepRow
	sum := 0
	for _, r := range rows {
		list = append(list, search.StepMatches{StepID: r.StepID})
		if sum += r.Bytes; sum <= maxMatchBytes {
			open = append(open, r)
		}
	}
	steps, err := db.Steps(ctx, t, open)
	if err != nil {
		return nil, err
	}
	wanted := search.Patterns(terms)
	for i := range steps {
		list[i].Count = len(search.Places(search.PlainText(&steps[i]), wanted))
	}
	return list, nil
}
