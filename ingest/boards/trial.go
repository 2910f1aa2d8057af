package boards

import (
	"math"
	"slices"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results"
)

func (r *reader) fill(t *trial, x *run) {
	x.trials = append(x.trials, t)
	f := &r.Trial
	d := &t.Details
	t.Kind, t.Attempts, d.Metrics = results.KindReward, 1, map[string]float64{}
	t.started = r.quantity(t, x, "the start", f.Started)
	d.Ended, d.SourceTrial = f.Ended.textOf(t.env), f.Source.textOf(t.env)
	attempt := r.quantity(t, x, "the attempt", f.Attempt)
	if t.ordinal = attempt == nil; !t.ordinal {
		t.Attempt = max(int(*attempt), 1)
	}
	if n := r.quantity(t, x, "the number of attempts", f.MeanOf); n != nil {
		t.Attempts = int(*n)
	}
	if s := r.quantity(t, x, "the time", f.Seconds); s != nil {
		t.DurationMS = new(int64(math.Round(*s * 1000)))
	}
	for name, m := range f.Metrics {
		if v := r.quantity(t, x, name, m); v != nil {
			d.Metrics[name] = *v
		}
	}
	r.usage(t, x)
	r.checks(t)
	r.judge(t, x)
	for i := range r.Agree {
		if r.Agree[i].Per != "system" {
			r.apply(&r.Agree[i], t, x)
		}
	}
}

func (r *reader) usage(t *trial, x *run) {
	u, into := &r.Trial.Usage, &t.Usage
	for _, c := range []struct {
		name string
		of   *expr
		to   **int64
	}{{"input tokens", u.Input, &into.Input}, {"output tokens", u.Output, &into.Output}, {"tokens", u.Total, &into.Total},
		{"cache reads", u.CacheRead, &into.CacheRead}, {"cache writes", u.CacheWrite, &into.CacheWrite}} {
		if v := r.quantity(t, x, c.name, c.of); v != nil && *v == math.Trunc(*v) {
			*c.to = new(int64(*v))
		}
	}
	into.CostUSD = r.quantity(t, x, "cost", u.Cost)
}

// checks reads the checks of a verdict and computes their weighted mean. The mean is missing if any
// check has no score.
func (r *reader) checks(t *trial) {
	c := r.Trial.Checks
	if c == nil {
		return
	}
	list, _ := c.Each.of(t.env).(*node)
	sum, weights, unjudged := 0.0, 0.0, 0.0
	for i, x := range list.items() {
		e := t.with(c.As, x)
		weight, score := number(e, c.Weight.of(e)), number(e, c.Score.of(e))
		check := results.Check{ID: c.ID.in(e), Detail: c.Detail.in(e)}
		if check.ID == "" {
			check.ID = x.key
		}
		if c.Weight == nil {
			weight = new(1.0)
		}
		if c.Score != nil && (weight == nil || score == nil || *weight < 0 || *score < 0 || *score > 1) {
			sum = math.NaN()
			check.Detail = "It has no weight with a score of 0 to 1. " + check.Detail
		} else {
			check.Weight = value(weight)
			sum, weights = sum+value(score)*check.Weight, weights+check.Weight
			if truth(c.Unjudged.of(e)) {
				unjudged++
			} else if passed, ok := scalar(c.Passed.of(e)).(bool); ok {
				check.Passed = &passed
			}
		}
		t.Checks = append(t.Checks, check)
		t.vars["checked"] = float64(i + 1)
	}
	t.vars["unjudged"] = unjudged
	if !math.IsNaN(sum) && weights > 0 && c.Score != nil {
		t.vars["weighted_mean"] = sum / weights
	}
}

