package sqlstore

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results/search"
)

// pageOfTrials picks the trials of a page from all steps that were found, which come
// newest first, and of each its first steps; counts has for each step how many of its
// trial were found.
func (db *DB) pageOfTrials(ctx context.Context, q *search.Query, found []int64) (ids []int64, counts []int, trials int, err error) {
	of := `SELECT COALESCE(string_agg(s.trial_id || ' ' || s.id, ','), '')
FROM ` + db.dialect.Numbers("?") + ` f
CROSS JOIN steps s ON s.id = f.value /*! AND s.run_id = f.value >> 32 */`
	var text string
	if err := db.r.GetContext(ctx, &text, of, IDList(found)); err != nil {
		return nil, nil, 0, MapError("group hits by trial", err)
	}
	steps := map[int64][]int64{}
	var order []int64
	for part := range strings.SplitSeq(text, ",") {
		var trial, step int64
		if _, err := scanNumbers(part, &trial, &step); err != nil {
			return nil, nil, 0, fmt.Errorf("group hits by trial: %w", err)
		}
		if steps[trial] == nil {
			order = append(order, trial)
		}
		steps[trial] = append(steps[trial], step)
	}
	slices.SortFunc(order, func(a, b int64) int { return cmp.Compare(b, a) })
	for _, trial := range order[min(q.Offset, len(order)):min(q.Offset+q.Limit, len(order))] {
		list := steps[trial]
		slices.Sort(list)
		for _, id := range list[:min(len(list), search.StepsOfTrial)] {
			ids = append(ids, id)
			counts = append(counts, len(list))
		}
	}
	return ids, counts, len(order), nil
}
