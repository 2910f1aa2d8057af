package scorefile

import (
	"cmp"
	"fmt"
	"io/fs"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/trace"
	"github.com/clawatlas/clawatlas/results"
)

type row struct {
	Task      ingest.Scalar   `json:"task"`  // slug or title of the task
	Group     ingest.Scalar   `json:"group"` // group of the task, for benchmarks without a description
	Attempt   ingest.Scalar   `json:"attempt"`
	Status    ingest.Scalar   `json:"status"`
	Points    ingest.Scalar   `json:"score"`
	Of        ingest.Scalar   `json:"of"` // maximum points; 100 if not stated
	Passed    ingest.Scalar   `json:"passed"`
	Failures  []ingest.Scalar `json:"failure_types"`
	Checks    []check         `json:"checks"`
	Seconds   ingest.Scalar   `json:"time_s"`
	Input     ingest.Scalar   `json:"tokens_in"`
	Output    ingest.Scalar   `json:"tokens_out"`
	Tokens    ingest.Scalar   `json:"tokens"`
	Cost      ingest.Scalar   `json:"cost_usd"`
	ToolCalls ingest.Scalar   `json:"tool_calls"`
	Trace     ingest.Scalar   `json:"trace"`
}

type check struct {
	ID     ingest.Scalar `json:"id"`
	State  ingest.Scalar `json:"state"` // kind of state, such as files, calendar, reminders, notes, email
	Points ingest.Scalar `json:"points"`
	Of     ingest.Scalar `json:"of"`
	Passed ingest.Scalar `json:"passed"`
	Detail ingest.Scalar `json:"detail"`
}

// statuses maps the status values in scores.json to our statuses.
var statuses = map[string]results.Status{
	"timeout": results.Timeout, "error": results.AgentError, "invalid": results.InfraError,
}

// failureTypes lists the failure types in section 4.1 of arXiv 2606.10394, each with a word that
// identifies it.
var failureTypes = []struct{ word, name string }{
	{"tool", "Tool Failure"}, {"format", "Invalid Format"}, {"trap", "Trap and Reconciliation Failures"},
	{"verification", "Verification Failures"}, {"coverage", "Information Coverage Errors"},
	{"incomplete", "Incomplete Execution"}, {"spurious", "Spurious Outputs"},
}

func (x *row) attempt() int {
	if n := x.Attempt.Whole(1e6); n != nil && *n > 0 {
		return *n
	}
	return 1
}

type judging struct {
	*row
	out   *results.Trial
	stage bool     // set if the benchmark is STAGE-Claw
	odd   []string // contradictions between values of the row
}

func (r *reader) judged(x *row) *results.Trial {
	j := &judging{row: x, stage: r.into.Benchmark.Scoring == results.ScoringStageClaw}
	j.out = &results.Trial{Kind: results.KindReward, Attempts: 1, Status: statuses[x.Status.Text()]}
	d := &j.out.Details
	d.SourceTrial, d.Metrics = x.Task.Text(), map[string]float64{}
	if s := x.Status.Text(); s != "completed" && j.out.Status == "" {
		d.Ended = s
	}
	j.checks()
	if tasks := r.tracedTasks[x.Trace.Text()]; len(tasks) > 1 {
		j.reject("%d tasks refer to its trace", len(tasks))
	}
	j.judge()
	for _, x := range x.Failures {
		if name := failureType(x.Text()); name != "" && !slices.Contains(d.Failures, name) {
			d.Failures = append(d.Failures, name)
		}
	}
	g := &r.gauge
	j.out.Usage = results.Usage{Input: g.Tokens("tokens_in", x.Input), Output: g.Tokens("tokens_out", x.Output),
		Total: g.Tokens("tokens", x.Tokens), CostUSD: g.USD("cost_usd", x.Cost)}
	j.out.DurationMS = g.Duration("time_s", x.Seconds, time.Second)
	if n := g.Tokens("tool_calls", x.ToolCalls); n != nil {
		d.Metrics["tool_calls"] = float64(*n)
	}
	return j.out
}

func (j *judging) reject(format string, args ...any) {
	j.odd = append(j.odd, fmt.Sprintf(format, args...))
}

// failureType returns the name of the failure type that a text states. It returns unknown types
// unchanged.
func failureType(stated string) string {
	for _, f := range failureTypes {
		if strings.Contains(strings.ToLower(stated), f.word) {
			return f.name
		}
	}
	return stated
}

func (j *judging) checks() {
	for i, c := range j.Checks {
		id := c.ID.Text()
		if id == "" {
			id = fmt.Sprintf("check %d", i+1)
		}
		if s := c.State.Text(); s != "" {
			id = s + ": " + id
		}
		x := results.Check{ID: id, Passed: c.Passed.Bool(), Detail: c.Detail.Text(), Weight: 1}
		got, stated := c.Points.Number()
		if most, ok := c.Of.Number(); ok && most > 0 {
			x.Weight = most
			if stated && (got > most || got < 0) {
				j.reject("%s has %v of %v points", id, got, most)
			}
			if stated {
				whole := got >= most
				if x.Passed != nil && *x.Passed != whole {
					j.reject("%s has %v of %v points, and passed is %v", id, got, most, *x.Passed)
				}
				x.Passed = &whole
				if got > 0 && !whole {
					x.Detail = strings.TrimSpace(fmt.Sprintf("%v of %v points. %s", got, most, x.Detail))
				}
			}
		}
		j.out.Checks = append(j.out.Checks, x)
	}
}

