package ingest

import "github.com/clawatlas/clawatlas/results"

// Bounds on the consumption of a trial, far beyond all real records. Those have at least 2 bytes
// and 0.00000009 dollars per token, and no duration below a hundredth of the time between start and
// end.
const (
	mostBytesOfToken = 40   // maximum bytes that an agent wrote per output token
	enoughWritten    = 400  // minimum bytes for the check; a shorter text can be one or two tokens
	leastOfToken     = 2e-9 // minimum dollars per token; a hundredth of the price of the cheapest models
	partOfSpan       = 100
	longSpanMS       = 1000
)

// usage removes values that the trial's other records contradict.
func (p *plausible) usage(t *results.Trial, note func(string, ...any)) {
	u := &t.Usage
	if n := u.Output; n != nil && p.wrote >= enoughWritten && *n*mostBytesOfToken < int64(p.wrote) {
		note("%d output tokens for %d bytes that the agent wrote", *n, p.wrote)
		u.Output, u.Total = nil, nil
	}
	if n := u.Input; n != nil && *n == 0 && orZero(u.CacheRead)+orZero(u.CacheWrite) == 0 && orZero(u.Output) > 0 {
		note("0 input tokens beside %d output tokens", *u.Output)
		u.Input, u.Total = nil, nil
	}
	if c, n := u.CostUSD, spentTokens(u); c != nil && *c > 0 && n > 0 && *c < leastOfToken*float64(n) {
		note("cost %g for %d tokens", *c, n)
		u.CostUSD = nil
	}
	if t.StartedAt == nil || t.FinishedAt == nil {
		return
	}
	span := *t.FinishedAt - *t.StartedAt
	if d := t.DurationMS; d != nil && span >= longSpanMS && *d*partOfSpan < span {
		note("wall time in ms %d beside %d ms between start and end", *d, span)
		t.DurationMS = nil
	}
}

// spentTokens returns the stated number of tokens, 0 if none.
func spentTokens(u *results.Usage) int64 {
	if u.Total != nil {
		return *u.Total
	}
	return orZero(u.Input) + orZero(u.Output) + orZero(u.CacheRead) + orZero(u.CacheWrite)
}

func orZero(n *int64) int64 {
	if n == nil {
		return 0
	}
	return *n
}
