package web

import (
	"context"
	"slices"
	"strings"
	"sync"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/results/score"
)

// memoStore keeps what nearly every page reads and what changes only with the
// database's revision: the tasks of a benchmark, whose texts take longer to
// decode than most pages to render, and the models with their names. Callers get their own
// slices, but must not change what the elements point to.
type memoStore struct {
	Store
	revision func(context.Context) (results.Revision, error)

	mu     sync.Mutex
	at     string
	tasks  map[string][]results.Task
	models []results.Model
	names  map[string]string        // of models, as slugs, to their ids
	doubts map[string]report.Doubts // by benchmark
	runs   map[string]string        // slugs to the benchmark
}

// benchmarksKept bounds the benchmarks whose tasks are kept.
const benchmarksKept = 16

func newMemoStore(s Store, revision func(context.Context) (results.Revision, error)) *memoStore {
	return &memoStore{Store: s, revision: revision, tasks: map[string][]results.Task{}, doubts: map[string]report.Doubts{}, runs: map[string]string{}}
}

// current forgets everything if the database has changed; the lock is held.
func (m *memoStore) current(rev string) {
	if rev != m.at || len(m.tasks) > benchmarksKept {
		m.at, m.models, m.names = rev, nil, nil
		clear(m.tasks)
		clear(m.doubts)
	}
}

// state names the content of the database.
func (m *memoStore) state(ctx context.Context) (string, error) {
	rev, err := m.revision(ctx)
	return rev.ID + rev.All, err
}

// runsKept bounds the runs whose benchmark is kept.
const runsKept = 20_000

// RunBenchmark is the benchmark of a run; empty if there is no such run. It is
// kept over all changes: what a run is of never changes.
func (m *memoStore) RunBenchmark(ctx context.Context, slug string) string {
	m.mu.Lock()
	benchmark, ok := m.runs[slug]
	m.mu.Unlock()
	if ok || !results.ValidSlug(slug) {
		return benchmark
	}
	run, err := m.FindRun(ctx, slug)
	if err != nil {
		return "" // the handler says what is wrong
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.runs) >= runsKept {
		clear(m.runs)
	}
	m.runs[slug] = run.Benchmark
	return run.Benchmark
}

// Tasks implements Store.
func (m *memoStore) Tasks(ctx context.Context, benchmark, scenario string) ([]results.Task, error) {
	rev, err := m.state(ctx)
	if err != nil {
		return nil, err
	}
	m.mu.Lock()
	m.current(rev)
	list, ok := m.tasks[benchmark]
	m.mu.Unlock()
	if !ok {
		if list, err = m.Store.Tasks(ctx, benchmark, ""); err != nil {
			return nil, err
		}
		m.mu.Lock()
		if m.at == rev {
			m.tasks[benchmark] = list
		}
		m.mu.Unlock()
	}
	if scenario == "" {
		return slices.Clone(list), nil
	}
	var some []results.Task
	for _, t := range list {
		if t.Scenario == scenario {
			some = append(some, t)
		}
	}
	return some, nil
}

// Doubts are the tasks of a benchmark that no answer can pass, as its board
// under the default convention lists them.
func (m *memoStore) Doubts(ctx context.Context, b results.Benchmark) (report.Doubts, error) {
	rev, err := m.state(ctx)
	if err != nil {
		return nil, err
	}
	m.mu.Lock()
	m.current(rev)
	list, ok := m.doubts[b.ID]
	m.mu.Unlock()
	if ok {
		return list, nil
	}
	board, err := m.FindBoardRuns(ctx, b.ID, score.Conventions(b.Scoring)[0].ID, "")
	if err != nil && !isNotFound(err) {
		return nil, err
	}
	list = report.DoubtsOf(board)
	m.mu.Lock()
	if m.at == rev {
		m.doubts[b.ID] = list
	}
	m.mu.Unlock()
	return list, nil
}

// Models implements Store.
func (m *memoStore) Models(ctx context.Context) ([]results.Model, error) {
	rev, err := m.state(ctx)
	if err != nil {
		return nil, err
	}
	m.mu.Lock()
	m.current(rev)
	list := m.models
	m.mu.Unlock()
	if list == nil {
		if list, err = m.Store.Models(ctx); err != nil {
			return nil, err
		}
		m.mu.Lock()
		if m.at == rev {
			m.models = list
		}
		m.mu.Unlock()
	}
	return slices.Clone(list), nil
}

// ModelID is the id of the model that has the name among its aliases, however
// it is written. A name that no model has is answered with itself.
func (m *memoStore) ModelID(ctx context.Context, name string) (string, error) {
	rev, err := m.state(ctx)
	if err != nil {
		return "", err
	}
	m.mu.Lock()
	m.current(rev)
	names := m.names
	m.mu.Unlock()
	if names == nil {
		if names, err = m.modelNames(ctx); err != nil {
			return "", err
		}
		m.mu.Lock()
		if m.at == rev {
			m.names = names
		}
		m.mu.Unlock()
	}
	if id, ok := names[nameKey(name)]; ok {
		return id, nil
	}
	return name, nil
}

// nameKey makes the ways of writing one name equal.
func nameKey(name string) string { return results.Slug(strings.ReplaceAll(name, "_", "-")) }

// modelNames reads the aliases of all models.
func (m *memoStore) modelNames(ctx context.Context) (map[string]string, error) {
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
	for _, x := range models { // an id means its own model, whoever else is called so
		names[x.ID] = x.ID
	}
	return names, nil
}
