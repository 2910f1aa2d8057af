package days

import "github.com/clawatlas/clawatlas/results/stats"

// alpha is the level of the tests of the site.
const alpha = 0.05

// Paired is the mean difference within scenarios, each scenario counting once, with
// Student's interval over scenarios. With two or three scenarios the interval is wider
// than every possible difference.
type Paired struct {
	Diff      *float64    `json:"diff"`      // mean of the differences within scenarios, each counting once, -1 to 1; nil if no scenario has both sides
	CI        *[2]float64 `json:"ci"`        // 95 % interval of the difference; nil for one scenario or where all differ by the same
	P         *float64    `json:"p"`         // exact sign-flip test over the scenarios, two-sided, not adjusted; nil without a difference
	Scenarios int         `json:"scenarios"` // with rounds on both sides
}

// Separated reports whether the interval excludes 0 and the adjusted p of the exact test
// is below 0.05.
func (p Paired) Separated(adjusted float64) bool {
	return p.CI != nil && (p.CI[0] > 0 || p.CI[1] < 0) && adjusted < alpha
}

// Bounded reports whether the interval excludes any possible difference.
func (p Paired) Bounded() bool { return p.CI != nil && (p.CI[0] > -1 || p.CI[1] < 1) }

// UpdateEffect compares the rounds that follow an update with the other rounds of the
// same kind. Diff is Update minus Other.
type UpdateEffect struct {
	Update Count `json:"update"` // rounds that follow an update, of all scenarios
	Other  Count `json:"other"`  // the other rounds of the kind, of all scenarios
	Paired
}

// FirstUpdate compares all rounds from the first update of a scenario on with those
// before it. Diff is After minus Before.
type FirstUpdate struct {
	Before Count `json:"before"` // rounds before it, of the scenarios with rounds on both sides
	After  Count `json:"after"`  // rounds from the first update on, of the same scenarios
	Paired
}

// UpdateEffects is the effect of an update by kind of round, of the kinds that have
// rounds after an update.
func UpdateEffects(rounds []Round) map[string]UpdateEffect {
	all := map[string]UpdateEffect{}
	for kind, c := range contrasts(rounds, func(r Round) bool { return r.Update }) {
		p, _ := c.paired()
		all[kind] = UpdateEffect{Update: c.in, Other: c.out, Paired: p}
	}
	return all
}

// FirstUpdates is the change from the first update on by kind of round. A dataset
// without updates has none.
func FirstUpdates(rounds []Round) map[string]FirstUpdate {
	all := map[string]FirstUpdate{}
	for kind, c := range contrasts(rounds, func(r Round) bool { return r.Update || r.Day > 0 }) {
		p, s := c.paired()
		all[kind] = FirstUpdate{Before: s.out, After: s.in, Paired: p}
	}
	return all
}

// sides counts rounds on the two sides of a contrast.
type sides struct{ in, out Count }

func (s *sides) add(x sides) {
	s.in = Count{s.in.K + x.in.K, s.in.N + x.in.N}
	s.out = Count{s.out.K + x.out.K, s.out.N + x.out.N}
}

// contrast counts the rounds of one kind, in all and by scenario.
type contrast struct {
	sides
	scenarios []*sides
}

// contrasts splits the judged rounds of each kind that has rounds inside.
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

// paired averages over the scenarios with rounds on both sides, and counts their rounds;
// those of all scenarios where none has both.
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
