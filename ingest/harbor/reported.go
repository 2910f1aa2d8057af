package harbor

import (
	"cmp"
	"maps"
	"math"
	"path"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results"
)

// evalKey returns the key in the job's result for trials of one agent, model and dataset.
func (t *trial) evalKey() string {
	parts := []string{t.agent}
	if t.res != nil && t.res.AgentInfo.Model != nil {
		parts = append(parts, t.res.AgentInfo.Model.Name)
	} else if t.res == nil && t.model != "" {
		parts = append(parts, t.model)
	}
	return strings.Join(append(parts, cmp.Or(t.source, "adhoc")), "__")
}

// reported returns the numbers that the job's result reports for a run. It warns if they differ
// from the computed ones. Harbor's mean counts trials without a reward as 0.
func (j *job) reported(g *group) []results.Reported {
	if j.res == nil {
		return nil
	}
	file := path.Join(j.dir, "result.json")
	var out []results.Reported
	keys, of := map[string]bool{}, map[*trial]bool{}
	for _, t := range g.trials {
		keys[t.evalKey()], of[t] = true, true
	}
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		stat, ok := j.res.Stats.Evals[key]
		if !ok {
			if !slices.ContainsFunc(g.trials, func(t *trial) bool { return t.res != nil }) {
				continue
			}
			g.warn(ingest.Warn(file, 0, "the job's result has no statistics for %s", key))
			continue
		}
		all := j.evalTrials(key)
		// the numbers are comparable only if they cover exactly the trials of this run
		own := len(keys) == 1 && !slices.ContainsFunc(all, func(t *trial) bool { return !of[t] })
		out = append(out, statReported(file, key, stat, own)...)
		for _, w := range compareMeans(file, key, stat, all, own) {
			g.warn(w)
			g.contradiction = cmp.Or(g.contradiction, w.Message)
		}
		if w, differs := compareErrors(file, key, stat, all); differs {
			g.warn(w)
		}
	}
	return out
}

func (j *job) evalTrials(key string) []*trial {
	var out []*trial
	for _, t := range j.trials {
		if t.evalKey() == key && !t.empty {
			out = append(out, t)
		}
	}
	return out
}

// statReported names the reported numbers like our metrics. Harbor's mean reward becomes "avg" with
// the convention "harbor".
func statReported(file, key string, stat evalStat, own bool) []results.Reported {
	var out []results.Reported
	add := func(metric string, raw jsontext.Value) {
		var v float64
		if raw.Kind() != '0' || !jsonOnly(raw, &v) {
			return
		}
		if !own {
			metric = key + ":" + metric
		}
		out = append(out, results.Reported{File: file, Metric: metric, Value: &v, Digits: exact})
	}
	for _, m := range stat.Metrics {
		for _, name := range slices.Sorted(maps.Keys(m)) {
			add(metricName(m, name), m[name])
		}
	}
	for _, k := range slices.Sorted(maps.Keys(stat.PassAtK)) {
		add("pass_at_"+k, stat.PassAtK[k])
	}
	return out
}

func metricName(m map[string]jsontext.Value, name string) string {
	switch _, both := m[mainKey]; {
	case name == mainKey, name == "mean" && !both:
		return "avg"
	default:
		return "reward:" + name
	}
}

// exact is the number of decimal places that are compared. The harness writes all digits.
const exact = 9

// compareMeans warns about reported means that differ from the mean of the trials' rewards. A
// metric named "mean" is the mean of the only reward. If there are several metrics, they have the
// names of the rewards. The run's own mean reward is compared later, when the run is stored.
func compareMeans(file, key string, stat evalStat, trials []*trial, own bool) []results.Warning {
	var out []results.Warning
	for _, m := range stat.Metrics {
		for _, name := range slices.Sorted(maps.Keys(m)) {
			var said float64
			if own && metricName(m, name) == "avg" || m[name].Kind() != '0' || !jsonOnly(m[name], &said) {
				continue
			}
			got, ok := harborMean(trials, name)
			if ok && math.Abs(got-said) > 1e-9*math.Max(1, math.Abs(said)) {
				out = append(out, ingest.Warn(file, 0, "%s: the job's result states %s %v, but its %s give %v",
					key, name, said, ingest.Counted(len(trials), "trial"), got))
			}
		}
	}
	return out
}

func compareErrors(file, key string, stat evalStat, trials []*trial) (w results.Warning, differs bool) {
	n, ok := stat.Errors.Number()
	failed := 0
	for _, t := range trials {
		if t.res == nil {
			return w, false
		}
		if t.res.Exception != nil {
			failed++
		}
	}
	if !ok || int(n) == failed {
		return w, false
	}
	return ingest.Warn(file, 0, "%s: the job's result states %v errors, but %d of its trials have one", key, n, failed), true
}

func harborMean(trials []*trial, name string) (float64, bool) {
	keys := map[string]bool{}
	for _, t := range trials {
		for k := range t.rewards.num {
			keys[k] = true
		}
	}
	if name == "mean" && len(keys) == 1 {
		for k := range keys {
			name = k
		}
	} else if !keys[name] && !(name == "mean" && len(keys) == 0) {
		return 0, false // sum, max or a number from a custom script
	}
	var sum float64
	for _, t := range trials {
		sum += t.rewards.num[name]
	}
	if len(trials) == 0 {
		return 0, false
	}
	return sum / float64(len(trials)), true
}

// common returns the value of say for all trials of a run, or "" if the trials differ.
func common(g *group, say func(*trial) string) string {
	for _, t := range g.trials {
		if say(t) != say(g.trials[0]) {
			return ""
		}
	}
	return say(g.trials[0])
}

// describeJob returns facts about the job. Job times remain text because they have no time zone.
func (j *job) describeJob(g *group) map[string]string {
	facts := map[string]string{}
	set := func(name, value string) {
		if value != "" {
			facts[name] = value
		}
	}
	set("harbor_version", text(j.lock.Harbor.Version))
	if j.res != nil {
		set("job_id", text(j.res.ID))
		set("job_started_local", j.res.StartedAt.Text())
		set("job_finished_local", j.res.FinishedAt.Text())
		if n := j.res.Stats.Retries; !n.Zero() {
			set("retries", n.String())
		}
	}
	if n := j.cfg.Attempts; !n.Zero() {
		set("n_attempts", n.String())
	}
	set(results.FactDataset, common(g, func(t *trial) string { return t.source }))
	set(results.FactAgentVersion, common(g, func(t *trial) string { return t.version }))
	if len(j.cfg.Datasets) == 1 {
		set(results.FactDatasetVersion, cmp.Or(text(j.cfg.Datasets[0].Version), text(j.cfg.Datasets[0].Ref)))
	}
	set("environment", text(j.cfg.Environment.Type))
	return facts
}
