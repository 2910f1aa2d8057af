package board

import (
	"context"
	"errors"
	"slices"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/views/claims"
	"github.com/clawatlas/clawatlas/web"
)

// Tables are the published tables of a benchmark, with verdicts on the claims of its paper.
func (s Pages) Tables(ctx context.Context, id string) ([]results.StatTable, error) {
	tables, err := s.Store.StatTables(ctx, id)
	at := slices.IndexFunc(tables, func(t results.StatTable) bool { return t.ID == results.ClaimsTable })
	if err != nil || at < 0 {
		return tables, err
	}
	tables = slices.Clone(tables)
	tables[at], err = web.Remember(ctx, s.Store, web.MemoKey{What: "claims", Benchmark: id}, func() (results.StatTable, error) {
		v, err := s.LoadBench(ctx, id)
		if err != nil {
			return results.StatTable{}, err
		}
		in, e := &claims.Input{Bench: v, Tables: tables}, [4]error{}
		in.Figures, e[0] = s.Store.Figures(ctx, id)
		in.Tasks, e[1] = s.Store.Tasks(ctx, id, "")
		in.Means, e[2] = s.SystemMeans(ctx, v, v.Ranked())
		in.Scoped, e[3] = s.Store.ScenarioMetric(ctx, id, v.Board.Headline, 0)
		if err := errors.Join(e[:]...); err != nil {
			return results.StatTable{}, err
		}
		return claims.Judge(tables[at], in), nil
	})
	return tables, err
}
