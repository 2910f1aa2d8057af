package sqlstore

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/clawatlas/clawatlas/results/search"
)

// FindNames lists what is called by all of the terms: what is called so and no more
// first, then what has the shorter name.
func (db *DB) FindNames(ctx context.Context, terms []search.Term) ([]search.Name, error) {
	var like []any
	where := ""
	for _, t := range terms {
		for _, w := range strings.Fields(t.Words()) {
			if !t.Not && !t.Sign && len(like) < 24 {
				where += "\n  AND replace(replace(replace(replace(lower(also), '-', ''), '_', ''), '.', ''), ' ', '') LIKE ?"
				like = append(like, "%"+w+"%")
			}
		}
	}
	if where == "" {
		return []search.Name{}, nil
	}
	q := `WITH model AS (
  SELECT m.id, m.slug, m.name, m.slug || ' ' || m.name || ' ' || COALESCE((SELECT string_agg(a.alias, ' ') FROM model_aliases a WHERE a.model_id = m.id), '') AS also
  FROM models m),
named AS (
  SELECT 'benchmark' AS kind, slug AS id, name, slug AS benchmark, '' AS scenario, slug || ' ' || name AS also
  FROM benchmarks
  UNION ALL
  SELECT 'model', slug, name, '', '', also
  FROM model
  UNION ALL
  SELECT 'scenario', c.slug, c.title, b.slug, '', c.slug || ' ' || c.title
  FROM scenarios c
  JOIN benchmarks b ON b.id = c.benchmark_id
  UNION ALL
  SELECT 'task', k.slug, k.title, b.slug, c.slug, k.slug || ' ' || k.title
  FROM tasks k
  JOIN scenarios c ON c.id = k.scenario_id
  JOIN benchmarks b ON b.id = c.benchmark_id
  WHERE NOT k.extra
  UNION ALL
  SELECT 'run', r.slug, m.name, b.slug, '', r.slug || ' ' || r.label || ' ' || r.model_name || ' ' || r.framework || ' ' || r.variant || ' ' || m.also
  FROM runs r
  JOIN benchmarks b ON b.id = r.benchmark_id
  JOIN model m ON m.id = r.model_id)
SELECT kind, id, name, benchmark, scenario, also
FROM named
WHERE true` + where + `
LIMIT 10000`
	list, err := ListOf[search.Name](ctx, db.r, "find names", q, like...)
	if err != nil {
		return nil, err
	}
	list = slices.DeleteFunc(list, func(n search.Name) bool {
		return slices.ContainsFunc(terms, func(t search.Term) bool { return !t.Not && !isCalled(n.Also, t) })
	})
	whole := ""
	for _, t := range terms {
		whole += search.Squash(t.Text)
	}
	rank := func(n search.Name) (exact, size int) {
		if search.Squash(n.ID) == whole || search.Squash(n.Name) == whole {
			return 0, 0
		}
		return 1, len(n.ID) + len(n.Name)
	}
	slices.SortStableFunc(list, func(a, b search.Name) int {
		exactA, sizeA := rank(a)
		exactB, sizeB := rank(b)
		return cmp.Or(cmp.Compare(slices.Index(search.Kinds(), a.Kind), slices.Index(search.Kinds(), b.Kind)),
			cmp.Compare(exactA, exactB), cmp.Compare(sizeA, sizeB),
			strings.Compare(a.Benchmark, b.Benchmark), strings.Compare(a.Scenario, b.Scenario), strings.Compare(a.ID, b.ID))
	})
	return list, nil
}

// isCalled reports whether a name has what a term says, also as part of a word if it is
// no short one.
func isCalled(name string, t search.Term) bool {
	part := search.Squash(t.Text)
	if utf8.RuneCountInString(part) >= 3 || part != "" && part[0] >= utf8.RuneSelf {
		return strings.Contains(search.Squash(name), part)
	}
	return slices.ContainsFunc(search.Tokens(name), func(w search.Token) bool { return w.Fold == part })
}
