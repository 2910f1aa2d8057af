package claims

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/days"
	"github.com/clawatlas/clawatlas/results/metric"
	"github.com/clawatlas/clawatlas/results/pairs"
	"github.com/clawatlas/clawatlas/results/stats"
	"github.com/clawatlas/clawatlas/results/words"
)

// tests maps the name of a test to its function. A function leaves the result undecided if there
// are no data.
var tests = map[string]func(in *Input, args []string, r *result){"ranges": ranges, "additions": additions, "smallest-gain": smallestGain,
	"update-volume": updateVolume, "scenarios": scenarios, "correlation": correlation, "best": best, "day-change": dayChange,
	"factors": factors, "settings": settings}

// result is the outcome of a test. The outcome is undecided if neither holds nor fails is set.
type result struct {
	holds, fails bool
	numbers      []string
}

func (r *result) is(ok bool) { r.holds, r.fails = ok, !ok }
func (r *result) say(format string, args ...any) {
	r.numbers = append(r.numbers, fmt.Sprintf(format, args...))
}

func pct(v float64) string    { return words.Pct(&v) }
func points(v float64) string { return words.Points(&v) }

func change(d float64, ci *[2]float64) string {
	if ci == nil {
		return points(d) + " (no interval)"
	}
	return fmt.Sprintf("%s (95 %% CI %s to %s)", points(d), points(ci[0]), points(ci[1]))
}

func below(ci *[2]float64) bool { return ci != nil && ci[1] < 0 }
func above(ci *[2]float64) bool { return ci != nil && ci[0] > 0 }

// effect adds the mean paired change over systems, with its confidence interval, to the numbers of
// the result.
func (r *result) effect(what string, scores []pairs.Scores) pairs.Effect {
	e := pairs.Effects([]pairs.Pair{{Scores: scores}})[0]
	if e.Change != nil {
		r.say("%s: %d of %d models lower, mean %s", what, e.Drop, len(scores), change(*e.Change, e.CI))
	}
	return e
}

// correlated adds a correlation with its Fisher confidence interval to the numbers of the result.
// It returns nil if there is no interval.
func (r *result) correlated(what string, x, y []float64) (ci *[2]float64) {
	v, ok := stats.Correlation(x, y)
	if d := math.Atanh(stats.LeastCorrelation(len(x), stats.Level)); ok && d > 0 {
		ci = &[2]float64{math.Tanh(math.Atanh(v) - d), math.Tanh(math.Atanh(v) + d)}
		r.say("%s: r %s (95 %% CI %s to %s)", what, words.Fixed(&v, 2), words.Fixed(&ci[0], 2), words.Fixed(&ci[1], 2))
	}
	return ci
}

// rounds reports whether v as a percentage rounds to the printed number.
func rounds(v float64, printed string) bool {
	_, digits, _ := strings.Cut(printed, ".")
	return strconv.FormatFloat(v*100, 'f', len(digits), 64) == printed
}

// ranges tests whether two printed ranges are correct: the range over the models in one framework,
// and the widest range of one model over harnesses.
func ranges(in *Input, args []string, r *result) {
	framework, models := in.mostModels()
	if widest := in.ablations.Widest(); len(models) > 2 && widest != nil {
		low, high := models[0], models[len(models)-1]
		spread := *in.headline(high) - *in.headline(low)
		r.is(rounds(spread, args[0]) && rounds(*widest.Spread, args[1]))
		r.say("%d models in %s, %s to %s: range %s", len(models), framework, low.Name, high.Name, pct(spread))
	}
	for _, m := range in.ablations.Models {
		r.say("%s in %d harnesses: range %s", m.Name, len(m.Values()), pct(*m.Spread))
	}
}

func (in *Input) headline(r *results.BoardRow) *float64 {
	return r.Metrics[in.Bench.Board.Headline].Value
}

