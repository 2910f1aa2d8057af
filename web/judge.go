package web

import (
	"context"

	"github.com/clawatlas/clawatlas/views"
)

// Judge reads the groups of a benchmark's board, under a convention (empty: the
// default), that rank two or more of some runs, for the verdict that each pair of them
// has on every page.
func (s *Server) Judge(ctx context.Context, benchmark, convention string, runs []string) (views.Judge, error) {
	v, err := s.readBench(ctx, benchmark)
	if err != nil {
		return nil, err
	}
	if convention != "" {
		switch v.Board, err = s.Store.FindBoard(ctx, benchmark, convention, ""); {
		case IsNotFound(err):
			return nil, nil
		case err != nil:
			return nil, err
		}
	}
	asked, of := map[string]bool{}, map[string]int{}
	for _, slug := range runs {
		asked[slug] = true
	}
	for _, r := range v.Ranked() {
		if asked[*r.Run] {
			of[r.Group]++
		}
	}
	var judge views.Judge
	for group, n := range of {
		if n < 2 {
			continue
		}
		g, err := s.JudgedGroup(ctx, v, group)
		if err != nil {
			return nil, err
		}
		judge = append(judge, g)
	}
	return judge, nil
}

// JudgedGroup is a group of a board with the tests of its pairs, which are kept while
// the database does not change: every page that compares its systems has them.
func (s *Server) JudgedGroup(ctx context.Context, v *views.Bench, group string) (*views.JudgedGroup, error) {
	key := MemoKey{What: "judged " + group, Benchmark: v.Benchmark.ID, Convention: v.Board.Convention}
	return Remember(ctx, s.Store, key, func() (*views.JudgedGroup, error) {
		g, err := s.LoadSystems(ctx, v, v.GroupPopulation(group))
		if err != nil {
			return nil, err
		}
		tests, err := s.Store.LeaderTests(ctx, v.Benchmark.ID)
		if err != nil {
			return nil, err
		}
		return views.NewJudgedGroup(v, g, tests), nil
	})
}
