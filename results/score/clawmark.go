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
// The score of a task is the weight of its passed checks divided by the weight of its full rubric
// (ClawMark paper, Eq. 1: Score = sum w_i p_i / sum w_i). The rubric comes from the dataset: a
// crashed run records fewer checks, and dividing by those would reward the crash. A check that was
// not evaluated counts as not passed. Task Success (Eq. 2) is 1 for a task that passed every check
// and 0 otherwise.
//
// Keys:
//   - score: mean over tasks; Num is the sum of task scores, Den the number of tasks.
//   - task_success: share of tasks; Num is the number of successful tasks, Den the number of tasks.
//   - redline_fail: failed red-line checks divided by evaluated ones, counted over checks, not tasks.
//
// Den of the first two counts the tasks with at least one scored trial. Tasks without one
// contribute nothing, so a run that lacks tasks has to be shown with its counts. Several trials of
// one task are averaged first.
//
// Scopes are "" for the run, "scenario:<slug>", and "day:<n>" (n >= 1) or "day:final", which have
// only the key score: the share of the weight checked on that day, averaged over the tasks with
// checks on it. Days are computed over all tasks and, under the convention ThreeDays, as in the
// paper's Figure 4. Trials of tasks outside tasks are ignored; if tasks is empty, the rubric is
// taken from the checks of the trials.
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

// ThreeDays is the convention of ClawMark's Figure 4: only tasks with exactly three days (73 of
// 100), so that all days cover the same tasks except those without a check on the day. The paper
// does not define the day of checks after the last one; they keep a separate day here.
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

// clawMarkVerdict is the contribution of one task to the metrics: mean score and success, counts of
// red-line checks, and score per day.
type clawMarkVerdict struct {
	score, success float64
	redFailed, red int
	days           map[string]float64
}

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

// ratioMetric returns a metric with the value num/den; the value is nil if den is 0.
func ratioMetric(scope, convention, key string, num, den float64) results.Metric {
	m := results.Metric{Scope: scope, Convention: convention, Key: key, Num: &num, Den: &den}
	if den > 0 {
		v := num / den
		m.Value = &v
	}
	return m
}

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

// tasksOfTrials lists the tasks of the trials, for a run of an unknown dataset.
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

// clawMarkTrial scores one trial against the task's full rubric. A trial without checks keeps its
// own score.
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

func clawMarkDays(got, full map[string]float64) map[string]float64 {
	days := map[string]float64{}
	for day, weight := range full {
		if weight > 0 && day != "" {
			days[day] = got[day] / weight
		}
	}
	return days
}

func clawMarkSpecs(checks []results.Check) []results.CheckSpec {
	specs := make([]results.CheckSpec, len(checks))
	for i, c := range checks {
		specs[i] = results.CheckSpec{ID: c.ID, Day: c.Day, Weight: c.Weight, RedLine: c.RedLine}
	}
	return specs
}

// clawMarkDay converts the id of a stage to its day number, from 1, or to "final" for the checks
// after the last day.
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

// clawMarkDayOrder returns the days in order: numbered days first, then the others by name.
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
