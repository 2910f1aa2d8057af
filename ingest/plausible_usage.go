package ingest

import "github.com/clawatlas/clawatlas/results"

// Bounds of what a trial can have consumed, far from all real records: those have at least 2 bytes to a token and
// 0.00000009 dollars, and no duration below a hundredth of the time between start and end.
const (
	mostBytesOfToken = 40   // that an agent wrote, to a token of its output
	enoughWritten    = 400  // bytes; of less a token or two can be all
	leastOfToken     = 2e-9 // dollars; a hundredth of what the cheapest models cost
	partOfSpan       = 100
	longSpanMS       = 1000
)

// usage leaves out what the trial's other records do not bear.
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

// spentTokens are the tokens that are stated, 0 if none are.
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
