package clawarena

import (
	"regexp"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results"
)

// checkEvidence removes the verdict if other parts of the record contradict it or do not support
// it.
func (r *run) checkEvidence(t *results.Trial, task *results.Task, d *roundData) {
	if t.Score == nil || d.infer == nil {
		return
	}
	if reason := ingest.Impossible(task); reason != "" && *t.Score >= 1 {
		r.contradict(t, d, d.files.scoring, "score is 1, but no answer can pass this round: %s", reason)
		return
	}
	if v := t.Details.Verdict; v != nil && *t.Score >= 1 {
		if words := ingest.FailureLine(v); words != "" {
			r.contradict(t, d, d.files.infer, "score is 1, but the checker's recorded output says %q", words)
			return
		}
	}
	r.checkStatus(t, d)
	if task != nil {
		r.checkAsked(t, task, d)
	}
	if t.Score == nil {
		return
	}
	if n := len(d.asked()); n > 1 && d.openClaw() {
		r.contradict(t, d, d.files.infer, "the trace contains %d user messages, but a round has only one", n)
		return
	}
	if reason := unheard(t, d); reason != "" {
		t.Score, d.unheard = nil, true
		t.Details.Signals = append(t.Details.Signals, reason)
		r.unheard = append(r.unheard, results.TaskName{Scenario: t.Scenario, Task: t.Task})
		return
	}
	called := func(s *results.Step) bool { return len(s.ToolCalls) > 0 }
	if t.Kind == results.KindExecCheck && *t.Score >= 1 && !slices.ContainsFunc(d.steps, called) {
		r.contradict(t, d, d.files.infer, "an executable check passed, but the trace has no tool call that could have changed anything")
	}
}

// checkStatus removes a passing verdict that contradicts how the round ended. A timeout is not a
// contradiction, because the agent may have finished its work before it.
func (r *run) checkStatus(t *results.Trial, d *roundData) {
	a := &d.infer.Answer
	failed := a.Status != "" && a.Status != "success" && a.Status != "timeout"
	switch {
	case *t.Score < 1:
	case failed:
		r.contradict(t, d, d.files.infer, "score is 1, but the round's status is %s", a.Status)
	case a.Status == "timeout":
	case a.Error != nil && *a.Error != "":
		r.contradict(t, d, d.files.infer, "score is 1, but the answer's error is %q", *a.Error)
	case d.infer.Log != nil && logError(d.infer.Log) != "":
		r.contradict(t, d, d.files.infer, "score is 1, but the log's error is %q", logError(d.infer.Log))
	}
}

func (d *roundData) asked() []string {
	var list []string
	for _, s := range d.steps {
		if s.Source == results.SourceUser && s.Depth == 0 && strings.TrimSpace(s.Message) != "" {
			list = append(list, s.Message)
		}
	}
	return list
}

// checkAsked compares the user messages in the trace with the recorded question. OpenClaw adds only
// a date and a notice about truncated files.
func (r *run) checkAsked(t *results.Trial, task *results.Task, d *roundData) {
	list := d.asked()
	recorded := strings.TrimSpace(d.infer.Question)
	if len(list) == 0 || !d.openClaw() || task.Facts.Pinned == "" && !r.questions.Has(task.Name()) {
		return
	}
	for _, text := range list {
		if before, behind, ok := strings.Cut(text, recorded); ok && recorded != "" && dated.MatchString(before) &&
			(strings.TrimSpace(behind) == "" || strings.HasPrefix(strings.TrimSpace(behind), cutFiles)) {
			return
		}
	}
	r.contradict(t, d, d.files.infer, "the question in the trace differs from the recorded question")
}

// Text that OpenClaw adds before and after a question.
var dated = regexp.MustCompile(`^\s*(\[[^]\n]{1,40}\] ?)?$`)

const cutFiles = "[Bootstrap truncation warning]"

// unheard explains why none of the agent's messages contains the answer. It returns "" if one does
// or if this cannot be decided.
func unheard(t *results.Trial, d *roundData) string {
	status, text := d.infer.Answer.Status, strings.TrimSpace(d.infer.Answer.Text)
	if *t.Score < 1 && (text == "" || status == "timeout" || status == "failed" || d.infer.metaClaw() && t.Selected == nil) {
		return ""
	}
	spoke, asked := false, len(d.asked()) > 0
	for _, s := range d.steps {
		if s.Source != results.SourceAgent || s.Depth > 0 || s.Copied {
			continue
		}
		spoke = spoke || len(s.ToolCalls) > 0 || strings.TrimSpace(s.Message) != ""
		if t.Selected != nil && slices.Equal(extract(s.Message), t.Selected) {
			return needsQuestion(d, asked)
		}
	}
	switch {
	case !spoke:
		return "The trace has no message from the agent, so nothing supports the recorded answer: not judged."
	case t.Selected != nil:
		return "None of the agent's messages contains the recorded answer: not judged."
	}
	return needsQuestion(d, asked)
}

// openClaw reports whether OpenClaw wrote the log. Its logs begin with the question.
func (d *roundData) openClaw() bool { return strings.EqualFold(d.infer.Meta.Framework, "openclaw") }

// needsQuestion returns a message if an OpenClaw trace lacks its question, else "".
func needsQuestion(d *roundData, asked bool) string {
	if asked || !d.openClaw() {
		return ""
	}
	return "The trace does not contain the question, so it may belong to another round: not judged."
}

// exclusions adds an exclusion to the run if answers lack evidence in the trace.
func (r *run) exclusions() {
	if n := len(r.unheard); n > 0 {
		r.meta.Exclusions = append(r.meta.Exclusions, results.ExclusionOver(results.ExclusionUnheard, r.unheard,
			"%d of %d answers have no message from the agent and count as not judged", n, r.judged))
	}
}
