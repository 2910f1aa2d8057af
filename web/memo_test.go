package web

import (
	"context"
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

// countingStore answers with the number of times that it was asked.
type countingStore struct {
	Store
	asked int
}

func (s *countingStore) sums() []results.ScoreSum {
	s.asked++
	return []results.ScoreSum{{Run: "a", Scored: s.asked}}
}

func (s *countingStore) ScenarioScores(_ context.Context, _, scenario string, _ []int64, fn func(*results.TaskScore)) ([]results.ScoreSum, error) {
	fn(&results.TaskScore{Scenario: scenario})
	return s.sums(), nil
}

func (s *countingStore) TaskScores(_ context.Context, _, scenario string, fn func(*results.TaskScore)) error {
	fn(&results.TaskScore{Scenario: scenario})
	return nil
}

func (s *countingStore) Runs(context.Context, results.RunFilter) ([]results.Run, int, error) {
	return []results.Run{{ID: int64(s.sums()[0].Scored)}}, 1, nil
}

func (s *countingStore) Benchmarks(context.Context) ([]results.Benchmark, error) {
	return make([]results.Benchmark, s.sums()[0].Scored), nil
}

func (s *countingStore) Scenarios(context.Context, string) ([]results.Scenario, error) {
	return []results.Scenario{{Ordinal: s.sums()[0].Scored}}, nil
}

func (s *countingStore) BenchmarkSize(context.Context, string) (results.BenchmarkSize, error) {
	return results.BenchmarkSize{Tasks: s.sums()[0].Scored}, nil
}

func (s *countingStore) Figures(context.Context, string) ([]results.Figure, error) {
	return []results.Figure{{Digits: s.sums()[0].Scored}}, nil
}

func (s *countingStore) FigureSources(context.Context, string) ([]results.FigureSource, error) {
	return make([]results.FigureSource, s.sums()[0].Scored), nil
}

func (s *countingStore) StatTables(context.Context, string) ([]results.StatTable, error) {
	return make([]results.StatTable, s.sums()[0].Scored), nil
}

func (s *countingStore) FindBoard(_ context.Context, benchmark, convention, without string) (results.Board, error) {
	return results.Board{Benchmark: benchmark, Convention: convention, Rows: make([]results.BoardRow, s.sums()[0].Scored)}, nil
}

func (s *countingStore) FindBoardRuns(ctx context.Context, benchmark, convention, without string) (results.Board, error) {
	return s.FindBoard(ctx, benchmark, convention, without)
}

// What is kept is kept as long as the database is the same, under its own key,
// and what a caller does to its slice is the caller's.
func TestMemoStoreFollowsTheRevision(t *testing.T) {
	ctx := t.Context()
	for name, ask := range map[string]func(*memoStore, string) (int, error){
		"sums": func(m *memoStore, b string) (int, error) {
			var scenarios []string // whether or not the sums are kept, scores come once
			list, err := m.ScenarioScores(ctx, b, "s", nil, func(x *results.TaskScore) { scenarios = append(scenarios, x.Scenario) })
			if !slices.Equal(scenarios, []string{"s"}) {
				t.Errorf("scores of scenarios %q", scenarios)
			}
			n := list[0].Scored
			list[0].Scored = -1
			return n, err
		},
		"runs": func(m *memoStore, b string) (int, error) {
			list, err := m.BenchmarkRuns(ctx, b)
			n := int(list[0].ID)
			list[0].ID = -1
			return n, err
		},
		"board": func(m *memoStore, b string) (int, error) {
			board, err := m.FindBoard(ctx, b, "paper", "")
			return len(board.Rows), err
		},
		"scenarios": func(m *memoStore, b string) (int, error) {
			list, err := m.Scenarios(ctx, b)
			n := list[0].Ordinal
			list[0].Ordinal = -1
			return n, err
		},
		"size": func(m *memoStore, b string) (int, error) {
			size, err := m.BenchmarkSize(ctx, b)
			return size.Tasks, err
		},
		"figures": func(m *memoStore, b string) (int, error) {
			list, err := m.Figures(ctx, b)
			n := list[0].Digits
			list[0].Digits = -1
			return n, err
		},
		"sources": func(m *memoStore, b string) (int, error) {
			list, err := m.FigureSources(ctx, b)
			return len(list), err
		},
		"tables": func(m *memoStore, b string) (int, error) {
			list, err := m.StatTables(ctx, b)
			return len(list), err
		},
		"board of runs": func(m *memoStore, b string) (int, error) {
			board, err := m.FindBoardRuns(ctx, b, "paper", "")
			return len(board.Rows), err
		},
	} {
		rev := results.Revision{ID: "db", All: "1"}
		m := NewMemoStore(&countingStore{}, valuesKept, func(context.Context) (results.Revision, error) { return rev, nil })
		for i, step := range []struct {
			Benchmark, revision string
			read                int // which answer of the store
		}{{"x", "1", 1}, {"x", "1", 1}, {"y", "1", 2}, {"x", "1", 1}, {"x", "2", 3}, {"y", "2", 4}, {"x", "2", 3}} {
			rev.All = step.revision
			if got, err := ask(m, step.Benchmark); err != nil || got != step.read {
				t.Errorf("%s, step %d: the store's answer %d, want %d (%v)", name, i, got, step.read, err)
			}
		}
	}
}

// boardStore has one board, and counts how often it is read.
type boardStore struct {
	Store
	read, readRuns int
}

func (s *boardStore) FindBoard(context.Context, string, string, string) (results.Board, error) {
	s.read++
	run := "r"
	return results.Board{Rows: []results.BoardRow{{Name: "figures"}, {Name: "run", Run: &run}}}, nil
}

func (s *boardStore) FindBoardRuns(context.Context, string, string, string) (results.Board, error) {
	s.readRuns++
	run := "r"
	return results.Board{Rows: []results.BoardRow{{Name: "read", Run: &run}}}, nil
}

// The rows with runs are those of the whole board while that is kept, and read where it
// is not: of another benchmark, or of the database as it was before.
func TestMemoBoardOfRuns(t *testing.T) {
	ctx, store := t.Context(), &boardStore{}
	rev := results.Revision{ID: "db", All: "1"}
	m := NewMemoStore(store, valuesKept, func(context.Context) (results.Revision, error) { return rev, nil })
	names := func(benchmark string) (list []string) {
		t.Helper()
		b := must.Get(m.FindBoardRuns(ctx, benchmark, "paper", ""))(t)
		for _, r := range b.Rows {
			list = append(list, r.Name)
		}
		return list
	}
	must.Get(m.FindBoard(ctx, "x", "paper", ""))(t)
	if got := names("x"); !slices.Equal(got, []string{"run"}) || store.readRuns != 0 {
		t.Errorf("rows %q, read %d times beside the whole board", got, store.readRuns)
	}
	if b, err := m.FindBoard(ctx, "x", "paper", ""); err != nil || len(b.Rows) != 2 || store.read != 1 {
		t.Errorf("the whole board has %d rows and was read %d times, %v", len(b.Rows), store.read, err)
	}
	if got := names("y"); !slices.Equal(got, []string{"read"}) {
		t.Errorf("rows of another benchmark %q", got)
	}
	rev.All = "2"
	if got := names("x"); !slices.Equal(got, []string{"read"}) {
		t.Errorf("rows after a change %q, not read again", got)
	}
}

// TestOnce asks a site of files for a page, its answer of the API and its table, in
// both orders: what is kept between them must not change what any of them says.
func TestOnce(t *testing.T) {
	site := testServer(t)
	trialURL := "/runs/" + thorough + "/ex_office_move/q5"
	for _, list := range [][]string{
		{"/models/gpt-5.5", "/api/v1/models/gpt-5.5", "/models/gpt-5.5?format=csv"},
		{"/b/liveclawbench/matrix", "/api/v1/benchmarks/liveclawbench/matrix", "/b/liveclawbench/matrix?metric=easy", "/b/liveclawbench/matrix?format=csv"},
		{trialURL, "/api/v1" + trialURL, trialURL + "?format=csv", trialURL + "/steps/2", trialURL + "/steps/1"},
		{"/b/" + exampleBenchmark + "/scenarios/ex_office_move/q5", "/api/v1/benchmarks/" + exampleBenchmark + "/scenarios/ex_office_move/q5", "/b/" + exampleBenchmark + "/scenarios/ex_office_move/q5?format=csv", "/b/" + exampleBenchmark + "/scenarios/ex_office_move/q5?all=1", "/b/" + exampleBenchmark + "/scenarios/ex_office_move/q6"},
		{compareURL(thorough, skimmer), "/api/v1" + compareURL(thorough, skimmer), compareURL(thorough, skimmer, "format", "csv")},
	} {
		apart, together := map[string]string{}, map[string]string{}
		for _, at := range list {
			alone := &testSite{Store: site.Store, Handler: New(Config{Store: site.Store, Version: "test", Static: true, Timeout: time.Hour})}
			apart[at] = alone.get(at).Body.String()
		}
		files := &testSite{Store: site.Store, Handler: New(Config{Store: site.Store, Version: "test", Static: true, Timeout: time.Hour})}
		for range 2 {
			for _, at := range list {
				together[at] = files.get(at).Body.String()
			}
			slices.Reverse(list)
			if !maps.Equal(apart, together) {
				t.Errorf("%v differ when they are asked for together", list)
			}
		}
	}
}
