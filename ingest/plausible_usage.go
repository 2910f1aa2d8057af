package ingest

import "github.com/clawatlas/clawatlas/results"

// Bounds on the tokens, cost and time of a trial. All real records are far from them: they have at
// least 2 bytes and 0.00000009 dollars per token, and no duration is shorter than a hundredth of
// the time between start and end.
const (
	mostBytesOfToken = 40   // maximum bytes that an agent wrote per output token
	enoughWritten    = 400  // minimum number of bytes for this check, because a shorter text can be one or two tokens
	leastOfToken     = 2e-9 // minimum dollars per token; a hundredth of the price of the cheapest models
	partOfSpan       = 100
	longSpanMS       = 1000
)

// usage removes usage values that contradict other values of the trial.
func (p *plausible) usage(t *results.Trial, note func(string, ...any)) {
	u := &t.Usage
	if n := u.Output; n != nil && p.wrote >= enoughWritten && *n*mostBytesOfToken < int64(p.wrote) {
		note("%d output tokens for %d bytes that the agent wrote", *n, p.wrote)
		u.Output, u.Total = nil, nil
	}
	if n := u.Input; n != nil && *n == 0 && orZero(u.CacheRead)+orZero(u.CacheWrite) == 0 && orZero(u.Output) > 0 {
		note("0 input tokens, but %d output tokens", *u.Output)
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
		note("wall time of %d ms, but %d ms between start and end", *d, span)
		t.DurationMS = nil
	}
}

// spentTokens returns the stated total number of tokens, or else the sum of the stated parts.
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
