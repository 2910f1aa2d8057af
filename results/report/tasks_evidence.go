package report

import (
	"encoding/json"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/item"
)

// TasksEvidence gathers what the records of a benchmark say for or against its
// tasks: first the outcomes, run by run, then what the checkers wrote.
type TasksEvidence struct {
	benchmark results.Benchmark
	tasks     []results.Task
	runs      ScoredRuns
	all       bool
	list      []item.Evidence // of each task

	finder *TaskFinder
	gold   []goldReader
	shown  map[string]bool
	run    string // of the outcome before
	keep   bool   // it is shown
	count  bool   // it is counted
	sum    *results.ScoreSum
}

// NewTasksEvidence begins with the tasks of a benchmark in the dataset's order. all
// is for counts over all runs, also those that newer records replace, not over
// the ranked systems alone.
func NewTasksEvidence(b results.Benchmark, tasks []results.Task, runs ScoredRuns, all bool) *TasksEvidence {
	runs.Runs = runs.current(all)
	e := &TasksEvidence{benchmark: b, tasks: tasks, runs: runs, all: all, list: make([]item.Evidence, len(tasks)),
		finder: NewTaskFinder(tasks), gold: make([]goldReader, len(tasks)), shown: make(map[string]bool, len(runs.Runs))}
	for i := range tasks {
		e.gold[i].labels = Solution(tasks[i].Options)
		e.list[i] = item.Evidence{Task: &tasks[i], Scores: make([]item.SystemScore, 0, len(runs.Runs))}
	}
	for _, x := range runs.Runs {
		e.shown[x.Slug] = true
	}
	return e
}

// RunIDs are the keys of the runs whose records count as evidence.
func (e *TasksEvidence) RunIDs() []int64 {
	ids := make([]int64, len(e.runs.Runs))
	for i, r := range e.runs.Runs {
		ids[i] = r.ID
	}
	return ids
}

// AddOutcome adds how one run fared at one task.
func (e *TasksEvidence) AddOutcome(o *results.TaskOutcome) {
	if o.Run != e.run {
		e.run, e.keep, e.count, e.sum = o.Run, e.shown[o.Run], e.runs.Counts(o.Run, e.all), nil
		if x, ok := e.runs.Sums[o.Run]; ok {
			e.sum = &x
		}
	}
	i, ok := e.finder.Find(o.Run, o.Scenario, o.Task)
	if !ok || !e.keep {
		return
	}
	e.addTo(&e.list[i], o, &e.gold[i])
	// What the agent was told at this task is about the one before it.
	if o.ToldContrary && i > 0 && e.tasks[i-1].Scenario == o.Scenario {
		e.list[i-1].ToldContrary = append(e.list[i-1].ToldContrary, o.Run)
	}
}

func (e *TasksEvidence) addTo(task *item.Evidence, o *results.TaskOutcome, gold *goldReader) {
	if o.Score == nil {
		task.NoVerdict = append(task.NoVerdict, o.Run) // an outcome is one run's at the task
		return
	}
	if e.count {
		s := item.SystemScore{Run: o.Run, Score: *o.Score}
		if e.sum != nil {
			s.Rest = item.Rest(e.sum.Sum, e.sum.Scored, len(e.tasks), *o.Score)
		}
		task.Scores = append(task.Scores, s)
		if *o.Score >= 1 {
			task.Passed++
		}
	}
	if gold.differs(o.Gold) {
		task.GoldDiffers = append(task.GoldDiffers, o.Run)
	}
}

// goldReader sets the solutions of one task that records name against the
// dataset's. A thousand runs record the same few.
type goldReader struct {
	labels   []string // of the dataset
	recorded string   // the one before, as JSON
	other    bool     // it differs
}

func (g *goldReader) differs(recorded string) bool {
	if len(g.labels) == 0 || recorded == "" {
		return false
	}
	if recorded != g.recorded {
		var labels []string
		err := json.Unmarshal([]byte(recorded), &labels)
		g.recorded, g.other = recorded, err == nil && labels != nil && !SameLabels(g.labels, labels)
	}
	return g.other
}

// SilentChecks are the trials whose details can say what a checker that wrote
// nothing to standard output complained of: one that broke says so on standard
// error. One trial of each task is enough to learn of it.
func SilentChecks(words []results.CheckWords) []int64 {
	var list []int64
	var last results.TaskName
	for _, w := range words {
		if name := (results.TaskName{Scenario: w.Scenario, Task: w.Task}); w.Words == "" && name != last {
			list = append(list, w.Trial)
			last = name
		}
	}
	return list
}

// AddFindings adds what the checkers complained of; details are those of
// SilentChecks.
func (e *TasksEvidence) AddFindings(words []results.CheckWords, details map[int64]results.TrialDetails) {
	finder := NewTaskFinder(e.tasks)
	read := map[[2]string][]item.Finding{} // of the same words by the same command
	for _, w := range words {
		i, ok := finder.Find("", w.Scenario, w.Task)
		if !ok {
			continue
		}
		command := e.tasks[i].Facts.Command
		k := [2]string{command, w.Words}
		found, known := read[k]
		if !known || w.Words == "" {
			found = findingsOf(w, details, command)
			read[k] = found
		}
		e.list[i].Findings = append(e.list[i].Findings, found...)
	}
	for i := range e.list {
		if len(e.list[i].Findings) > 0 {
			first := i - (e.tasks[i].Ordinal - 1)
			for first < 0 || e.tasks[first].Scenario != e.tasks[i].Scenario {
				first++
			}
			e.list[i].Given = Given(e.tasks[first:i+1], i-first)
		}
	}
}

// findingsOf are the complaints of one checker.
func findingsOf(w results.CheckWords, details map[int64]results.TrialDetails, command string) []item.Finding {
	no := false
	if w.Words != "" {
		return item.Findings(&results.CheckerVerdict{Passed: &no, Stdout: w.Words}, command)
	}
	if x, ok := details[w.Trial]; ok && x.Verdict != nil {
		v := *x.Verdict
		v.Passed = &no
		return item.Findings(&v, command)
	}
	return nil
}