// mostModels returns the framework with the most models and its rows, one per model, in increasing
// order of the headline value.
func (in *Input) mostModels() (framework string, models []*results.BoardRow) {
	by, known := map[string][]*results.BoardRow{}, map[results.System]bool{}
	for i := range in.Bench.Board.Rows {
		r := &in.Bench.Board.Rows[i]
		if f := r.System.Framework; len(r.Published) > 0 && f != "" && r.System.Variant == "" && r.GroupKind != results.GroupNative &&
			r.Complete && len(r.Exclusions) == 0 && in.headline(r) != nil {
			if s := (results.System{Model: r.System.Model, Framework: f}); !known[s] {
				known[s], by[f] = true, append(by[f], r)
			}
		}
	}
	for _, f := range slices.Sorted(maps.Keys(by)) {
		if len(by[f]) > len(models) {
			framework, models = f, by[f]
		}
	}
	slices.SortStableFunc(models, func(a, b *results.BoardRow) int { return cmp.Compare(*in.headline(a), *in.headline(b)) })
	return framework, models
}

// ablation returns each system's value of a metric without and with the addition.
func (in *Input) ablation(key string) (scores []pairs.Scores) {
	for _, a := range in.ablations.Additions {
		if from, to := a.Rows[0].Metrics[key].Value, a.Rows[1].Metrics[key].Value; from != nil && to != nil {
			scores = append(scores, pairs.Scores{System: a.Name, Base: *from, Variant: *to})
		}
	}
	return scores
}

// additions tests whether the additions increase SC and FD in every pair and never decrease TCR.
func additions(in *Input, _ []string, r *result) {
	r.holds = len(in.ablations.Additions) > 0
	for _, k := range []string{"sc", "fd", "tcr", "mc", "ec"} {
		e := r.effect(metric.Of(k).Label, in.ablation(k))
		r.fails = r.fails || (k == "sc" || k == "fd") && e.Drop+e.Same > 0 || k == "tcr" && e.Drop > 0
	}
}

// smallestGain tests whether the model with the smallest gain has the highest SC or FD without the
// addition.
func smallestGain(in *Input, _ []string, r *result) {
	gains := in.ablation("crs")
	if len(gains) < 2 {
		return
	}
	least := slices.MinFunc(gains, func(a, b pairs.Scores) int { return cmp.Compare(a.Change(), b.Change()) })
	r.say("%s gains least, %s", least.System, points(least.Change()))
	for _, k := range []string{"sc", "fd"} {
		scores := in.ablation(k)
		slices.SortFunc(scores, func(a, b pairs.Scores) int { return cmp.Compare(b.Base, a.Base) })
		for i, s := range scores {
			if s.System == least.System {
				r.is(r.holds || i == 0)
				r.say("its baseline %s %s is number %d of %d from the top", metric.Of(k).Label, pct(s.Base), i+1, len(scores))
			}
		}
	}
}

// updateVolume tests whether a round's pass rate is independent of the number of updates before it.
// It fails if they are significantly correlated.
func updateVolume(in *Input, _ []string, r *result) {
	scores := map[results.TaskName][]float64{}
	for _, m := range in.Means {
		if m.Mean != nil {
			scores[m.Name()] = append(scores[m.Name()], *m.Mean)
		}
	}
	var x, y []float64
	for i := range in.Tasks {
		if t := &in.Tasks[i]; len(t.Updates) > 0 && len(scores[t.Name()]) > 0 {
			x, y = append(x, float64(len(t.Updates))), append(y, stats.Mean(scores[t.Name()]))
		}
	}
	ci := r.correlated(fmt.Sprintf("number of updates and pass rate of %d rounds with updates, %s", len(x),
		words.Counted(len(in.Bench.Ranked()), "run")), x, y)
	r.fails = below(ci) || above(ci)
}

// scenarios tests a claim about scenario scores. With "below", all reported systems must score
// below a percentage in the same scenario. With "wider", each system's range over scenarios must
// exceed a limit in points or in percent of the lowest score.
func scenarios(in *Input, args []string, r *result) {
	limit, _ := strconv.ParseFloat(args[1], 64)
	rows, of := in.reported(in.Bench.Ranked()), len(in.reported(in.Bench.Board.Rows))
	r.say("%d of %d reported configurations have complete public records", len(rows), of)
	lows, narrow := map[string]int{}, false
	for _, row := range rows {
		v := map[string]float64{}
		for _, x := range in.Scoped {
			if s, ok := results.ScopeScenario.Cut(x.Scope); ok && x.Run == in.Bench.Runs[*row.Run].ID && x.Value != nil {
				if v[s] = *x.Value * 100; v[s] < limit {
					lows[s]++
				}
			}
		}
		by := slices.SortedFunc(maps.Keys(v), func(a, b string) int { return cmp.Compare(v[a], v[b]) })
		if len(by) > 0 {
			lo, hi := v[by[0]], v[by[len(by)-1]]
			narrow = narrow || max(hi-lo, (hi-lo)/lo*100) <= limit
			r.say("CRS of %s in %d scenarios: %s (%s) to %s, range %s points or %s %% of the lowest", in.Bench.Label(row), len(v), pct(lo/100),
				by[0], pct(hi/100), pct((hi-lo)/100), pct((hi-lo)/lo))
		}
	}
	shared := slices.Contains(slices.Collect(maps.Values(lows)), len(rows))
	r.holds, r.fails = len(rows) == of, narrow
	if args[0] == "below" {
		r.holds, r.fails = r.holds && shared, len(rows) > 0 && !shared
	}
}

