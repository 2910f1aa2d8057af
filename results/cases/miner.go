package cases

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/pack"
)

// Miner generates the cases of a benchmark, one scenario at a time, from the output of Pack, so
// that it never holds all runs in memory.
type Miner struct {
	benchmark   results.Benchmark
	tasks       map[string][]*results.Task // tasks by scenario, in the order of the dataset
	scenarios   []string
	runs        []*contender
	oneScenario *oneScenario
	unpacker    *unpacker
	byRule      [][]results.MinedCase
}

// NewMiner returns a miner. Each run must represent its system, so that repeated runs do not add
// weight to a case, and must have no exclusions.
func NewMiner(benchmark results.Benchmark, tasks []results.Task, runs []results.Run) *Miner {
	m := &Miner{
		benchmark: benchmark, tasks: map[string][]*results.Task{}, runs: contenders(runs),
		unpacker: newUnpacker(), byRule: make([][]results.MinedCase, len(Rules())),
	}
	m.oneScenario = &oneScenario{benchmark: benchmark}
	for i := range tasks {
		s := tasks[i].Scenario
		if m.tasks[s] == nil {
			m.scenarios = append(m.scenarios, s)
		}
		m.tasks[s] = append(m.tasks[s], &tasks[i])
	}
	return m
}

// Scenarios returns the scenarios in the dataset's order.
func (m *Miner) Scenarios() []string { return m.scenarios }

// Mine applies all rules to a scenario. packed must call each with the index of a run and the run's
// output of Pack for the scenario, in ascending order. It omits runs without data.
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
	for i, r := range Rules() {
		m.byRule[i] = append(m.byRule[i], r.find(v)...)
	}
	return nil
}

// Cases returns the generated cases by rule and, within a rule, by descending weight.
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
