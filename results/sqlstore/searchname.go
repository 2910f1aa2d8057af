package sqlstore

import (
	"cmp"
	"context"
	"regexp"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results/search"
)

// named selects everything that has a page, with all of its names.
const named = `WITH model AS (
  SELECT m.id, m.slug, m.name, m.slug || ' ' || m.name || ' ' ||
    COALESCE((SELECT string_agg(a.alias, ' ') FROM model_aliases a WHERE a.model_id = m.id), '') AS also
  FROM models m),
named AS (
  SELECT 'benchmark' AS kind, slug AS id, name, slug AS benchmark, '' AS scenario, slug || ' ' || name AS also FROM benchmarks
  UNION ALL SELECT 'model', slug, name, '', '', also FROM model
  UNION ALL SELECT 'scenario', c.slug, c.title, b.slug, '', c.slug || ' ' || c.title
  FROM scenarios c JOIN benchmarks b ON b.id = c.benchmark_id
  UNION ALL SELECT 'task', k.slug, k.title, b.slug, c.slug, k.slug || ' ' || k.title
  FROM tasks k JOIN scenarios c ON c.id = k.scenario_id JOIN benchmarks b ON b.id = c.benchmark_id
  WHERE NOT k.extra
  UNION ALL SELECT 'run', r.slug, m.name, b.slug, '',
    r.slug || ' ' || r.label || ' ' || r.model_name || ' ' || r.framework || ' ' || r.variant || ' ' || m.also
  FROM runs r JOIN benchmarks b ON b.id = r.benchmark_id JOIN model m ON m.id = r.model_id)
SELECT kind, id, name, benchmark, scenario, also
FROM named
WHERE true`

// FindNames returns the pages whose names match all terms: exact matches first, then shorter names
// first.
func (db *DB) FindNames(ctx context.Context, terms []search.Term) ([]search.Name, error) {
	var like []any
	where, whole := "", ""
	for _, t := range terms {
		whole += squash(t.Text)
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
	list, err := ListOf[search.Name](ctx, db.r, "find names", named+where+"\nLIMIT 10000", like...)
	if err != nil {
		return nil, err
	}
	list = slices.DeleteFunc(list, func(n search.Name) bool {
		return slices.ContainsFunc(terms, func(t search.Term) bool { return !t.Not && !isCalled(n.Also, t) })
	})
	size := func(n search.Name) int {
		if squash(n.ID) == whole || squash(n.Name) == whole {
			return 0
		}
		return len(n.ID) + len(n.Name)
	}
	slices.SortStableFunc(list, func(a, b search.Name) int {
		return cmp.Or(cmp.Compare(slices.Index(search.Kinds(), a.Kind), slices.Index(search.Kinds(), b.Kind)),
			cmp.Compare(size(a), size(b)), strings.Compare(a.Benchmark, b.Benchmark),
			strings.Compare(a.Scenario, b.Scenario), strings.Compare(a.ID, b.ID))
	})
	return list, nil
}

// squash removes word separators from a name, so that spellings with and without them match.
func squash(name string) string { return strings.ReplaceAll(search.Words(name), " ", "") }

var hump = regexp.MustCompile(`(\p{Ll})(\p{Lu})`)

// isCalled reports whether the term matches at the beginning of a word in the name. A term of one
// or two letters must match a whole word.
func isCalled(name string, t search.Term) bool {
	said := squash(t.Text)
	words := strings.Fields(search.Words(hump.ReplaceAllString(name, "$1 $2")))
	for i := range words {
		rest := said
		for _, w := range words[i:] {
			after, whole := strings.CutPrefix(rest, w)
			if whole && after == "" || len(said) > 2 && strings.HasPrefix(w, rest) {
				return said != ""
			}
			if rest = after; !whole {
				break
			}
		}
	}
	return false
}
