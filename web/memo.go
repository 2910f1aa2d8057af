package web

import (
	"context"
	"slices"
	"strings"
	"sync"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/score"
	"github.com/clawatlas/clawatlas/views"
)

// memoStore caches values that most pages need or that are slow to decode, such as tasks, runs,
// boards and models. The cache belongs to one database revision and makes pages about three times
// as fast. Methods return copies of cached slices, but callers must not modify the elements.
type memoStore struct {
	Store
	revision func(context.Context) (results.Revision, error)
	most     int // maximum number of cached values

	mu   sync.Mutex
	at   string            // revision of the database that the cached values belong to
	kept map[MemoKey]any   // cached values
	runs map[string]string // benchmark ids by slug of the run
}

// MemoKey is the key of a cached value. Benchmark is empty for values that concern all benchmarks.
type MemoKey struct{ What, Benchmark, Convention, Without string }

// Maximum number of cached values for a server and for an export. An export needs more because it
// returns to each benchmark many times.
const (
	valuesKept = 256
	exportKept = 4096
)

func NewMemoStore(s Store, most int, revision func(context.Context) (results.Revision, error)) *memoStore {
	return &memoStore{Store: s, revision: revision, most: most, kept: map[MemoKey]any{}, runs: map[string]string{}}
}

// Remember returns the cached value for a key. If there is none, it calls read and caches the
// result.
func Remember[T any](ctx context.Context, m *memoStore, key MemoKey, read func() (T, error)) (T, error) {
	x, ok, state, err := kept[T](ctx, m, key)
	if err != nil || ok {
		return x, err
	}
	if x, err = read(); err != nil {
		var none T
		return none, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.at == state {
		if len(m.kept) >= m.most {
			clear(m.kept)
		}
		m.kept[key] = x
	}
	return x, nil
}

// kept returns the cached value for a key, and the current database revision as state. If the
// revision has changed, it first clears the cache.
func kept[T any](ctx context.Context, m *memoStore, key MemoKey) (x T, ok bool, state string, err error) {
	rev, err := m.revision(ctx)
	if err != nil {
		return x, false, "", err
	}
	state = rev.ID + rev.All
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.at != state {
		m.at = state
		clear(m.kept)
	}
	v, ok := m.kept[key]
	if ok {
		x = v.(T)
	}
	return x, ok, state, nil
}

func rememberList[T any](ctx context.Context, m *memoStore, key MemoKey, read func() ([]T, error)) ([]T, error) {
	list, err := Remember(ctx, m, key, read)
	return slices.Clone(list), err
}

const runsKept = 20_000

// RunBenchmark returns the benchmark id of a run, or "" if the run is unknown. The id never
// changes, so it remains cached across revisions.
func (m *memoStore) RunBenchmark(ctx context.Context, slug string) string {
	m.mu.Lock()
	benchmark, ok := m.runs[slug]
	m.mu.Unlock()
	if ok || !results.ValidSlug(slug) {
		return benchmark
	}
	run, err := m.FindRun(ctx, slug)
	if err != nil {
		return "" // the handler will report the error
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.runs) >= runsKept {
		clear(m.runs)
	}
	m.runs[slug] = run.Benchmark
	return run.Benchmark
}

func (m *memoStore) FindBenchmark(ctx context.Context, slug string) (results.Benchmark, error) {
	return Remember(ctx, m, MemoKey{What: "benchmark", Benchmark: slug}, func() (results.Benchmark, error) {
		return m.Store.FindBenchmark(ctx, slug)
	})
}

func (m *memoStore) Benchmarks(ctx context.Context) ([]results.Benchmark, error) {
	return rememberList(ctx, m, MemoKey{What: "benchmarks"}, func() ([]results.Benchmark, error) {
		return m.Store.Benchmarks(ctx)
	})
}

func (m *memoStore) Tasks(ctx context.Context, benchmark, scenario string) ([]results.Task, error) {
	list, err := Remember(ctx, m, MemoKey{What: "tasks", Benchmark: benchmark}, func() ([]results.Task, error) {
		return m.Store.Tasks(ctx, benchmark, "")
	})
	if err != nil || scenario == "" {
		return slices.Clone(list), err
	}
	var some []results.Task
	for _, t := range list {
		if t.Scenario == scenario {
			some = append(some, t)
		}
	}
	return some, nil
}

func (m *memoStore) BenchmarkRuns(ctx context.Context, benchmark string) ([]results.Run, error) {
	return rememberList(ctx, m, MemoKey{What: "runs", Benchmark: benchmark}, func() ([]results.Run, error) {
		return ReadRuns(ctx, m.Store, results.RunFilter{Benchmark: benchmark})
	})
}

func (m *memoStore) Figures(ctx context.Context, benchmark string) ([]results.Figure, error) {
	return rememberList(ctx, m, MemoKey{What: "figures", Benchmark: benchmark}, func() ([]results.Figure, error) {
		return m.Store.Figures(ctx, benchmark)
	})
}

func (m *memoStore) StatTables(ctx context.Context, benchmark string) ([]results.StatTable, error) {
	return rememberList(ctx, m, MemoKey{What: "tables", Benchmark: benchmark}, func() ([]results.StatTable, error) {
		return m.Store.StatTables(ctx, benchmark)
	})
}

// ScenarioScores implements Store. It caches the sums if runs is nil.
func (m *memoStore) ScenarioScores(ctx context.Context, benchmark, scenario string, runs []int64,
	fn func(*results.TaskScore)) ([]results.ScoreSum, error) {
	if runs != nil {
		return m.Store.ScenarioScores(ctx, benchmark, scenario, runs, fn)
	}
	read := false
	sums, err := rememberList(ctx, m, MemoKey{What: "sums", Benchmark: benchmark}, func() ([]results.ScoreSum, error) {
		read = true
		return m.Store.ScenarioScores(ctx, benchmark, scenario, nil, fn)
	})
	if err == nil && !read {
		err = m.TaskScores(ctx, benchmark, scenario, fn)
	}
	return sums, err
}

func (m *memoStore) FindBoard(ctx context.Context, benchmark, convention, without string) (results.Board, error) {
	b, err := Remember(ctx, m, MemoKey{"board", benchmark, convention, without}, func() (results.Board, error) {
		return m.Store.FindBoard(ctx, benchmark, convention, without)
	})
	b.Rows = slices.Clone(b.Rows)
	return b, err
}

// FindBoardRuns returns the board's rows that have a run. If the full board is cached, it filters
// that board instead of querying the store.
func (m *memoStore) FindBoardRuns(ctx context.Context, benchmark, convention, without string) (results.Board, error) {
	b, err := Remember(ctx, m, MemoKey{"board of runs", benchmark, convention, without}, func() (results.Board, error) {
		whole, ok, _, err := kept[results.Board](ctx, m, MemoKey{"board", benchmark, convention, without})
		if err != nil {
			return whole, err
		}
		if ok {
			whole.Rows = slices.DeleteFunc(slices.Clone(whole.Rows), func(r results.BoardRow) bool { return r.Run == nil })
			return whole, nil
		}
		return m.Store.FindBoardRuns(ctx, benchmark, convention, without)
	})
	b.Rows = slices.Clone(b.Rows)
	return b, err
}

// FaultyChecks returns the benchmark's tasks that no solution can pass, according to the default
// board.
func (m *memoStore) FaultyChecks(ctx context.Context, b results.Benchmark) (views.FaultyChecks, error) {
	board, err := m.FindBoardRuns(ctx, b.ID, score.ConventionsOf(b)[0].ID, "")
	if err != nil && !IsNotFound(err) {
		return nil, err
	}
	return views.FaultyChecksOf(board), nil
}

func (m *memoStore) Models(ctx context.Context) ([]results.Model, error) {
	return rememberList(ctx, m, MemoKey{What: "models"}, func() ([]results.Model, error) {
		return m.Store.Models(ctx)
	})
}

// ModelID returns the id of a model by name or alias. It ignores case and treats spaces and
// underscores like hyphens. It returns an unknown name unchanged.
func (m *memoStore) ModelID(ctx context.Context, name string) (string, error) {
	names, err := Remember(ctx, m, MemoKey{What: "names"}, func() (map[string]string, error) { return m.ModelNames(ctx) })
	if err != nil {
		return "", err
	}
	if id, ok := names[nameKey(name)]; ok {
		return id, nil
	}
	return name, nil
}

func nameKey(name string) string { return results.Slug(strings.ReplaceAll(name, "_", "-")) }

func (m *memoStore) ModelNames(ctx context.Context) (map[string]string, error) {
	models, err := m.Models(ctx)
	if err != nil {
		return nil, err
	}
	names := map[string]string{}
	for _, x := range models {
		full, err := m.FindModel(ctx, x.ID)
		if err != nil {
			return nil, err
		}
		for _, alias := range full.Aliases {
			names[nameKey(alias)] = x.ID
		}
	}
	for _, x := range models { // an id always refers to its own model, even if it is the alias of another one
		names[x.ID] = x.ID
	}
	return names, nil
}
