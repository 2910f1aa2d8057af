package trace

import (
	"github.com/clawatlas/clawatlas/results"
)

// cursorUse is what the session took. Nobody says whether its input holds what came from
// a cache, so it is taken where there was none; the block stands beside the last step.
type cursorUse struct {
	Input      number `json:"inputTokens"`
	Output     number `json:"outputTokens"`
	CacheRead  number `json:"cacheReadTokens"`
	CacheWrite number `json:"cacheWriteTokens"`
}

// recorded is what of it is certain.
func (u *cursorUse) recorded() (r results.Usage) {
	r.Output, r.CacheRead, r.CacheWrite = u.Output.count(), u.CacheRead.count(), u.CacheWrite.count()
	if zero(r.CacheRead) && zero(r.CacheWrite) {
		r.Input = u.Input.count()
	}
	return r
}

func zero(n *int64) bool { return n == nil || *n == 0 }
