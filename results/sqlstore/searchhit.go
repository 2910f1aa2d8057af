package sqlstore

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/blob"
	"github.com/clawatlas/clawatlas/results/search"
)

// Maximum number of bytes read for the snippets of one page.
const (
	maxSnippetBody = 8 << 20
	maxSnippetData = 96 << 20
)

// stepFrames reads the contents of steps. It keeps the last decompressed frame, because consecutive
// steps are often in the same one.
type stepFrames struct {
	from   Blobs
	key    blob.Key
	body   []byte
	opened int // number of bytes decompressed so far
}

type stepPlace struct{ Frame, Offset, Length int }

func (f *stepFrames) step(ctx context.Context, trial int64, at stepPlace) (*results.Step, error) {
	if k := (blob.Key{Kind: blob.Trace, Of: trial, N: at.Frame}); k != f.key || f.body == nil {
		body, err := f.from.Read(ctx, k, 0, -1)
		if err != nil {
			return nil, err
		}
		f.key, f.body = k, body
		f.opened += len(body)
	}
	if at.Offset+at.Length > len(f.body) {
		return nil, fmt.Errorf("read a step of trial %d: its blob is outside its frame", trial)
	}
	var s results.Step
	if err := decode(f.body[at.Offset:at.Offset+at.Length], &s); err != nil {
		return nil, fmt.Errorf("decode a step of trial %d: %w", trial, err)
	}
	return &s, nil
}

// hits returns the steps with the given ids, in this order, with snippets of their matches.
func (db *DB) hits(ctx context.Context, ids []int64, wanted []search.Term) ([]search.Hit, error) {
	list := make([]search.Hit, len(ids))
	find := `SELECT s.id AS hit_id, s.trial_id, s.frame, s.offset, s.length,
  b.slug AS benchmark, r.slug AS run, m.slug AS model, m.name, r.framework, r.variant, r.scripted,
  c.slug AS scenario, k.slug AS task, t.attempt, t.status, s.id - t.first_step + 1 AS step_id, t.steps_total AS steps,
  s.source, s.tools, s.failed > 0 AS failed
FROM ` + db.dialect.Numbers("?") + ` f CROSS JOIN steps s ON s.id = f.value /*! AND s.run_id = f.value >> 32 */
JOIN trials t ON t.id = s.trial_id /*! AND t.run_id = s.run_id */
JOIN runs r ON r.id = t.run_id JOIN benchmarks b ON b.id = r.benchmark_id JOIN models m ON m.id = r.model_id
JOIN tasks k ON k.id = t.task_id JOIN scenarios c ON c.id = k.scenario_id
ORDER BY s.trial_id, s.frame, s.offset
LIMIT 1000`
	rows, err := ListOf[struct {
		ID    int64 `db:"hit_id"`
		Trial int64 `db:"trial_id"`
		stepPlace
		search.Hit
	}](ctx, db.r, "read hits", find, IDList(ids))
	frames := stepFrames{from: db.blobs()}
	for i := range rows {
		r := &rows[i]
		h := &list[slices.Index(ids, r.ID)]
		*h = r.Hit
		if r.Length > maxSnippetBody || frames.opened > maxSnippetData {
			h.Note = "too long to be shown here"
			continue
		}
		step, err := frames.step(ctx, r.Trial, r.stepPlace)
		if err != nil {
			return nil, err
		}
		h.Snippet = search.CutSnippet(search.PlainText(step), wanted)
	}
	return list, err
}

// maxMatchBytes is the number of bytes of a trace in which matches are counted, so that the page
// takes at most 50 ms.
const maxMatchBytes = 768 << 10

// MatchesInTrace returns the steps of a trace that match. It counts the matches within the first
// maxMatchBytes of these steps.
func (db *DB) MatchesInTrace(ctx context.Context, t *results.StoredTrial, terms []search.Term) ([]search.StepMatches, error) {
	list := []search.StepMatches{}
	rows, err := stepsInTrace[results.StepRow](ctx, db, t, search.Ask{Terms: terms, Limit: t.StepsTotal},
		`id - ?1 + 1 AS step_id, length AS bytes, frame, "offset"`)
	if err != nil {
		return list, err
	}
	slices.SortFunc(rows, func(a, b results.StepRow) int { return cmp.Compare(a.StepID, b.StepID) })
	n, sum := 0, 0
	for i, r := range rows {
		list = append(list, search.StepMatches{StepID: r.StepID})
		if sum += r.Bytes; sum <= maxMatchBytes {
			n = i + 1
		}
	}
	steps, err := db.Steps(ctx, t, rows[:n])
	wanted := terms
	for i := range steps {
		list[i].Count = len(search.Places(search.PlainText(&steps[i]), wanted))
	}
	return list, err
}

