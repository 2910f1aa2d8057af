package ingest

import (
	"strings"
	"testing"
	"time"

	"github.com/clawatlas/clawatlas/results"
)

// TestImplausibleUsage: what a trial's other records do not bear is absent, and said.
func TestImplausibleUsage(t *testing.T) {
	n := func(x int64) *int64 { return &x }
	usd := func(x float64) *float64 { return &x }
	for name, c := range map[string]struct {
		trial results.Trial
		wrote int
		says  string // empty: all is kept
	}{
		"sound": {results.Trial{DurationMS: n(48_000), Usage: results.Usage{Input: n(9000), Output: n(400), CostUSD: usd(0.01)}}, 1600, ""},
		"1 ms":  {results.Trial{DurationMS: n(1)}, 0, "wall time of 1 ms, but 49000 ms"},
		"2 tokens a message": {results.Trial{Usage: results.Usage{Output: n(8), Total: n(900)}}, 1600,
			"8 output tokens for 1600 bytes"},
		"no input beside an output": {results.Trial{Usage: results.Usage{Input: n(0), Output: n(13_000)}}, 1600, "0 input tokens, but 13000"},
		"all input from a cache":    {results.Trial{Usage: results.Usage{Input: n(0), CacheRead: n(9000), Output: n(400)}}, 1600, ""},
		"a short answer":            {results.Trial{Usage: results.Usage{Output: n(2)}}, 120, ""},
		"next to nothing":           {results.Trial{Usage: results.Usage{Input: n(9000), Output: n(400), CostUSD: usd(0.000004)}}, 1600, "cost 4e-06 for 9400 tokens"},
		"free":                      {results.Trial{Usage: results.Usage{Input: n(9000), Output: n(400), CostUSD: usd(0)}}, 1600, ""},
	} {
		var said string
		p := &plausible{warn: func(w results.Warning) { said += w.Message }}
		p.wrote = c.wrote
		trial := c.trial
		trial.StartedAt, trial.FinishedAt = n(1767225600000), n(1767225649000)
		if changed := p.trial(&trial, "f"); changed != (c.says != "") || !strings.Contains(said, c.says) || c.says == "" && said != "" {
			t.Errorf("%s: changed %v, said %q, want %q", name, changed, said, c.says)
		}
	}
}

// TestTimesOfRun: a start or an end that cannot be gives way to that of the trials.
func TestTimesOfRun(t *testing.T) {
	const start, end = int64(1_780_000_000_000), int64(1_780_000_060_000)
	p := &plausible{now: time.UnixMilli(end), warn: func(results.Warning) {}}
	p.span(&results.Trial{StartedAt: new(start), FinishedAt: new(end)})
	r := &results.Run{StartedAt: new(int64(5)), FinishedAt: new(end * 10)}
	p.run(r, "")
	if r.StartedAt == nil || *r.StartedAt != start || r.FinishedAt == nil || *r.FinishedAt != end {
		t.Errorf("the run is from %v to %v", r.StartedAt, r.FinishedAt)
	}
}