// judge sets the score and the status. A trial without a verdict has no score.
func (r *reader) judge(t *trial, x *run) {
	f := &r.Trial
	t.Points = r.share(t, x, "the points are", f.Points)
	t.Score = r.share(t, x, "the score is", f.Score)
	if t.Score != nil {
		t.vars["score"] = *t.Score
	}
	t.Status = results.NotJudged
	for _, s := range f.Status {
		if s.When == nil || truth(s.When.of(t.env)) {
			t.Status, t.Details.ErrorText = results.Status(s.Is), s.Say.in(t.env)
			break
		}
	}
	switch t.Status {
	case results.JudgeError, results.NotJudged, results.Missing:
		t.Score = nil
	case results.Passed, results.Failed:
		if t.Score == nil {
			t.Status, t.Details.ErrorText = results.JudgeError, "It has no score from 0 to 1."
		}
	}
}

// share evaluates an expression to a number from 0 to 1. It warns about any other value and returns
// nil.
func (r *reader) share(t *trial, x *run, name string, score *expr) *float64 {
	t.odd = ""
	v := number(t.env, score.of(t.env))
	if t.odd != "" || v != nil && (*v < 0 || *v > 1) {
		x.note(t.doc.rec.Name, t.task, name+" not a number from 0 to 1: ignored")
		return nil
	}
	return v
}

// apply records a warning if a trial breaks the rule. If the rule is a contradiction, the trial
// loses its verdict.
func (r *reader) apply(a *rule, t *trial, x *run) {
	say := a.broken(t.env)
	if say == "" {
		return
	}
	name := t.doc.rec.Name
	if a.File != "" {
		name = r.in.Path(a.File)
	}
	if a.Then == "contradiction" {
		if t.Details.ErrorType == "" {
			t.Contradict(say)
		}
		say += ": verdict ignored"
	}
	x.note(name, t.task, say)
}

// broken returns the rule's message if the rule is broken, else "".
func (a *rule) broken(e *env) string {
	if a.When != nil && !truth(a.When.of(e)) {
		return ""
	}
	if a.Stated == nil {
		return a.Say.in(e)
	}
	x, y := scalar(a.Stated.of(e)), scalar(a.Computed.of(e))
	n, isNumber := x.(float64)
	m, isToo := y.(float64)
	switch {
	case x == nil || y == nil, isNumber && isToo && math.Abs(n-m) <= *a.Within+1e-9, !isNumber && x == y:
		return ""
	}
	inner := e.with("stated", x)
	inner.vars["computed"] = y
	return a.Say.in(inner)
}

// labels returns the difficulty of each task, derived from its mean score over all systems.
func (r *reader) labels() map[string]string {
	sum, n := map[string]float64{}, map[string]float64{}
	for _, x := range r.runs {
		for _, t := range x.trials {
			if t.Score != nil {
				sum[t.task] += *t.Score
				n[t.task]++
			}
		}
	}
	labels := map[string]string{}
	for task, total := range sum {
		mean := math.Round(total/n[task]*1e9) / 1e9 // rounded, so that it does not depend on the order of the systems
		e := &env{vars: map[string]any{"mean": mean}}
		i := slices.IndexFunc(r.Label, func(s status) bool { return s.When == nil || truth(s.When.of(e)) })
		if i >= 0 {
			labels[task] = r.Label[i].Is
		}
	}
	return labels
}

// contradictions returns an exclusion for each rule about systems that the run breaks.
func (r *reader) contradictions(x *run) (list []results.Exclusion) {
	mean, n := mean(x.trials)
	if n == 0 {
		return nil
	}
	e := x.trials[0].with("mean", mean)
	e.vars["checked"] = n
	for i := range r.Agree {
		a := &r.Agree[i]
		if a.Per != "system" {
			continue
		}
		say := a.broken(e)
		switch {
		case say != "" && a.Then == "contradiction":
			list = append(list, results.Exclusion{Kind: results.ExclusionContradiction, Message: say})
		case say != "":
			r.warnings = append(r.warnings, ingest.Warn(x.trials[0].doc.rec.Name, 0, "%s: %s", x.Model, say))
		}
	}
	return list
}
