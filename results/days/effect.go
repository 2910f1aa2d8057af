package days

import "github.com/clawatlas/clawatlas/results/stats"

// alpha is the significance level of the site.
const alpha = 0.05

// Paired is a mean difference within scenarios. Each scenario has equal weight, and the interval is
// Student's t over scenarios. With two or three scenarios the interval may contain every possible
// difference.
type Paired struct {
	Diff      *float64    `json:"diff"`      // mean of the differences within scenarios, -1 to 1; nil if no scenario has rounds on both sides
	CI        *[2]float64 `json:"ci"`        // 95 % confidence interval of the difference; nil for one scenario or if all differences are equal
	P         *float64    `json:"p"`         // two-sided p-value of the exact sign-flip test over scenarios, unadjusted; nil if Diff is nil
	Scenarios int         `json:"scenarios"` // number of scenarios with rounds on both sides
}

// Separated reports whether the interval excludes 0 and the given adjusted p-value is below 0.05.
func (p Paired) Separated(adjusted float64) bool {
	return p.CI != nil && (p.CI[0] > 0 || p.CI[1] < 0) && adjusted < alpha
}

// Bounded reports whether the interval excludes at least some of the possible differences.
func (p Paired) Bounded() bool { return p.CI != nil && (p.CI[0] > -1 || p.CI[1] < 1) }

// UpdateEffect compares the rounds directly after an update with all other rounds of the same kind.
// Diff is Update minus Other.
type UpdateEffect struct {
	Update Count `json:"update"` // rounds directly after an update, in all scenarios
	Other  Count `json:"other"`  // other rounds of the kind, in all scenarios
	Paired
}

// FirstUpdate compares the rounds before and after the first update of a scenario. Diff is After
// minus Before.
type FirstUpdate struct {
	Before Count `json:"before"` // rounds before the first update, in scenarios with rounds on both sides
	After  Count `json:"after"`  // rounds after the first update, in the same scenarios
	Paired
}

// UpdateEffects returns the effect of updates by kind of round. It omits kinds without a round
// directly after an update.
func UpdateEffects(rounds []Round) map[string]UpdateEffect {
	all := map[string]UpdateEffect{}
	for kind, c := range contrasts(rounds, func(r Round) bool { return r.Update }) {
		p, _ := c.paired()
		all[kind] = UpdateEffect{Update: c.in, Other: c.out, Paired: p}
	}
	return all
}

// FirstUpdates returns the effect of the first update by kind of round. It is empty for a dataset
// without updates.
func FirstUpdates(rounds []Round) map[string]FirstUpdate {
	all := map[string]FirstUpdate{}
	for kind, c := range contrasts(rounds, func(r Round) bool { return r.Update || r.Day > 0 }) {
		p, s := c.paired()
		all[kind] = FirstUpdate{Before: s.out, After: s.in, Paired: p}
	}
	return all
}

// sides holds the counts of the two sides of a comparison.
type sides struct{ in, out Count }

func (s *sides) add(x sides) {
	s.in = Count{s.in.K + x.in.K, s.in.N + x.in.N}
	s.out = Count{s.out.K + x.out.K, s.out.N + x.out.N}
}

// contrast holds the counts of one kind of round, in total and by scenario.
type contrast struct {
	sides
	scenarios []*sides
}

// contrasts divides the judged rounds of each kind into those for which inside returns true and all
// others. It omits kinds for which inside never returns true.
func contrasts(rounds []Round, inside func(Round) bool) map[string]*contrast {
	all := map[string]*contrast{}
	by := map[[2]string]*sides{}
	for _, r := range rounds {
		if r.Passed == nil {
			continue
		}
		c, s := all[r.Kind], by[[2]string{r.Kind, r.Scenario}]
		if c == nil {
			c = &contrast{}
			all[r.Kind] = c
		}
		if s == nil {
			s = &sides{}
			by[[2]string{r.Kind, r.Scenario}], c.scenarios = s, append(c.scenarios, s)
		}
		if inside(r) {
			s.in.Add(*r.Passed)
			c.in.Add(*r.Passed)
		} else {
			s.out.Add(*r.Passed)
			c.out.Add(*r.Passed)
		}
	}
	for kind, c := range all {
		if c.in.N == 0 {
			delete(all, kind)
		}
	}
	return all
}

// paired averages the differences over scenarios with rounds on both sides and returns the counts
// of those scenarios. If no scenario has both, it returns the counts of all scenarios.
func (c *contrast) paired() (Paired, sides) {
	var diffs []float64
	var clusters []int
	var both sides
	mean := 0.0
	for i, s := range c.scenarios {
		in, out := s.in.Rate(), s.out.Rate()
		if in == nil || out == nil {
			continue
		}
		diffs, clusters = append(diffs, *in-*out), append(clusters, i)
		mean += *in - *out
		both.add(*s)
	}
	p := Paired{Scenarios: len(diffs)}
	if len(diffs) == 0 {
		return p, c.sides
	}
	mean /= float64(len(diffs))
	p.Diff = &mean
	exact, _ := stats.SignFlip(diffs, stats.Seed, stats.Draws)
	p.P = stats.Finite(exact)
	se, df := stats.ClusteredSE(diffs, clusters)
	if ci, ok := stats.TInterval(mean, se, float64(df), stats.Level); ok && se > 1e-12 {
		p.CI = &[2]float64{ci.Lo, ci.Hi}
	}
	return p, both
}
