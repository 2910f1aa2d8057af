package clawarena

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/words"
)

// judge builds the trial of a round with the verdict from scoring.json. If other evidence
// contradicts that verdict, the trial gets no score and the run becomes incomplete.
func (r *run) judge(task *results.Task, d *roundData) *results.Trial {
	t := &results.Trial{Scenario: d.files.test, Task: d.files.round, Attempt: 1, Attempts: 1, Kind: kindOf(task, d)}
	r.fillInfer(t, task, d)
	r.fillScoring(t, task, d)
	t.Status = statusOf(t, d)
	if d.contradiction != "" {
		t.Contradict(words.Capital(d.contradiction))
	}
	if t.Kind == results.KindMultiChoice {
		t.Checks = optionChecks(task, t.Selected, t.Gold)
	} else if v := t.Details.Verdict; t.Score != nil || v != nil {
		c := results.Check{ID: "exec", Weight: 1}
		if t.Score != nil {
			c.Passed = new(*t.Score >= 1)
		}
		if v != nil {
			c.Detail = strings.TrimSpace(v.Stdout)
		}
		t.Checks = []results.Check{c}
		if task != nil {
			t.Checks = append(t.Checks, ruleChecks(task.Facts.Rules, t.Score, v)...)
		}
	}
	return t
}

// framework returns the framework recorded in the round, preferring one that differs from the
// run's.
func (r *run) framework(d *roundData) string {
	of := d.infer.Meta.Framework
	if d.scoring != nil && (of == "" || strings.EqualFold(of, r.meta.System.Framework)) {
		return first(d.scoring.Meta.Framework, of)
	}
	return of
}

// kindOf returns the kind of the round in the dataset, or the recorded kind if the dataset lacks
// the round.
func kindOf(task *results.Task, d *roundData) string {
	if task != nil {
		return task.Kind
	}
	for _, kind := range d.kinds() {
		return kind
	}
	return ""
}

func (d *roundData) kinds() []string {
	var list []string
	if d.scoring != nil {
		list = append(list, d.scoring.Meta.QuestionType)
	}
	if d.infer != nil {
		list = append(list, d.infer.Meta.QuestionType)
	}
	list = slices.DeleteFunc(list, func(kind string) bool { return kind == "" })
	for i, kind := range list {
		list[i] = kindWord(kind)
	}
	return list
}

func kindWord(kind string) string {
	if kind == "file_check" { // MetaClaw-Bench's name for exec_check
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
	t.StartedAt, t.FinishedAt, t.DurationMS, t.AgentMS = d.spent.started, d.spent.finished, d.spent.duration, d.spent.agent
	t.Usage = d.spent.usage
	t.Details.Told = told(i.Question, task, r.prevTask, &r.prevTrial)
	t.Details.Session = i.Meta.SessionID
	t.Details.Provider, t.Details.Model = d.sum.Provider, d.sum.Model
	t.Details.Framework = r.framework(d)
	if log := i.Log; log != nil {
		t.Details.Workspace = log.Workspace
		if s := logError(log); s != "" && t.Details.ErrorText == "" {
			t.Details.ErrorText, t.Details.ErrorType = s, "agent"
		}
	}
	if len(d.steps) == 0 {
		t.Details.TraceNote = "The framework recorded no messages for this round."
	}
	if s := i.Inline; s != nil {
		t.PrefPassed = s.PrefPassed.Bool()
		if t.Kind != results.KindMultiChoice {
			t.Details.Verdict = &results.CheckerVerdict{Passed: s.Passed.Bool(), ExitCode: s.ExitCode.Whole(math.MaxInt32),
				Stdout: s.Stdout, Stderr: s.Stderr, File: d.files.infer}
		}
	}
	if t.Kind == results.KindMultiChoice {
		t.Selected = extract(answer)
	}
}

// contradict removes the verdict of a round with contradictory records. Only the first reason is
// kept.
func (r *run) contradict(t *results.Trial, d *roundData, file, format string, args ...any) {
	r.reject(t, file, format, args...)
	d.contradiction = cmp.Or(d.contradiction, fmt.Sprintf(format, args...))
}

func (r *run) reject(t *results.Trial, file, format string, args ...any) {
	r.note(t, file, format, args...)
	t.Score = nil
}

func (r *run) note(t *results.Trial, file, format string, args ...any) {
	msg := fmt.Sprintf(format, args...)
	r.out.Warn(ingest.Warn(file, 0, "round %s/%s: %s", t.Scenario, t.Task, msg))
	t.Details.Signals = append(t.Details.Signals, words.Capital(msg)+".")
}

func statusOf(t *results.Trial, d *roundData) results.Status {
	inferStatus := ""
	if d.infer != nil {
		inferStatus = d.infer.Answer.Status
	}
	switch {
	case d.unheard:
		return results.NotJudged
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
		return results.JudgeError // the check timed out or raised an exception; the harness scores 0
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
