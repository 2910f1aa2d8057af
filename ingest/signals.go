package ingest

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/clawatlas/clawatlas/results"
)

// Signal returns a warning about something unusual that may be correct. Reviewers see it, but it
// affects no score or rank.
func Signal(file, format string, args ...any) results.Warning {
	return Warn(file, 0, results.SignalMark+format, args...)
}

// signals collects unusual properties of an entire run, in any format.
type signals struct {
	helpers  map[string]int // number of trials in which an additional model replied, by model
	starts   []int64
	output   int64 // total output tokens of the trials that state a duration
	outputMS int64
	tokens   int64 // total tokens of the trials that state a cost
	cost     float64
	trials   int
}

// Bounds that no genuine run exceeds, for output tokens per second and for dollars per million
// tokens. A value in the wrong unit is wrong by a factor of at least 100.
const (
	slowest, fastest  = 0.05, 500    // output tokens per second of trial time
	cheapest, dearest = 0.002, 100.0 // dollars per million tokens
	longPause         = 7 * 24 * time.Hour
	enoughTokens      = 1000 // minimum number of tokens for computing a speed or price
)

func (s *signals) trial(t *results.Trial) {
	s.trials++
	for name := range t.Details.Models {
		if name != t.Details.Model {
			s.helpers[name]++
		}
	}
	if t.StartedAt != nil {
		s.starts = append(s.starts, *t.StartedAt)
	}
	if n, ms := t.Usage.Output, t.DurationMS; n != nil && ms != nil && *ms > 0 && *n > 0 {
		s.output, s.outputMS = s.output+*n, s.outputMS+*ms
	}
	if n, usd := spentTokens(&t.Usage), t.Usage.CostUSD; n > 0 && usd != nil && *usd > 0 {
		s.tokens, s.cost = s.tokens+n, s.cost+*usd
	}
}

func (s *signals) tell(dir string, warn func(results.Warning)) {
	for _, name := range slices.Sorted(maps.Keys(s.helpers)) {
		warn(Signal(dir, "a second model, %s, replied in %d of %s", name, s.helpers[name], Counted(s.trials, "trial")))
	}
	slices.Sort(s.starts)
	for i := 1; i < len(s.starts); i++ {
		if pause := time.Duration(s.starts[i]-s.starts[i-1]) * time.Millisecond; pause > longPause {
			warn(Signal(dir, "no trial began for %.0f days; %d of %d trials began after that", pause.Hours()/24, len(s.starts)-i, len(s.starts)))
		}
	}
	if s.output >= enoughTokens {
		if speed := float64(s.output) / float64(s.outputMS) * 1000; speed < slowest || speed > fastest {
			warn(Signal(dir, "%d output tokens in %.0f s are %.3g per second", s.output, float64(s.outputMS)/1000, speed))
		}
	}
	if s.tokens >= enoughTokens {
		if price := s.cost / float64(s.tokens) * 1e6; price < cheapest || price > dearest {
			warn(Signal(dir, "%.4g dollars for %d tokens are %.3g per million", s.cost, s.tokens, price))
		}
	}
}

// families matches words in a model's name that identify its family.
var families = regexp.MustCompile(`claude|deepseek|doubao|gemini|gemma|glm|gpt|grok|kimi|llama|minimax|mistral|qwen`)

// otherFamily reports whether two model names belong to different families. It returns false if a
// name contains no family, like that of a deployment.
func otherFamily(a, b string) bool {
	x, y := families.FindAllString(strings.ToLower(a), -1), families.FindAllString(strings.ToLower(b), -1)
	return len(x) > 0 && len(y) > 0 && !slices.ContainsFunc(x, func(w string) bool { return slices.Contains(y, w) })
}

// Refute records that the run's own report contradicts the time, tokens or cost of its trials. axis
// names which of these, and neither number is then shown.
func Refute(r *results.Run, axis string) {
	if had := r.Facts[results.FactRefuted]; !strings.Contains(had, axis) {
		r.SetFact(results.FactRefuted, strings.TrimSpace(fmt.Sprint(had, " ", axis)))
	}
}
