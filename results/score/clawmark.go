package score

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/clawatlas/clawatlas/results"
)

// ClawMark computes the metrics of a ClawMark run.
//
// The score of a task is the weight of its passed checks over the weight of
// its full rubric (ClawMark paper, Eq. 1: Score = sum w_i p_i / sum w_i). The
// rubric is the dataset's, not the recorded one: a run that crashed has fewer
// recorded checks, and dividing by those would reward the crash. A check that
// was not evaluated has not passed. Task Success (Eq. 2) is 1 for a task whose
// every check has passed and 0 otherwise.
//
// Keys:
//   - score: mean over tasks; Num is the sum of task scores, Den the tasks.
//   - task_success: share of tasks; Num the successful tasks, Den the tasks.
//   - redline_fail: failed over evaluated red-line checks, counted over checks
//     and not over tasks. Red-lines that were not evaluated are in neither.
//
// Den of the first two counts the tasks that have at least one scored trial; a
// task without one contributes nothing, so a run that lacks tasks has to be
// shown with its counts. Several trials of one task are averaged first.
//
// Scopes: "" for the run, "scenario:<slug>", and "day:<n>" from 1 or
// "day:final" with the key score alone: the share of the weight checked on
// that day, averaged over the tasks that have checks on it. Days come twice,
// over all tasks and, under the convention ThreeDays, as the paper's Figure 4
// draws them. Trials of tasks that are not in tasks are left out; without any
// tasks the trials' own checks stand for the rubric.
func ClawMark(tasks []results.Task, trials []results.Trial) []results.Metric {
	byTask := clawMarkAttempts(trials)
	if len(tasks) == 0 {
		tasks = tasksOfTrials(trials)
	}
	whole := &clawMarkSum{}
	var scenarios []string
	perScenario := map[string]*clawMarkSum{}
	days, three := map[string]*clawMarkSum{}, map[string]*clawMarkSum{}
	for i := range tasks {
		t := &tasks[i]
		verdict, ok := clawMarkMean(t, byTask[t.Name()])
		if !ok {
			continue
		}
		if perScenario[t.Scenario] == nil {
			perScenario[t.Scenario] = &clawMarkSum{}
			scenarios = append(scenarios, t.Scenario)
		}
		whole.add(verdict)
		perScenario[t.Scenario].add(verdict)
		clawMarkAddDays(days, verdict)
		if len(t.Facts.Stages) == 3 {
			clawMarkAddDays(three, verdict)
		}
	}
	out := whole.metrics("")
	for _, s := range scenarios {
		out = append(out, perScenario[s].metrics(results.ScopeScenario.Of(s))...)
	}
	out = append(out, clawMarkDayMetrics("", days)...)
	return append(out, clawMarkDayMetrics(ThreeDays, three)...)
}

// ThreeDays is the convention of ClawMark's Figure 4: days over the tasks with
// exactly three of them (73 of 100), so that every day has the same tasks but
// for those that check nothing on it. The paper does not say where it puts the
// checks after the last day; here they stay a day of their own.
const ThreeDays = "three_days"

func clawMarkAddDays(days map[string]*clawMarkSum, v clawMarkVerdict) {
	for day, s := range v.days {
		if days[day] == nil {
			days[day] = &clawMarkSum{}
		}
		days[day].add(clawMarkVerdict{score: s})
	}
}

func clawMarkDayMetrics(convention string, days map[string]*clawMarkSum) []results.Metric {
	var out []results.Metric
	for _, day := range clawMarkDayOrder(days) {
		out = append(out, ratioMetric(results.ScopeDay.Of(day), convention, "score", days[day].score, float64(days[day].tasks)))
	}
	return out
}

// clawMarkVerdict is what one task contributes: its mean score and success, its
// red-line counts and its score per day.
type clawMarkVerdict struct {
	score, success float64
	redFailed, red int
	days           map[string]float64
}

// clawMarkSum adds up verdicts of tasks.
type clawMarkSum struct {
	tasks          int
	score, success float64
	redFailed, red int
}

func (s *clawMarkSum) add(v clawMarkVerdict) {
	s.tasks++
	s.score += v.score
	s.success += v.success
	s.redFailed += v.redFailed
	s.red += v.red
}

func (s *clawMarkSum) metrics(scope string) []results.Metric {
	n := float64(s.tasks)
	return []results.Metric{
		ratioMetric(scope, "", "score", s.score, n),
		ratioMetric(scope, "", "task_success", s.success, n),
		ratioMetric(scope, "", "redline_fail", float64(s.redFailed), float64(s.red)),
	}
}

// ratioMetric makes a metric of numerator and denominator; without a denominator
// there is no value.
func ratioMetric(scope, convention, key string, num, den float64) results.Metric {
	m := results.Metric{Scope: scope, Convention: convention, Key: key, Num: &num, Den: &den}
	if den > 0 {
		v := num / den
		m.Value = &v
	}
	return m
}

