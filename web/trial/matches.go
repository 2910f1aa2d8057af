package trial

import (
	"context"

	"github.com/clawatlas/clawatlas/results"
	trialreport "github.com/clawatlas/clawatlas/results/report/trial"
	"github.com/clawatlas/clawatlas/results/search"
)

// loadMatches finds what the address searches in the trace; nil where it names
// nothing that can be searched.
func (s Pages) loadMatches(ctx context.Context, t *trialreport.Trial) (*trialreport.TraceMatches, error) {
	text := search.Parse(t.Query.Find)
	if !search.Asks(text.Terms) {
		return nil, nil //nolint:nilnil // no search is no fault
	}
	steps, err := s.Store.MatchesInTrace(ctx, &t.Stored.Trial, text.Terms)
	if err != nil {
		return nil, err
	}
	return trialreport.NewTraceMatches(t.Query.Find, text.Terms, steps, t.Query.Match), nil
}

// matchAddress is where an address with a search leads on to: from a step to
// the first match in it, from a match beyond the window to its own one; empty
// where the page itself is meant.
func matchAddress(t *trialreport.Trial, m *trialreport.TraceMatches, step int) string {
	if step > 0 {
		if m != nil {
			if first, _ := m.In(step); first > 0 {
				return t.Query.MatchAt(first, step)
			}
		}
		return t.Query.Window(step)
	}
	if m == nil || m.Current == 0 || t.Query.From > 0 {
		return ""
	}
	if at := m.StepOf(m.Current); at > results.WindowSteps {
		return t.Query.MatchAt(m.Current, at)
	}
	return ""
}
