package tau

import (
	"cmp"
	"math"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results"
)

// full is how near to 1 a reward has to be to count as 1, as tau2 has it.
const full = 1e-6

// trial writes one simulation.
type trial struct {
	r     *reader
	rw    ingest.RunWriter
	s     *simulation
	file  string // that it has for itself
	model string
	times bool
	out   *results.Trial
}

func (t *trial) write(at *results.Task, attempt int, rec *ingest.Record) error {
	s, r := t.s, t.r
	file := cmp.Or(t.file, r.name)
	g := &ingest.Gauge{File: file, Now: r.in.Now, Warn: t.rw.Warn}
	t.out = &results.Trial{Scenario: at.Scenario, Task: at.Slug, Kind: results.KindReward, Attempt: attempt, Attempts: 1}
	d := &t.out.Details
	d.SourceTrial, d.Ended, d.Metrics = s.ID.Text(), s.Ended.Text(), map[string]float64{}
	d.Prompt = cmp.Or(s.prompt, r.told[id(s.Task)])
	t.judge()
	if t.times {
		t.out.StartedAt, t.out.FinishedAt = g.Time("start_time", s.Start), g.Time("end_time", s.End)
		if !s.Duration.Zero() {
			ms := int64(0)
			if x, ok := s.Duration.Number(); ok && x > 0 && x < 1e8 {
				ms = int64(math.Round(x * 1000))
				t.out.DurationMS = &ms
			}
		}
	}
	if cost := g.USD("user_cost", s.UserCost); cost != nil {
		d.Metrics["user_cost_usd"] = *cost
	}
	if len(s.Ticks) > 0 {
		d.Metrics["ticks"] = float64(len(s.Ticks))
	}
	if err := t.rw.Trial(r.ctx, t.out); err != nil {
		return err
	}
	if rec != nil {
		if err := t.rw.Raw(r.ctx, rec); err != nil {
			return err
		}
	}
	w := &steps{model: t.model, gauge: g, times: t.times, tick: r.info.Audio.Tick, emit: func(st *results.Step) error {
		if err := r.ctx.Err(); err != nil {
			return err
		}
		return t.rw.Step(r.ctx, st)
	}}
	if err := w.simulation(s); err != nil {
		return err
	}
	t.out.Usage = w.spent.Usage()
	t.out.Usage.CostUSD = g.USD("agent_cost", s.AgentCost)
	d.Model = t.model
	d.Framework = r.info.Agent.Implementation.Text()
	return t.rw.AmendTrial(r.ctx, t.out)
}

// judge takes the reward. Without one nothing was scored.
func (t *trial) judge() {
	s, d := t.s, &t.out.Details
	t.out.Status = results.NotJudged
	d.ErrorText = s.failure
	if s.Reward == nil || s.Reward.Reward.Absent() {
		d.TraceNote = "No reward is recorded of this simulation: it is not judged."
		return
	}
	x, ok := s.Reward.Reward.Number()
	if !ok || x < 0 || x > 1+full {
		t.out.Status, d.ErrorText = results.JudgeError, "The reward is no number of 0 to 1: "+s.Reward.Reward.String()
		t.rw.Warn(ingest.Warn(cmp.Or(t.file, t.r.name), 0,
			"the reward of task %s is %s, no number of 0 to 1: not scored", id(s.Task), s.Reward.Reward))
		return
	}
	d.Metrics["reward"] = x
	var odd string
	if t.out.Checks, odd = s.checks(t.rw.Warn, cmp.Or(t.file, t.r.name)); odd != "" {
		t.out.Contradict(odd)
		return
	}
	if d.Ended == "infrastructure_error" {
		t.out.Status = results.InfraError // left out of tau2's own metrics
		return
	}
	score := 0.0
	if t.out.Status = results.Failed; math.Abs(1-x) <= full {
		t.out.Status, score = results.Passed, 1
	}
	if t.out.Status == results.Failed {
		score = min(x, 1-full)
	}
	t.out.Score = &score
}