// clawMarkAttempts groups the scored trials by task.
func clawMarkAttempts(trials []results.Trial) map[results.TaskName][]*results.Trial {
	byTask := map[results.TaskName][]*results.Trial{}
	for i := range trials {
		if tr := &trials[i]; tr.Score != nil {
			name := tr.TaskName()
			byTask[name] = append(byTask[name], tr)
		}
	}
	return byTask
}

// tasksOfTrials lists the tasks that the trials name, for a run whose dataset
// is not known.
func tasksOfTrials(trials []results.Trial) []results.Task {
	var tasks []results.Task
	seen := map[results.TaskName]bool{}
	for i := range trials {
		if name := trials[i].TaskName(); !seen[name] {
			seen[name] = true
			tasks = append(tasks, results.Task{Scenario: name.Scenario, Slug: name.Task})
		}
	}
	return tasks
}

// clawMarkMean averages the verdicts of the task's trials.
func clawMarkMean(t *results.Task, trials []*results.Trial) (clawMarkVerdict, bool) {
	mean := clawMarkVerdict{days: map[string]float64{}}
	n := float64(len(trials))
	for _, tr := range trials {
		v := clawMarkTrial(t, tr)
		mean.score += v.score / n
		mean.success += v.success / n
		mean.redFailed += v.redFailed
		mean.red += v.red
		for day, s := range v.days {
			mean.days[day] += s / n
		}
	}
	return mean, len(trials) > 0
}

// clawMarkTrial scores one trial against the task's full rubric. A trial that
// comes without checks keeps its own score.
func clawMarkTrial(t *results.Task, tr *results.Trial) clawMarkVerdict {
	rubric := t.Checks
	if len(rubric) == 0 {
		rubric = clawMarkSpecs(tr.Checks)
	}
	if len(tr.Checks) == 0 || len(rubric) == 0 {
		v := clawMarkVerdict{score: *tr.Score}
		if v.score >= 1 {
			v.success = 1
		}
		return v
	}
	return clawMarkRubric(t, rubric, tr.Checks)
}

// clawMarkRubric applies Eq. 1 and 2 to the full rubric.
func clawMarkRubric(t *results.Task, rubric []results.CheckSpec, checks []results.Check) clawMarkVerdict {
	passed := map[string]*bool{}
	for _, c := range checks {
		passed[c.ID] = c.Passed
	}
	var v clawMarkVerdict
	var got, full float64
	dayGot, dayFull := map[string]float64{}, map[string]float64{}
	v.success = 1
	for _, c := range rubric {
		p := passed[c.ID]
		weight := 0.0
		if p != nil && *p {
			weight = c.Weight
		} else {
			v.success = 0
		}
		day := clawMarkDay(t, c.Day)
		got, full = got+weight, full+c.Weight
		dayGot[day] += weight
		dayFull[day] += c.Weight
		if c.RedLine && p != nil {
			v.red++
			if !*p {
				v.redFailed++
			}
		}
	}
	if full > 0 {
		v.score = got / full
	}
	v.days = clawMarkDays(dayGot, dayFull)
	return v
}

// clawMarkDays gives the score of each day that has checks.
func clawMarkDays(got, full map[string]float64) map[string]float64 {
	days := map[string]float64{}
	for day, weight := range full {
		if weight > 0 && day != "" {
			days[day] = got[day] / weight
		}
	}
	return days
}

// clawMarkSpecs takes the recorded checks for the rubric.
func clawMarkSpecs(checks []results.Check) []results.CheckSpec {
	specs := make([]results.CheckSpec, len(checks))
	for i, c := range checks {
		specs[i] = results.CheckSpec{ID: c.ID, Day: c.Day, Weight: c.Weight, RedLine: c.RedLine}
	}
	return specs
}

// clawMarkDay turns the id of a stage into its ordinal from 1; the checks after
// the last day are "final".
func clawMarkDay(t *results.Task, stage string) string {
	for i, s := range t.Facts.Stages {
		if s.ID == stage {
			return strconv.Itoa(i + 1)
		}
	}
	if n, err := strconv.Atoi(strings.TrimPrefix(stage, "stage")); err == nil && n >= 0 {
		return strconv.Itoa(n + 1)
	}
	return stage
}

// clawMarkDayOrder sorts numbered days first, then the others by name.
func clawMarkDayOrder(days map[string]*clawMarkSum) []string {
	ids := make([]string, 0, len(days))
	for id := range days {
		ids = append(ids, id)
	}
	number := func(id string) int {
		if n, err := strconv.Atoi(id); err == nil {
			return n
		}
		return math.MaxInt
	}
	slices.SortFunc(ids, func(a, b string) int {
		return cmp.Or(cmp.Compare(number(a), number(b)), cmp.Compare(a, b))
	})
	return ids
}
