package inspect

import (
	"encoding/json"
	"fmt"
	"math"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawatlas/clawatlas/results"
)

// spent is what calls of a model have consumed, as Inspect counts it. What is not
// recorded is nil.
type spent struct {
	input, output, total, read, write, reasoning *int64
	cost                                         *float64
	odd                                          []string // values that cannot be
}

// usageOf reads a block of usage.
func usageOf(v jsontext.Value) (u spent) {
	counts := map[string]**int64{
		"input_tokens": &u.input, "output_tokens": &u.output, "total_tokens": &u.total, "reasoning_tokens": &u.reasoning,
		"input_tokens_cache_read": &u.read, "input_tokens_cache_write": &u.write,
	}
	for name, v := range members(v) {
		x, ok := number(v)
		switch to := counts[name]; {
		case name == "total_cost" && ok && x > 0 && x < 1e9:
			u.cost = &x
		case to == nil || string(v) == "null":
		case !ok || x < 0 || x > 1e12 || x != math.Trunc(x):
			u.odd = append(u.odd, fmt.Sprintf("%s is %.40s", name, v))
		default:
			*to = new(int64(x))
		}
	}
	return u
}

// none reports whether nothing is recorded: a block of zeros counts nothing.
func (u *spent) none() bool {
	return value(u.input) == 0 && value(u.output) == 0 && value(u.total) == 0 && u.cost == nil
}

func value(n *int64) int64 {
	if n == nil {
		return 0
	}
	return *n
}

// add adds what another call has consumed; what is not known adds nothing.
func (u *spent) add(x spent) {
	x.normalise()
	u.input, u.output, u.total = results.Sum(u.input, x.input), results.Sum(u.output, x.output), results.Sum(u.total, x.total)
	u.read, u.write, u.reasoning = results.Sum(u.read, x.read), results.Sum(u.write, x.write), results.Sum(u.reasoning, x.reasoning)
	u.cost = results.Sum(u.cost, x.cost)
	u.odd = append(u.odd, x.odd...)
}

// normalise takes what was read from a cache, or written to it, out of the input where
// the provider counts it in: the total tells.
func (u *spent) normalise() {
	cached := value(u.read) + value(u.write)
	if u.input == nil || u.total == nil || cached == 0 || *u.total != *u.input+value(u.output) {
		return
	}
	n := *u.input - cached
	if n < 0 {
		if n = *u.input - value(u.read); n < 0 {
			return
		}
	}
	u.input = &n
}

// less takes away what another has consumed; ok is false where it cannot be a part.
func (u spent) less(x spent) (rest spent, ok bool) {
	u.normalise()
	x.normalise()
	minus := func(a, b *int64) *int64 {
		if a == nil || b == nil {
			return a
		}
		n := *a - *b
		ok = ok && n >= 0
		return &n
	}
	ok = true
	rest = spent{
		input: minus(u.input, x.input), output: minus(u.output, x.output), total: minus(u.total, x.total),
		read: minus(u.read, x.read), write: minus(u.write, x.write), reasoning: minus(u.reasoning, x.reasoning), cost: u.cost, odd: u.odd,
	}
	if u.cost != nil && x.cost != nil {
		c := *u.cost - *x.cost
		rest.cost = &c
		ok = ok && c >= -1e-9
	}
	return rest, ok
}

// usage is the same as a trial states it.
func (u spent) usage() results.Usage {
	if u.none() {
		return results.Usage{}
	}
	u.normalise()
	return results.Usage{Input: u.input, Output: u.output, CacheRead: u.read, CacheWrite: u.write, Total: u.total, CostUSD: u.cost}
}

// metrics is the same as a step states it, whose prompt includes what was cached.
func (u spent) metrics() *results.Metrics {
	if u.none() {
		return nil
	}
	u.normalise()
	m := &results.Metrics{CompletionTokens: u.output, CachedTokens: u.read, CacheWriteTokens: u.write, CostUSD: u.cost}
	if u.input != nil {
		m.PromptTokens = new(*u.input + value(u.read) + value(u.write))
	}
	also := map[string]any{}
	if value(u.reasoning) > 0 {
		also["reasoning_tokens"] = *u.reasoning
	}
	if u.total != nil && (u.input == nil || *u.total != value(m.PromptTokens)+value(u.output)) {
		also["total_tokens"] = *u.total
	}
	if len(also) > 0 {
		m.Also, _ = json.Marshal(also) // of numbers
	}
	return m
}
