package cases

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/pack"
)

// Miner finds the cases of a benchmark scenario by scenario, from what Pack has
// kept of the trials of each run, so that many runs are never in memory whole.
type Miner struct {
	benchmark   results.Benchmark
	tasks       map[string][]*results.Task // by scenario, in the dataset's order
	scenarios   []string
	runs        []*contender
	oneScenario *oneScenario
	unpacker    *unpacker
	byRule      [][]results.MinedCase
}

// NewMiner begins the cases of runs: those that stand for their systems, because
// a case is not twice as true where one system was run twice. A run with an
// exclusion is none of them: what cannot be ranked is no evidence either.
func NewMiner(benchmark results.Benchmark, tasks []results.Task, runs []results.Run) *Miner {
	m := &Miner{
		benchmark: benchmark, tasks: map[string][]*results.Task{}, runs: contenders(runs),
		unpacker: newUnpacker(), byRule: make([][]results.MinedCase, len(Rules())),
	}
	m.oneScenario = &oneScenario{benchmark: benchmark, runs: m.runs}
	for i := range tasks {
		s := tasks[i].Scenario
		if m.tasks[s] == nil {
			m.scenarios = append(m.scenarios, s)
		}
		m.tasks[s] = append(m.tasks[s], &tasks[i])
	}
	return m
}

// Scenarios lists the scenarios in the dataset's order.
func (m *Miner) Scenarios() []string { return m.scenarios }

// Mine applies all rules to a scenario. packed gives what Pack has kept there of
// the runs that have something, by index in the runs, in ascending order.
func (m *Miner) Mine(scenario string, packed func(each func(run int, data []byte) error) error) error {
	v, u := m.oneScenario, m.unpacker
	v.open(m.tasks[scenario])
	err := packed(func(run int, data []byte) error {
		u.Open(data)
		for {
			o := v.outcome()
			at, ok := u.next(&o.evidence)
			switch {
			case ok && at < len(v.Tasks):
				o.run, o.task = m.runs[run], v.Tasks[at]
				v.byTask[at] = append(v.byTask[at], o)
			case ok || u.Err() != nil:
				return fmt.Errorf("read evidence of %s in %s: %w", m.runs[run].slug, scenario, pack.ErrDamaged)
			default:
				return nil
			}
		}
	})
	if err != nil {
		return err
	}
	for _, list := range v.byTask {
		for _, o := range list {
			v.byRun[o.run.at] = append(v.byRun[o.run.at], o)
		}
	}
	for i, r := range Rules() {
		m.byRule[i] = append(m.byRule[i], r.find(v)...)
	}
	return nil
}

// Cases returns what was found, by rule, ranked by weight within each.
func (m *Miner) Cases() []results.MinedCase {
	if len(m.runs) == 0 {
		return nil
	}
	var list []results.MinedCase
	for i, r := range Rules() {
		found := m.byRule[i]
		slices.SortStableFunc(found, func(a, b results.MinedCase) int {
			return cmp.Or(-cmp.Compare(a.Weight, b.Weight), strings.Compare(a.Scenario, b.Scenario), strings.Compare(a.Task, b.Task))
		})
		for _, c := range found {
			c.Benchmark, c.Rule = m.benchmark.ID, r.ID
			c.Slug = slugOf(&c)
			list = append(list, c)
		}
	}
	return list
}