// summed returns the total points of the checks divided by the maximum. ok is false if a check
// states no points.
func (j *judging) summed() (share float64, ok bool) {
	sum, most := 0.0, 0.0
	for _, c := range j.Checks {
		of, there := c.Of.Number()
		if !there || of <= 0 {
			return 0, false
		}
		got, there := c.Points.Number()
		if p := c.Passed.Bool(); !there && p != nil {
			there = true
			if *p {
				got = of
			}
		}
		if !there || got < 0 || got > of {
			return 0, false
		}
		sum, most = sum+got, most+of
	}
	return sum / most, most > 0
}

func (j *judging) judge() {
	out, said := j.out, j.Passed.Bool()
	points, stated := j.points()
	summed, every := j.summed()
	ok := stated || every
	if !stated {
		points = summed
	} else if every && math.Abs(points-summed) > 0.005 {
		j.reject("its checks give %.2f of 100 points, but its score is %.2f", 100*summed, 100*points)
	}
	if said == nil && !j.Passed.Absent() {
		j.reject("passed is neither true nor false")
	}
	if !stated && !j.Points.Absent() {
		j.reject("score is not a number from 0 to its maximum")
	}
	if j.Status.Text() == "" && !j.Status.Absent() {
		j.reject("status is not a string")
	}
	verdict, drawn := points, said != nil || j.stage
	switch {
	case j.stage && ok:
		pass := results.StageClawPasses(points)
		if said != nil && *said != pass {
			j.reject("it has %.2f of 100 points, but passed is %v", 100*points, *said)
		}
		verdict = bit(pass)
	case said != nil && !j.stage:
		verdict = bit(*said)
	case !ok && len(j.odd) == 0:
		if out.Status == "" {
			out.Status = results.JudgeError
			out.Details.ErrorText = "It states no score between 0 and the maximum."
		}
		return
	}
	switch {
	case out.Status == results.InfraError: // the environment could not be rebuilt or evaluated completely, so the run is invalid
		return
	case out.Status == results.AgentError && verdict >= 1 && len(j.odd) == 0:
		out.Contradict("its status is \"error\", but it states that it passed")
		return
	case len(j.odd) > 0:
		out.Contradict(strings.Join(j.odd, "; "))
		return
	case verdict >= 1:
		out.Status = results.Passed
	case out.Status == "":
		out.Status = results.Failed
	}
	if out.Score = &verdict; drawn && ok {
		out.Points = &points
	}
}

func bit(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}

func (j *judging) points() (float64, bool) {
	most := 100.0
	if x, ok := j.Of.Number(); ok && x > 0 {
		most = x
	}
	x, ok := j.Points.Number()
	return x / most, ok && x >= 0 && x <= most
}

type trial struct {
	ingest.Telling
	*row
}

func (t *trial) write(run *results.Run) error {
	named := t.Trace.Text() != ""
	if !named {
		t.Note("Its scores.json names no transcript.")
	}
	if err := t.RW.Trial(t.Ctx, t.Trial); err != nil || !named {
		return err
	}
	if err := t.read(run); err != nil {
		return err
	}
	return t.RW.AmendTrial(t.Ctx, t.Trial)
}

func (t *trial) read(run *results.Run) error {
	name := t.Trace.Text()
	if t.File = t.In.Path(name); !fs.ValidPath(name) || !strings.HasPrefix(name, tracesDir+"/") {
		t.File = t.In.Path(scoresFile)
		t.Warn(0, "the trace of "+t.Task.Text()+" is outside the folder "+tracesDir+": not read")
		t.Note("The transcript that is named is outside the folder " + tracesDir + ".")
		return nil
	}
	rec, err := t.In.Record(t.File)
	if err != nil {
		t.Warn(0, err.Error())
		t.Note("The transcript could not be read: " + err.Error())
		return nil
	}
	if err := t.RW.Raw(t.Ctx, rec); err != nil {
		return err
	}
	run.Evidence = results.Recomputed
	dialect := trace.Detect(name, rec.Data[:min(len(rec.Data), 64<<10)])
	sum, err := t.Transcript(dialect, rec.Data, t.File+".media")
	if err != nil {
		return err
	}
	t.describe(&sum)
	return nil
}

// describe adds data from the transcript. Numbers stated in scores.json take precedence.
func (t *trial) describe(sum *trace.Summary) {
	stated := t.Trial.Usage
	sum.Describe(t.Trial)
	told := t.Trial.Usage
	if stated.Input != nil || stated.Output != nil || stated.Total != nil {
		t.Trial.Usage = stated
	}
	t.Trial.Usage.CostUSD = cmp.Or(stated.CostUSD, told.CostUSD)
	t.Trial.DurationMS = cmp.Or(t.Trial.DurationMS, ingest.Took(t.Trial.StartedAt, t.Trial.FinishedAt))
	if n, ok := t.ToolCalls.Number(); ok && int(n) != sum.ToolCalls {
		t.Warn(0, fmt.Sprintf("%s: tool_calls is %v, but the transcript has %d: using the transcript", t.Task.Text(), n, sum.ToolCalls))
	}
}