// stepsInTrace returns columns of the matching steps of a trace, the last step first.
func stepsInTrace[T any](ctx context.Context, db *DB, t *results.StoredTrial, a search.Ask, columns string) ([]T, error) {
	var first int64
	if err := db.r.GetContext(ctx, &first, "SELECT first_step FROM trials WHERE id = ?1"+ofTrial1, t.ID); err != nil {
		return nil, MapError("find in trace", err)
	}
	a.From, a.To, a.Order = first, first+int64(t.StepsTotal)-1, search.ByNewest
	found, err := db.text().Search(ctx, a)
	if err != nil || len(found) == 0 {
		return []T{}, err
	}
	q := "SELECT " + columns + `
FROM steps
WHERE id IN (SELECT value FROM ` + db.dialect.Numbers("?2") + ` f) /*! AND run_id = ?1 >> 32 */
ORDER BY id DESC
LIMIT ?3`
	return ListOf[T](ctx, db.r, "find in trace", q, first, IDList(found), len(found))
}

const facetValues = 12

// facets counts the hits by each property for which there is a filter.
func (db *DB) facets(ctx context.Context, found []int64) ([]search.Facet, error) {
	q := `WITH hit AS MATERIALIZED (
  SELECT s.trial_id, s.source, s.tools, s.failed /*!, s.run_id */
  FROM ` + db.dialect.Numbers("?") + ` f CROSS JOIN steps s ON s.id = f.value /*! AND s.run_id = f.value >> 32 */),
trial AS MATERIALIZED (
  SELECT t.run_id, t.task_id, t.status, count(*) AS n
  FROM hit h CROSS JOIN trials t ON t.id = h.trial_id /*! AND t.run_id = h.run_id */
  GROUP BY 1, 2, 3),
task AS MATERIALIZED (
  SELECT k.slug AS task, c.slug AS scenario, sum(t.n) AS n
  FROM trial t CROSS JOIN tasks k ON k.id = t.task_id CROSS JOIN scenarios c ON c.id = k.scenario_id
  GROUP BY 1, 2),
run AS MATERIALIZED (
  SELECT t.run_id, r.slug AS run, b.slug AS benchmark, m.slug AS model, sum(t.n) AS n
  FROM trial t CROSS JOIN runs r ON r.id = t.run_id CROSS JOIN benchmarks b ON b.id = r.benchmark_id CROSS JOIN models m ON m.id = r.model_id
  GROUP BY 1, 2, 3, 4)
SELECT 'status' AS name, status AS value, sum(n) AS n FROM trial GROUP BY 2
UNION ALL SELECT 'is', 'failed', count(*) FROM hit WHERE failed > 0 HAVING count(*) > 0
UNION ALL SELECT 'tools', tools, count(*) FROM hit WHERE tools <> '' GROUP BY 2
UNION ALL SELECT 'task', task, sum(n) FROM task GROUP BY 2
UNION ALL SELECT 'scenario', scenario, sum(n) FROM task GROUP BY 2
UNION ALL SELECT 'benchmark', benchmark, sum(n) FROM run GROUP BY 2
UNION ALL SELECT 'model', model, sum(n) FROM run GROUP BY 2
UNION ALL SELECT 'run', run, n FROM run
UNION ALL SELECT 'role', source, count(*) FROM hit GROUP BY 2
UNION ALL SELECT 'tool', t.tool, 0 FROM run_tools t WHERE t.run_id IN (SELECT run_id FROM run) GROUP BY 2`
	rows, err := wholeOf[struct {
		Name, Value string
		N           int
	}](ctx, db.r, "count facets", q, IDList(found))
	if err != nil {
		return nil, err
	}
	counts := map[string]map[string]int{"tool": {}}
	for _, r := range rows {
		if counts[r.Name] == nil {
			counts[r.Name] = map[string]int{}
		}
		counts[r.Name][r.Value] += r.N
	}
	for tools, n := range counts["tools"] {
		countTools(counts["tool"], tools, n)
	}
	list := []search.Facet{}
	for _, name := range []string{"status", "is", "tool", "scenario", "task", "benchmark", "model", "run", "role"} {
		values := []search.FacetValue{}
		for v, n := range counts[name] {
			if n > 0 {
				values = append(values, search.FacetValue{Value: v, Count: n})
			}
		}
		slices.SortFunc(values, func(a, b search.FacetValue) int {
			return cmp.Or(cmp.Compare(b.Count, a.Count), strings.Compare(a.Value, b.Value))
		})
		shown := min(len(values), facetValues)
		list = append(list, search.Facet{Name: name, Values: values[:shown], More: len(values) - shown})
	}
	return list, nil
}

// countTools adds n to the count of each distinct tool in a space-separated list. It recognises
// known tool names of up to six words.
func countTools(count map[string]int, list string, n int) {
	words, seen := strings.Split(list, " "), map[string]bool{"": true}
	for len(words) > 0 {
		size := min(6, len(words))
		for ; size > 1; size-- {
			if _, known := count[strings.Join(words[:size], " ")]; known {
				break
			}
		}
		if name := strings.Join(words[:size], " "); !seen[name] {
			seen[name] = true
			count[name] += n
		}
		words = words[size:]
	}
}
