package trial

import (
	"context"

	"github.com/clawatlas/clawatlas/results/search"
	trialviews "github.com/clawatlas/clawatlas/views/trial"
)

// loadMatches finds what the address searches in the trace; nil where it names
// nothing that can be searched.
func (s Pages) loadMatches(ctx context.Context, t *trialviews.Trial) (*trialviews.TraceMatches, error) {
	text := search.Parse(t.Query.Find)
	if !search.Asks(text.Terms) {
		return nil, nil //nolint:nilnil // no search is no fault
	}
	steps, err := s.Store.MatchesInTrace(ctx, &t.Stored.Trial, text.Terms)
	return &trialviews.TraceMatches{Terms: text.Terms, Steps: steps}, err
}
