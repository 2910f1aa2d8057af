package ingest

import (
	"context"
	"fmt"
	"sync"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/board"
)

// scoreID identifies the score of a system. run is the run that represents the system. without
// names the tasks that are left out; empty: none.
type scoreID struct {
	run     int64
	without string
}

type testID struct {
	scoreID
	convention string
}

type storedScores struct {
	store     Store
	benchmark string
	mu        sync.Mutex // guards scores and tests while scores are computed
	scores    map[scoreID]*results.RunScore
	tests     map[testID]results.LeaderTest
	used      map[testID]bool // tests that are still valid
	made      []results.LeaderTest
}

func (l *Loader) storedScores(ctx context.Context, benchmark string) (*storedScores, error) {
	s := &storedScores{store: l.Store, benchmark: benchmark,
		scores: map[scoreID]*results.RunScore{}, tests: map[testID]results.LeaderTest{}, used: map[testID]bool{}}
	scores, err := l.Store.RunScores(ctx, benchmark)
	if err != nil {
		return nil, err
	}
	for i := range scores {
		s.scores[scoreID{scores[i].Run, scores[i].Without}] = &scores[i]
	}
	tests, err := l.Store.LeaderTests(ctx, benchmark)
	if err != nil {
		return nil, err
	}
	for _, t := range tests {
		s.tests[testID{scoreID{t.Run, t.Without}, t.Convention}] = t
	}
	return s, nil
}

func (s *storedScores) current(id scoreID, key string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	have := s.scores[id]
	return have != nil && have.Key == key
}

// make computes and saves the score of the system that run r represents. It is safe for concurrent
// use.
func (s *storedScores) make(ctx context.Context, scorer *board.Scorer, r *results.Run, runs []*results.Run, without string) error {
	trials := make([][]results.Trial, len(runs))
	for i := range runs {
		var err error
		if trials[i], err = s.store.Outcomes(ctx, runs[i].ID); err != nil {
			return err
		}
	}
	made := scorer.Score(r, runs, trials)
	if err := s.store.SaveRunScore(ctx, made); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	made.Units = nil // unset, as when loaded from the store
	for i := range made.Conventions {
		c := &made.Conventions[i]
		c.Draws = nil
		delete(s.tests, testID{scoreID{r.ID, without}, c.Convention}) // the store has already removed it together with the old score
	}
	s.scores[scoreID{r.ID, without}] = made
	return nil
}

// removeRest removes stored scores that are no longer needed: those of runs that no longer
// represent their system, and those without tasks that no longer need to be left out.
func (s *storedScores) removeRest(ctx context.Context, needed map[scoreID]bool) error {
	for id := range s.scores {
		if needed[id] {
			continue
		}
		if err := s.store.DeleteRunScore(ctx, id.run, id.without); err != nil {
			return err
		}
		delete(s.scores, id)
	}
	for id := range s.tests {
		if !needed[id.scoreID] {
			delete(s.tests, id)
		}
	}
	return nil
}

func (s *storedScores) saveTests(ctx context.Context) error {
	var old []results.LeaderTest
	for id, t := range s.tests {
		if !s.used[id] {
			old = append(old, t)
		}
	}
	if len(old) == 0 && len(s.made) == 0 {
		return nil
	}
	return s.store.SaveLeaderTests(ctx, s.benchmark, s.made, old)
}

func (s *storedScores) Score(_ context.Context, r *results.Run, without string) (*results.RunScore, error) {
	if have := s.scores[scoreID{r.ID, without}]; have != nil {
		return have, nil
	}
	return nil, fmt.Errorf("%s is not scored: %w", r.Slug, results.ErrNotFound)
}

func (s *storedScores) Units(ctx context.Context, r *results.Run, without string) ([][]float64, error) {
	return s.store.RunUnits(ctx, r.ID, without)
}

func (s *storedScores) Draws(ctx context.Context, without, convention string, runs []*results.Run) ([][]byte, error) {
	ids := make([]int64, len(runs))
	for i, r := range runs {
		ids[i] = r.ID
	}
	return s.store.RunDraws(ctx, without, convention, ids)
}

func (s *storedScores) Test(t results.LeaderTest) (p float64, known bool) {
	id := testID{scoreID{t.Run, t.Without}, t.Convention}
	have, ok := s.tests[id]
	if !ok || have.Against != t.Against {
		return 0, false
	}
	s.used[id] = true
	return have.P, true
}

func (s *storedScores) KeepTest(t results.LeaderTest) {
	s.used[testID{scoreID{t.Run, t.Without}, t.Convention}] = true
	s.made = append(s.made, t)
}
