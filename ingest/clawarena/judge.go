package clawarena

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results"
)

// judge makes the trial of a round: the verdict is scoring.json's, checked
// against the evidence beside it. A verdict that its own evidence contradicts
// is no verdict: the round stays without a score and the run incomplete.
func (r *run) judge(task *results.Task, d *roundData) *results.Trial {
	t := &results.Trial{Scenario: d.files.test, Task: d.files.round, Attempt: 1, Attempts: 1, Kind: kindOf(task, d)}
	r.fillInfer(t, task, d)
	r.fillScoring(t, task, d)
	t.Status = statusOf(t, d)
	if t.Kind == results.KindMultiChoice {
		t.Checks = optionChecks(task, t.Selected, t.Gold)
	} else if v := t.Details.Verdict; t.Score != nil || v != nil {
		c := results.Check{ID: "exec", Weight: 1}
		if t.Score != nil {
			ok := *t.Score >= 1
			c.Passed = &ok
		}
		if v != nil {
			c.Detail = trimmed(v.Stdout)
		}
		t.Checks = []results.Check{c}
	}
	return t
}

func kindOf(task *results.Task, d *roundData) string {
	kind := ""
	switch {
	case d.scoring != nil && d.scoring.Meta.QuestionType != "":
		kind = d.scoring.Meta.QuestionType
	case d.infer != nil:
		kind = first(d.infer.Meta.QuestionType, d.infer.TypeFlat)
	}
	if kind == "" && task != nil {
		kind = task.Kind
	}
	if kind == "file_check" {
		return results.KindExecCheck
	}
	return kind
}

func (r *run) fillInfer(t *results.Trial, task *results.Task, d *roundData) {
	i := d.infer
	if i == nil {
		t.Details.TraceNote = "The run has no readable infer_result.json for this round."
		return
	}
	t.Details.Prompt = i.Question
	answer := i.Answer.Text
	t.Details.Answer = &answer
	if i.Answer.Error != nil {
		t.Details.ErrorText = *i.Answer.Error
		t.Details.ErrorType = i.Answer.Status
	}
	t.StartedAt, t.FinishedAt = seconds(i.Timing.StartedAt), seconds(i.Timing.FinishedAt)
	t.DurationMS = wholeMS(i.Timing.DurationMS)
	t.Details.Told = told(i.Question, task, r.prevTask, &r.prevTrial)
	t.Details.Session = i.Meta.SessionID
	t.Details.Provider, t.Details.Model = d.sum.Provider, d.sum.Model
	t.Usage = d.sum.Usage
	if log := i.Log; log != nil {
		t.AgentMS = wholeMS(log.DurationMS)
		if s := logError(log); s != "" && t.Details.ErrorText == "" {
			t.Details.ErrorText, t.Details.ErrorType = s, "agent"
		}
		logUsage(&t.Usage, log)
	}
	if len(d.steps) == 0 {
		t.Details.TraceNote = "The framework recorded no messages for this round."
	}
	if s := i.Inline; s != nil {
		t.PrefPassed = s.PrefPassed
		if t.Kind != results.KindMultiChoice {
			t.Details.Verdict = &results.CheckerVerdict{Passed: s.Passed, ExitCode: s.ExitCode, Stdout: s.Stdout, Stderr: s.Stderr, File: d.files.infer}
		}
	}
	if t.Kind == results.KindMultiChoice {
		t.Selected = extract(answer)
	}
}

// fillScoring takes score, selected and gold options from scoring.json.
func (r *run) fillScoring(t *results.Trial, task *results.Task, d *roundData) {
	s := d.scoring
	if s == nil {
		t.Details.Suspicions = append(t.Details.Suspicions, "No readable scoring.json: this round has no verdict.")
		return
	}
	t.Details.Metrics = s.Metrics
	score, err := parseScore(s)
	if err != nil {
		r.doubt(t, d.files.scoring, "score: %v", err)
	}
	t.Score = score
	if t.Kind != results.KindMultiChoice {
		r.checkExec(t, d)
		return
	}
	extracted := upper(s.Extracted)
	if d.infer != nil && !slices.Equal(extracted, t.Selected) {
		r.doubt(t, d.files.scoring, "extracted_answer is %s, but the recorded answer gives %s", set(extracted), set(t.Selected))
	} else {
		t.Selected = extracted
	}
	t.Gold = upper(s.Correct)
	if want := goldOf(task); want != nil && t.Gold != nil && !slices.Equal(want, t.Gold) {
		r.note(t, d.files.scoring, "correct_answer is %s, but the dataset says %s: the run may be of another dataset revision", set(t.Gold), set(want))
	}
	if t.Gold == nil {
		r.doubt(t, d.files.scoring, "correct_answer is null: the round was scored without its solution")
		t.Gold = goldOf(task)
	}
	exact := t.Selected != nil && slices.Equal(t.Selected, t.Gold)
	if t.Score != nil && (*t.Score >= 1) != exact {
		r.doubt(t, d.files.scoring, "score is %v, but %s against the solution %s is %s", *t.Score, set(t.Selected), set(t.Gold), rightOrWrong(exact))
	}
}

