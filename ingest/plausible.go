package ingest

import (
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/clawatlas/clawatlas/results"
)

// Bounds that no genuine record exceeds, in any format.
const (
	maxWhole  = 1e12 // maximum number of tokens or ms of one trial (1e12 ms is thirty years); sums of such values cannot overflow
	maxMoment = 1e15 // maximum Unix time in ms; a float64 represents it exactly
	skew      = 48 * time.Hour
)

// plausible removes impossible values from a trial and warns about them.
type plausible struct {
	now  time.Time
	warn func(results.Warning)

	steps       map[string]int    // number of steps of the current trial with a removed value, by kind of value
	first       map[string]string // first removed value of each kind
	kinds       []string
	from, until *int64 // time span covered by the trials with valid times
	wrote       int    // number of bytes written by the agent in the current trial
}

func (p *plausible) trial(t *results.Trial, file string) (changed bool) {
	var odd []string
	note := func(format string, args ...any) { odd = append(odd, fmt.Sprintf(format, args...)) }
	p.counts(&t.Usage, note)
	p.whole(&t.DurationMS, "wall time in ms", note)
	p.whole(&t.AgentMS, "agent time in ms", note)
	p.moment(&t.StartedAt, "start", note)
	p.moment(&t.FinishedAt, "end", note)
	if t.StartedAt != nil && t.FinishedAt != nil && *t.FinishedAt < *t.StartedAt {
		note("end %s before the start %s", spell(*t.FinishedAt), spell(*t.StartedAt))
		t.StartedAt, t.FinishedAt = nil, nil
	}
	p.usage(t, note)
	p.span(t)
	for _, k := range p.kinds {
		noun := "steps"
		if p.steps[k] == 1 {
			noun = "step"
		}
		odd = append(odd, fmt.Sprintf("%s of %d %s, the first %s", k, p.steps[k], noun, p.first[k]))
	}
	fields := len(odd) - len(p.kinds)
	p.steps, p.first, p.kinds = nil, nil, nil
	if len(odd) > 0 {
		p.warn(Warn(file, 0, "%s/%s: impossible values ignored: %s", t.Scenario, t.Task, strings.Join(odd, "; ")))
	}
	return fields > 0
}

func (p *plausible) counts(u *results.Usage, note func(string, ...any)) {
	for _, f := range []struct {
		v    **int64
		name string
	}{
		{&u.Input, "input tokens"}, {&u.Output, "output tokens"}, {&u.CacheRead, "cached tokens"},
		{&u.CacheWrite, "tokens written to the cache"}, {&u.Total, "tokens in total"},
	} {
		p.whole(f.v, f.name, note)
	}
	p.cost(&u.CostUSD, note)
}

func (p *plausible) whole(v **int64, name string, note func(string, ...any)) {
	if *v != nil && (**v < 0 || **v > maxWhole) {
		note("%s %d", name, **v)
		*v = nil
	}
}

func (p *plausible) cost(v **float64, note func(string, ...any)) {
	if *v != nil && !(**v >= 0 && **v <= maxWhole && !math.IsInf(**v, 0)) {
		note("cost %v", **v)
		*v = nil
	}
}

func (p *plausible) moment(v **int64, name string, note func(string, ...any)) {
	if *v != nil && !possible(**v, p.now) {
		note("%s %s", name, spell(**v))
		*v = nil
	}
}

// possible reports whether ms can be the time of a record: not before agents existed and not in the
// future.
func possible(ms int64, now time.Time) bool {
	return results.PossibleTime(ms) && (now.IsZero() || ms <= now.Add(skew).UnixMilli())
}

// spell formats a time for display. A value that is not a valid date is formatted as a number.
func spell(ms int64) string {
	if t := time.UnixMilli(ms).UTC(); t.Year() > 0 && t.Year() < 10000 {
		return t.Format(time.RFC3339)
	}
	return fmt.Sprintf("%d ms after 1970", ms)
}

func (p *plausible) step(s *results.Step) {
	p.stepTime(&s.Timestamp)
	if s.Observation != nil {
		for i := range s.Observation.Results {
			r := &s.Observation.Results[i]
			p.stepTime(&r.Timestamp)
			if r.DurationMS != nil && (*r.DurationMS < 0 || *r.DurationMS > maxWhole) {
				p.odd("duration in ms", fmt.Sprint(*r.DurationMS))
				r.DurationMS = nil
			}
		}
	}
	if m := s.Metrics; m != nil {
		for _, v := range []**int64{&m.PromptTokens, &m.CompletionTokens, &m.CachedTokens, &m.CacheWriteTokens} {
			if *v != nil && (**v < 0 || **v > maxWhole) {
				p.odd("tokens", fmt.Sprint(**v))
				*v = nil
			}
		}
		if c := m.CostUSD; c != nil && !(*c >= 0 && *c <= maxWhole) {
			p.odd("cost", fmt.Sprint(*c))
			m.CostUSD = nil
		}
	}
}

func (p *plausible) stepTime(v **int64) {
	if *v != nil && !possible(**v, p.now) {
		p.odd("time", spell(**v))
		*v = nil
	}
}

func (p *plausible) odd(kind, value string) {
	if p.steps == nil {
		p.steps, p.first = map[string]int{}, map[string]string{}
	}
	if p.steps[kind]++; p.steps[kind] == 1 {
		p.first[kind] = value
		p.kinds = append(p.kinds, kind)
	}
}

func (p *plausible) span(t *results.Trial) {
	for _, at := range []*int64{t.StartedAt, t.FinishedAt} {
		p.from, p.until = results.Earlier(p.from, at), results.Later(p.until, at)
	}
}

// run removes impossible times of the run. It replaces them with the first start and last end of
// its trials.
func (p *plausible) run(r *results.Run, file string) {
	if r.StartedAt != nil && !possible(*r.StartedAt, p.now) {
		p.warn(Warn(file, 0, "the run's start %s is impossible: ignored", spell(*r.StartedAt)))
		r.StartedAt = p.from
	}
	if r.FinishedAt != nil && !possible(*r.FinishedAt, p.now) {
		p.warn(Warn(file, 0, "the run's end %s is impossible: ignored", spell(*r.FinishedAt)))
		r.FinishedAt = p.until
	}
	if r.StartedAt != nil && r.FinishedAt != nil && *r.FinishedAt < *r.StartedAt {
		p.warn(Warn(file, 0, "the run's end %s is before its start %s: both ignored", spell(*r.FinishedAt), spell(*r.StartedAt)))
		r.StartedAt, r.FinishedAt = nil, nil
	}
}
