package formats_test

import (
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

// tauCounts is what is known of a file of tau-bench or of one simulation.
type tauCounts struct {
	Agent        *string
	User         string
	Domain       string
	Task         any
	Trial        int
	Tasks        *int
	Simulations  int
	Passed       int
	Terminations map[string]int
	Messages     any
	ToolCalls    int `json:"tool_calls"`
	Reward       *float64
	Ticks        int
	Duration     *float64
	Termination  string
	Sims         []tauSim
	Version      string
	Impl         string   `json:"agent_impl"`
	Attempts     int      `json:"num_trials"`
	RewardSum    float64  `json:"reward_sum"`
	AgentCost    *float64 `json:"agent_cost"`
	CostNull     int      `json:"agent_cost_null"`
	UserCost     *float64 `json:"user_cost"`
	UserCalls    int      `json:"user_tool_calls"`
	ToolErrors   int      `json:"tool_errors"`
	ToolResults  *int     `json:"tool_results"`
	Prompt       int64    `json:"prompt_tokens_agent"`
	Basis        []string
}

type tauSim struct {
	Task        string
	Trial       int
	Reward      *float64
	Termination string
	Messages    map[string]int
	ToolCalls   int      `json:"tool_calls"`
	UserCalls   int      `json:"user_tool_calls"`
	ToolErrors  int      `json:"tool_errors"`
	AgentCost   *float64 `json:"agent_cost"`
	Prompt      int64    `json:"prompt_tokens_agent"`
	Duration    float64
	Basis       []string
	UserCost    *float64 `json:"user_cost"`
	Ticks       int
}

// foreignTau reads the run that a file is of and holds what the store has of it
// against the counts.
func foreignTau(t *testing.T, f foreignFile) {
	want := countsOf[tauCounts](t, f)
	parts := strings.Split(f.name, "/")
	var fsys fs.FS
	if len(parts) > 2 {
		fsys = os.DirFS(strings.TrimSuffix(f.path, filepath.FromSlash(strings.Join(parts[2:], "/"))))
	} else {
		data := must.Get(os.ReadFile(f.path))(t)
		fsys = fstest.MapFS{parts[1]: {Data: data}}
	}
	s := readSWE(t, fsys)
	if want.Agent != nil { // a file of tau2
		run := s.runs[0]
		equal(t, "model", strings.HasSuffix(*want.Agent, run.System.Model), true)
		equal(t, "variant", run.System.Variant, "user "+want.User)
		equal(t, "benchmark", run.Benchmark, "tau2-bench-"+want.Domain)
		if want.Simulations > 0 {
			equal(t, "simulations", run.Counts.Scored, want.Simulations)
			equal(t, "tasks", run.Counts.Expected, *want.Tasks)
			equal(t, "passed", run.Counts.Passed, want.Passed)
		}
		equal(t, "agent", run.System.Framework, want.Impl)
		equal(t, "version of the benchmark", strings.HasPrefix(run.Benchmark, want.Version), true)
		ended, attempts, rewards, paid := map[string]int{}, 0, 0.0, 0.0
		said, calls, free := 0, 0, 0
		for i := range s.trials {
			tr := &s.trials[i]
			ended[tr.Details.Ended]++
			attempts = max(attempts, tr.Attempt)
			rewards += tr.Details.Metrics["reward"]
			if tr.Usage.CostUSD != nil {
				paid += *tr.Usage.CostUSD
			} else {
				free++
			}
			for j := range tr.steps {
				st := &tr.steps[j]
				if st.Source == results.SourceAgent || st.Source == results.SourceUser {
					said++
				}
				calls += len(st.ToolCalls)
				if st.Observation != nil {
					said += len(st.Observation.Results)
				}
			}
		}
		if len(want.Sims) > 0 { // which may be in files of their own
			if n, ok := want.Messages.(float64); !ok || int(n) != said {
				t.Errorf("%d messages in all, want %v", said, want.Messages)
			}
			equal(t, "calls in all", calls, want.ToolCalls)
			equal(t, "simulations without a cost", free, want.CostNull)
			equal(t, "rewards in all", rewards, want.RewardSum)
			equal(t, "trials of a task", attempts, want.Attempts)
			equal(t, "cost in all", math.Abs(paid-*want.AgentCost) < 1e-9, true)
		}
		for why, n := range want.Terminations {
			equal(t, why, ended[why], n)
		}
		for _, sim := range want.Sims {
			s.simulation(t, &sim)
		}
		return
	}
	for i := range s.trials {
		tr := &s.trials[i]
		if name, ok := want.Task.(string); ok && tr.Task != name {
			continue
		}
		calls, answers := 0, 0
		for j := range tr.steps {
			calls += len(tr.steps[j].ToolCalls)
			if o := tr.steps[j].Observation; o != nil {
				answers += len(o.Results)
			}
		}
		equal(t, "calls", calls, want.ToolCalls)
		if want.ToolResults != nil {
			equal(t, "answers of tools", answers, *want.ToolResults)
		}
		equal(t, "attempt", tr.Attempt, want.Trial+1)
		equal(t, "cost is recorded", tr.Usage.CostUSD != nil, want.AgentCost != nil && *want.AgentCost > 0)
		if want.Version == "" { // a simulation of tau2 in a file of its own
			equal(t, "cost of the user is recorded", tr.Details.Metrics["user_cost_usd"] > 0, want.UserCost != nil)
		}
		equal(t, "tokens are recorded", tr.Usage.Input != nil, want.Prompt > 0)
		equal(t, "calls of the user and errors of a voice run", want.UserCalls+want.ToolErrors, 0)
		holdBasis(t, tr, want.Basis)
		if want.Reward == nil {
			equal(t, "status", tr.Status, results.NotJudged)
		} else {
			equal(t, "reward", tr.Details.Metrics["reward"], *want.Reward)
		}
		equal(t, "ticks", int(tr.Details.Metrics["ticks"]), want.Ticks)
		equal(t, "termination", tr.Details.Ended, want.Termination)
		if want.Duration != nil {
			equal(t, "duration", *tr.DurationMS, int64(*want.Duration*1000+0.5))
		}
		return
	}
	t.Errorf("no trial is of the file")
}

func (s *sweRun) simulation(t *testing.T, want *tauSim) {
	t.Helper()
	for i := range s.trials {
		tr := &s.trials[i]
		if tr.Task != want.Task || tr.Attempt != want.Trial+1 {
			continue
		}
		said := map[string]int{}
		calls, users, failed := 0, 0, 0
		for j := range tr.steps {
			st := &tr.steps[j]
			switch st.Source {
			case results.SourceAgent:
				said["assistant"]++
			case results.SourceUser:
				said["user"]++
				users += len(st.ToolCalls)
			}
			calls += len(st.ToolCalls)
			if st.Observation != nil {
				said["tool"] += len(st.Observation.Results)
				for _, r := range st.Observation.Results {
					if r.Failure == "is_error" {
						failed++
					}
				}
			}
		}
		for role, n := range want.Messages {
			equal(t, want.Task+" "+role, said[role], n)
		}
		equal(t, want.Task+" calls", calls, want.ToolCalls)
		equal(t, want.Task+" calls of the user", users, want.UserCalls)
		equal(t, want.Task+" errors", failed, want.ToolErrors)
		equal(t, want.Task+" ended", tr.Details.Ended, want.Termination)
		equal(t, want.Task+" has a cost", tr.Usage.CostUSD != nil, want.AgentCost != nil && *want.AgentCost > 0)
		if tr.Usage.CostUSD != nil {
			equal(t, want.Task+" cost", *tr.Usage.CostUSD, *want.AgentCost)
		}
		if want.Prompt > 0 {
			prompt := tr.Usage.Input
			for _, part := range []*int64{tr.Usage.CacheRead, tr.Usage.CacheWrite} { // it counts them too
				if part != nil {
					prompt = results.Sum(prompt, part)
				}
			}
			equal(t, want.Task+" tokens", *prompt, want.Prompt)
		}
		if want.Reward != nil {
			equal(t, want.Task+" reward", tr.Details.Metrics["reward"], *want.Reward)
			equal(t, want.Task+" passed", tr.Status == results.Passed, *want.Reward == 1)
		}
		equal(t, want.Task+" duration", *tr.DurationMS, int64(want.Duration*1000+0.5))
		equal(t, want.Task+" ticks", int(tr.Details.Metrics["ticks"]), want.Ticks)
		equal(t, want.Task+" has a cost of the user", tr.Details.Metrics["user_cost_usd"] > 0, want.UserCost != nil && *want.UserCost > 0)
		if want.UserCost != nil && *want.UserCost > 0 {
			equal(t, want.Task+" cost of the user", tr.Details.Metrics["user_cost_usd"], *want.UserCost)
		}
		holdBasis(t, tr, want.Basis)
		return
	}
	t.Errorf("no trial of task %s", want.Task)
}

// holdBasis holds what counts for a reward against the checks that have a weight.
func holdBasis(t *testing.T, tr *sweTrial, want []string) {
	t.Helper()
	var got []string
	for _, c := range tr.Checks {
		if c.Weight > 0 {
			got = append(got, c.ID)
		}
	}
	if tr.Details.SourceTrial == "" && want == nil {
		return // a row of tau-bench 1 states no basis
	}
	slices.Sort(got)
	slices.Sort(want)
	equal(t, tr.Task+" counts for the reward", strings.Join(got, " "), strings.Join(want, " "))
}
