package harbor

import (
	"maps"
	"math"
	"path"
	"slices"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results"
)

func (m *multipliers) unusual() (list []string) {
	for i, v := range []ingest.Scalar{m.All, m.Agent, m.Verifier, m.Setup, m.Build} {
		if n, ok := v.Number(); ok && n != 1 {
			list = append(list, []string{"", "agent_", "verifier_", "agent_setup_", "environment_build_"}[i]+"timeout_multiplier is "+v.String())
		}
	}
	return list
}

func (j *job) signals(g *group) {
	trials, id := map[string]int{}, j.id()
	for _, what := range j.cfg.unusual() {
		trials[what] = 0
	}
	for _, t := range g.trials {
		list := t.cfg.unusual()
		if own := text(t.cfg.JobID); own != "" && id != "" && own != id && t.contradiction == "" {
			list = append(list, "the id of another job, "+own+", as after a job was resumed,")
		}
		if t.cfg.SourceTrial != nil {
			list = append(list, "a trial that was graded again")
		}
		for _, what := range list {
			trials[what]++
		}
	}
	for _, what := range slices.Sorted(maps.Keys(trials)) {
		g.warn(ingest.Signal(path.Join(j.dir, "config.json"), "%s in the configuration of the job or its trials (%d of %s)", what, trials[what],
			ingest.Counted(len(g.trials), "trial")))
	}
	if j.res == nil {
		return
	}
	if n, _ := j.res.Stats.Retries.Number(); n > 0 {
		g.warn(ingest.Signal(path.Join(j.dir, "result.json"), "n_retries is %v in a job of %s", n, ingest.Counted(len(j.trials), "trial")))
	}
}

// refute compares the job's totals with the sums over its trials if all trials have results. It
// also checks that no trial took longer than the job.
func (j *job) refute(run *results.Run, g *group) {
	if j.res == nil {
		return
	}
	var cost, output float64
	var longest int64
	for _, t := range j.trials {
		if t.res == nil {
			return
		}
		if t.usage.CostUSD != nil {
			cost += *t.usage.CostUSD
		}
		if t.usage.Output != nil {
			output += float64(*t.usage.Output)
		}
		if d := ingest.Took(t.started, t.finished); d != nil {
			longest = max(longest, *d)
		}
	}
	refute := func(axis, what string, all, trials any) {
		ingest.Refute(run, axis)
		g.warn(ingest.Signal(path.Join(j.dir, "result.json"), "%s is %v for the job, but %v for its trials: neither is used in comparisons", what, all, trials))
	}
	if span := j.took(); span != nil && longest > *span+clockChange {
		refute("time", "the longest time in ms", *span, longest)
	}
	if n, _ := j.res.Stats.Retries.Number(); n > 0 { // failed retries have a cost, but no record
		return
	}
	differs := func(axis, what string, total ingest.Scalar, sum float64) {
		if x, ok := total.Number(); ok && x > 0 && sum > 0 && math.Abs(x-sum) > 0.01*x {
			refute(axis, what, x, sum)
		}
	}
	differs("cost", "cost_usd", j.res.Stats.CostUSD, cost)
	differs("tokens", "n_output_tokens", j.res.Stats.Output, output)
}

// clockChange is an upper bound in ms for the error of a job's duration when clocks are changed,
// because job times have no time zone.
const clockChange = 3_660_000

func (j *job) took() *int64 {
	if j.res == nil {
		return nil
	}
	g := &gauge{ingest.Gauge{Now: j.in.Now, Warn: func(results.Warning) {}}}
	return ingest.Took(g.period(&timing{j.res.StartedAt, j.res.FinishedAt}, ""))
}