func rightOrWrong(exact bool) string {
	if exact {
		return "right"
	}
	return "wrong"
}

// checkExec compares the score with the checker's recorded verdict.
func (r *run) checkExec(t *results.Trial, d *roundData) {
	v := t.Details.Verdict
	if v == nil || v.Passed == nil || t.Score == nil {
		return
	}
	if (*t.Score >= 1) != *v.Passed {
		r.doubt(t, d.files.scoring, "score is %v, but the checker's recorded verdict is passed=%t", *t.Score, *v.Passed)
	}
}

// doubt takes the verdict away; note only records what is odd.
func (r *run) doubt(t *results.Trial, file, format string, args ...any) {
	r.note(t, file, format, args...)
	t.Score = nil
}

func (r *run) note(t *results.Trial, file, format string, args ...any) {
	msg := fmt.Sprintf(format, args...)
	r.out.Warn(ingest.Warn(file, 0, "round %s/%s: %s", t.Scenario, t.Task, msg))
	t.Details.Suspicions = append(t.Details.Suspicions, strings.ToUpper(msg[:1])+msg[1:]+".")
}

// parseScore accepts a finite number from 0 to 1 and nothing else.
func parseScore(s *scoringRecord) (*float64, error) {
	raw := string(s.Score)
	switch {
	case raw == "":
		return nil, fmt.Errorf("there is none")
	case s.Score.Kind() != '0':
		return nil, fmt.Errorf("%s is not a number", raw)
	}
	x, err := strconv.ParseFloat(raw, 64)
	if err != nil || math.IsNaN(x) || x < 0 || x > 1 {
		return nil, fmt.Errorf("%s is not in 0..1", raw)
	}
	return &x, nil
}

func statusOf(t *results.Trial, d *roundData) results.Status {
	inferStatus := ""
	if d.infer != nil {
		inferStatus = d.infer.Answer.Status
	}
	switch {
	case t.Score == nil:
		return results.JudgeError
	case *t.Score >= 1:
		return results.Passed
	case inferStatus == "timeout":
		return results.Timeout
	case inferStatus == "failed":
		return results.AgentError
	case t.Kind == results.KindMultiChoice && t.Selected == nil:
		return results.NoAnswer
	case t.Details.Verdict != nil && t.Details.Verdict.ExitCode != nil && *t.Details.Verdict.ExitCode == -1:
		return results.JudgeError // the check itself timed out or raised; the harness scores it 0
	}
	return results.Failed
}

func goldOf(task *results.Task) []string {
	if task == nil || len(task.Options) == 0 {
		return nil
	}
	var gold []string
	for _, o := range task.Options {
		if o.Gold {
			gold = append(gold, o.Label)
		}
	}
	return gold
}

func upper(list []string) []string {
	if list == nil {
		return nil
	}
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = strings.ToUpper(s)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func set(list []string) string {
	if list == nil {
		return "nothing"
	}
	return "{" + strings.Join(list, ",") + "}"
}

// seconds turns epoch seconds into milliseconds; times before 2000 are noise.
func seconds(s *float64) *int64 {
	if s == nil || *s < 946684800 || *s > 1e11 {
		return nil
	}
	ms := int64(math.Round(*s * 1000))
	return &ms
}

// wholeMS rounds a duration; below zero and beyond thirty years it is noise.
func wholeMS(ms *float64) *int64 {
	if ms == nil || *ms < 0 || *ms > 1e12 {
		return nil
	}
	n := int64(math.Round(*ms))
	return &n
}
