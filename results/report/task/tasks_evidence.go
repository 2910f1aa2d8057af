package task

import (
	"encoding/json"
	"slices"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/item"
	"github.com/clawatlas/clawatlas/results/report"
)

// TasksEvidence gathers what the records of a benchmark say for or against its
// tasks: first the outcomes, run by run, then what the checkers wrote.
type TasksEvidence struct {
	benchmark results.Benchmark
	tasks     []results.Task
	runs      report.ScoredRuns
	all       bool
	list      []item.Evidence // of each task

	finder *TaskFinder
	gold   []goldReader
	shown  map[string]bool
	failed [][]results.FailedTrial // of each task, one for all words that its checker wrote
	wrote  []map[uint64]bool       // what was written at each task, see results.FailedAttempt
}

// NewTasksEvidence begins with the tasks of a benchmark in the dataset's order, and
// with its runs, whose sums come with their outcomes. all
// is for counts over all runs, also those that newer records replace, not over
// the ranked systems alone.
func NewTasksEvidence(b results.Benchmark, tasks []results.Task, runs report.ScoredRuns, all bool) *TasksEvidence {
	runs.Runs = runs.Current(all)
	e := &TasksEvidence{benchmark: b, tasks: tasks, runs: runs, all: all, list: make([]item.Evidence, len(tasks)),
		finder: NewTaskFinder(tasks), gold: make([]goldReader, len(tasks)), shown: make(map[string]bool, len(runs.Runs)),
		failed: make([][]results.FailedTrial, len(tasks)), wrote: make([]map[uint64]bool, len(tasks))}
	for i := range tasks {
		e.gold[i].labels = Solution(tasks[i].Options)
		e.list[i] = item.Evidence{Task: &tasks[i], Scores: make([]item.SystemScore, 0, len(runs.Runs))}
	}
	for _, x := range runs.Runs {
		e.shown[x.Slug] = true
	}
	return e
}

// AddRun adds how one run fared. Runs come in the order of their slugs.
func (e *TasksEvidence) AddRun(run *results.RunOutcomes) {
	e.runs.Sums[run.Run] = run.ScoreSum
	if !e.shown[run.Run] {
		return
	}
	rests := make([]float64, 0, len(run.Tasks)) // scores point into it
	count := e.runs.Counts(run.Run, e.all)
	for k := range run.Tasks {
		o := &run.Tasks[k]
		i, ok := e.finder.Find(run.Run, o.Scenario, o.Task)
		if !ok {
			continue
		}
		e.addFailed(i, run.ID, o)
		x := &e.list[i]
		// What the agent was told at this task is about the one before it.
		if o.ToldContrary && i > 0 && e.tasks[i-1].Scenario == o.Scenario {
			e.list[i-1].ToldContrary = append(e.list[i-1].ToldContrary, run.Run)
		}
		if o.Score == nil {
			x.NoVerdict = append(x.NoVerdict, run.Run) // an outcome is one run's at the task
			continue
		}
		if count {
			s := item.SystemScore{Run: run.Run, Score: *o.Score}
			if rest := item.Rest(run.Sum, run.Scored, len(e.tasks), *o.Score); rest != nil {
				rests = append(rests, *rest)
				s.Rest = &rests[len(rests)-1]
			}
			x.Scores = append(x.Scores, s)
			if *o.Score >= 1 {
				x.Passed++
			}
		}
		if e.gold[i].differs(o.Gold) {
			x.GoldDiffers = append(x.GoldDiffers, run.Run)
		}
	}
}

// addFailed notes which trials of a task that a program checks were not passed: of
// those whose checkers wrote the same, the first.
func (e *TasksEvidence) addFailed(task int, run int64, o *results.TaskOutcome) {
	if e.tasks[task].Kind != results.KindExecCheck {
		return
	}
	for _, f := range o.Failed {
		if !e.wrote[task][f.Words] {
			if e.wrote[task] == nil {
				e.wrote[task] = map[uint64]bool{}
			}
			e.wrote[task][f.Words] = true
			e.failed[task] = append(e.failed[task], results.FailedTrial{Run: run, TaskName: e.tasks[task].Name(), Attempt: f.Attempt})
		}
	}
}

// FailedChecks are trials with all that checkers wrote of those that were not passed,
// in the dataset's order and then in that of runs.
func (e *TasksEvidence) FailedChecks() []results.FailedTrial { return slices.Concat(e.failed...) }

// goldReader sets the solutions of one task that records name against the
// dataset's. A thousand runs record the same few.
type goldReader struct {
	labels   []string // of the dataset
	Recorded string   `json:"-"` // the one before, as JSON
	other    bool     // it differs
}

func (g *goldReader) differs(recorded string) bool {
	if len(g.labels) == 0 || recorded == "" {
		return false
	}
	if recorded != g.Recorded {
		var labels []string
		err := json.Unmarshal([]byte(recorded), &labels)
		g.Recorded, g.other = recorded, err == nil && labels != nil && !SameLabels(g.labels, labels)
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
		if w.Words == "" && w.TaskName != last {
			list = append(list, w.Trial)
			last = w.TaskName
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
	var given *givenReader
	from := -1 // where it begins
	for i := range e.list {
		// Nothing else is asked of the texts than whether they name a key.
		if !slices.ContainsFunc(e.list[i].Findings, func(f item.Finding) bool { return f.Cause == item.MissingKey }) {
			continue
		}
		first := i - (e.tasks[i].Ordinal - 1)
		for first < 0 || e.tasks[first].Scenario != e.tasks[i].Scenario {
			first++
		}
		if first != from {
			given, from = &givenReader{tasks: e.tasks[first:]}, first
		}
		e.list[i].Given = given.upTo(i - first)
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