// correlation tests whether one metric in a published table is positively correlated with each of
// the other given metrics.
func correlation(in *Input, args []string, r *result) {
	values := func(key string) map[string]float64 {
		list := map[string]float64{}
		for _, f := range in.Figures {
			if f.Table == "Table "+args[0] && f.Metric == key && !f.Native && f.Scope == "" && f.Value != nil {
				list[f.Model+" "+f.Framework+" "+f.Variant] = *f.Value
			}
		}
		return list
	}
	of := values(args[1])
	for _, key := range args[2:] {
		var x, y []float64
		with := values(key)
		for _, s := range slices.Sorted(maps.Keys(with)) {
			x, y = append(x, of[s]), append(y, with[s])
		}
		if ci := r.correlated(fmt.Sprintf("%s and %s of %d models", metric.Of(args[1]).Label, metric.Of(key).Label, len(x)), x, y); ci != nil {
			r.is(r.holds || above(ci))
		}
	}
}

// best tests whether the highest reported value of each metric rounds to the printed number.
func best(in *Input, args []string, r *result) {
	for r.holds = len(in.Figures) > 0; len(args) > 1; args = args[2:] {
		var top results.Figure
		for _, f := range in.Figures {
			if f.Metric == args[0] && f.Board && f.Value != nil && (top.Value == nil || *f.Value > *top.Value) {
				top = f
			}
		}
		if top.Value != nil {
			r.is(r.holds && rounds(*top.Value, args[1]))
			r.say("best %s: %s over %d tasks (%s)", metric.Of(args[0]).Label, pct(*top.Value), len(in.Tasks), in.Bench.Names[top.Model])
		}
	}
}

// dayChange tests whether the reported results decrease between two days.
func dayChange(in *Input, args []string, r *result) {
	var scores []pairs.Scores
	for _, l := range days.Reported(in.Figures, in.Bench.Board.Headline) {
		if a, b := l.Values[args[0]], l.Values[args[1]]; a != nil && b != nil {
			scores = append(scores, pairs.Scores{Base: *a, Variant: *b})
		}
	}
	e := r.effect("day "+args[0]+" to day "+args[1], scores)
	r.holds, r.fails = below(e.CI), above(e.CI)
}

func settings(in *Input, _ []string, r *result) {
	type system struct{ group, model, variant, metric string }
	first := map[system]results.Figure{}
	for _, f := range in.Figures {
		of, label, _ := strings.Cut(f.Scope, ":")
		s := system{f.Group, f.Model, f.Variant, f.Metric}
		before, ok := first[s]
		switch {
		case of != "setting" || f.Value == nil:
		case !ok:
			first[s] = f
		default:
			change, name := *f.Value-*before.Value, results.System{Model: f.Model, Framework: f.Framework, Variant: f.Variant}
			_, was, _ := strings.Cut(before.Scope, ":")
			r.say("%s, %s less %s, %d tasks: %s", words.System(in.Bench.Names[f.Model], name), label, was, len(in.Tasks), points(change)+" (no interval)")
			r.is(!r.fails && change > 0)
		}
	}
}

func factors(in *Input, _ []string, r *result) {
	r.holds = len(in.factors) > 0
	for _, f := range in.factors {
		if r.holds, r.fails = r.holds && below(f.CI), r.fails || above(f.CI); f.Change == nil {
			r.say("%s: no pair that the benchmark still lists", f.Factor)
		} else {
			r.say("%s, %s: %s", f.Factor, words.Counted(f.Pairs, "task pair"), change(*f.Change, f.CI))
		}
	}
}
