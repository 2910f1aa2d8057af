package inspect

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results"
)

// trial writes one attempt with its records and its steps.
func (l *reader) trial(a *attempt) (*results.Trial, error) {
	t := &results.Trial{Scenario: a.task.Scenario, Task: a.task.Task, Attempt: a.epoch, Attempts: 1, Kind: a.kind}
	t.Details.SourceTrial = fmt.Sprintf("%s, epoch %d", a.name(), a.epoch)
	if a.unlisted {
		l.warn("", "%s has no task %s: shown, but not counted", l.about.Name, a.name())
	}
	switch {
	case a.place == nil && a.summary == nil:
		t.Status, t.Kind = results.Missing, results.KindReward
		t.Details.TraceNote = "The log names this sample, and holds no record of it."
		return t, l.rw.Trial(l.ctx, t)
	case a.place == nil:
		l.judge(t, fields(func(name string) jsontext.Value { return memberOf(a.summary, name) }), a)
		t.Details.TraceNote = "The log holds a summary of this sample alone."
		t.Details.Prompt = a.prompt
		return t, l.rw.Trial(l.ctx, t)
	}
	s, err := (*sample)(nil), a.broken
	if err == nil {
		s, err = load(l.in, a.place)
	}
	if err != nil {
		t.Status = results.JudgeError
		t.Details.ErrorType, t.Details.ErrorText = "unreadable record", err.Error()
		var at *errAt
		line := 0
		if errors.As(err, &at) {
			line = at.line
		}
		l.warnings = append(l.warnings, ingest.Warn(rawName(l.in, a.place.name), line,
			"sample %s, epoch %d cannot be read: %v", a.name(), a.epoch, err))
		return t, l.rw.Trial(l.ctx, t)
	}
	defer s.close()
	for _, e := range s.left {
		l.warn(e.name, "left out: %v", e.fault)
	}
	if s.large > 0 {
		l.warn(a.place.name,
			"%s left out: each is larger than the limit of %d bytes for one message or event", ingest.Counted(s.large, "value"), maxPiece)
	}
	return t, l.told(t, s, a)
}

// told writes a sample that was read.
func (l *reader) told(t *results.Trial, s *sample, a *attempt) error {
	l.judge(t, s.member, a)
	if err := l.rw.Trial(l.ctx, t); err != nil {
		return err
	}
	if err := s.keep(l.ctx, l.in, l.rw); err != nil {
		return err
	}
	tr := newTracer(l, s)
	if err := tr.story.read(); err != nil {
		return err
	}
	if err := tr.write(); err != nil {
		return err
	}
	if tr.n > 0 {
		l.traces++
	}
	l.conclude(t, tr, s)
	return l.rw.AmendTrial(l.ctx, t)
}

// fields gives the members of a sample or of a summary.
type fields func(name string) jsontext.Value

func memberOf(v jsontext.Value, name string) jsontext.Value {
	for n, v := range members(v) {
		if n == name {
			return v
		}
	}
	return nil
}

// judge takes what a sample states beside its steps: verdicts, times, errors and limits.
func (l *reader) judge(t *results.Trial, get fields, a *attempt) {
	raw, single := get("scores"), ""
	if raw == nil && says(get("score")) {
		raw, single = get("score"), cmp.Or(l.rules.headline, "score")
	}
	list, err := verdicts(raw, single)
	name := l.in.Item.Dir
	if a.place != nil {
		name = rawName(l.in, a.place.name)
	}
	target := cmp.Or(a.target, targetOf(get("target")))
	l.rules.look(list)
	lead := l.rules.lead(list)
	t.Checks = l.rules.checks(list, target)
	a.picks(t, target, lead)
	t.Score = l.rules.share(lead)
	t.Details.Metrics = map[string]float64{}
	for i := range list {
		if v := &list[i]; v.value != nil && (v.number || v.letter == "") {
			t.Details.Metrics[v.id] = *v.value
		}
	}
	l.sums.add(string(a.id), list)
	t.Status = l.status(lead)
	if err != nil {
		t.Status, t.Score, t.Checks = results.JudgeError, nil, nil
		l.warnings = append(l.warnings, ingest.Warn(name, 0, "the scores cannot be believed: %v", err))
	}
	t.StartedAt, t.FinishedAt = timeOf(get("started_at")), timeOf(get("completed_at"))
	t.DurationMS, t.AgentMS = seconds(get("total_time")), seconds(get("working_time"))
	l.limits(t, get)
}

// status is what the verdict that leads says.
func (l *reader) status(lead *verdict) results.Status {
	if lead == nil || lead.value == nil {
		return results.NotJudged
	}
	switch passed := l.rules.passed(lead); {
	case passed == nil:
		return results.NotJudged // a number that nobody has said the sense of
	case *passed:
		return results.Passed
	case lead.letter == "N":
		return results.NoAnswer
	}
	return results.Failed
}

// limits takes how the sample ended, where it did not by itself.
func (l *reader) limits(t *results.Trial, get fields) {
	d := &t.Details
	if v := get("limit"); says(v) {
		kind, at := plain(memberOf(v, "type")), plain(memberOf(v, "limit"))
		if v[0] == '"' { // of a summary
			kind = plain(v)
		}
		d.Ended = limitText(kind, at)
		if (kind == "time" || kind == "working") && t.Status != results.Passed {
			t.Status = results.Timeout
		}
	}
	if v := get("error"); says(v) {
		d.ErrorType, d.ErrorText = "error", plain(v)
		if v[0] == '{' {
			d.ErrorText = plain(memberOf(v, "message"))
			if trace := plain(memberOf(v, "traceback")); trace != "" {
				d.ErrorText += "\n\n" + trace
			}
		}
		if t.Status != results.Passed && t.Status != results.Failed && t.Status != results.NoAnswer {
			t.Status = results.InfraError
		}
	}
	if v := get("error_retries"); says(v) {
		if n := len(slices.Collect(elements(v))); n > 0 {
			d.TraceNote = fmt.Sprintf("The sample was begun again %s after errors; the attempts before are in the raw record alone.", times(n))
		}
	}
	if v := get("invalidation"); says(v) {
		d.Suspicions = append(d.Suspicions, "the log marks this sample as invalid: "+spelled(v))
	}
}

// limitText says which limit has ended a sample, with its unit: it is the sample's end as
// it was planned, and no error. An operator ends it without a number.
func limitText(kind, at string) string {
	switch {
	case kind == "operator":
		return "an operator's stop"
	case at == "":
		return kind + " limit"
	case kind == "time" || kind == "working":
		at += " s"
	case kind == "cost":
		at += " USD"
	}
	return strings.TrimSpace(kind + " limit of " + at)
}

func seconds(v jsontext.Value) *int64 {
	x, ok := number(v)
	if !ok || x < 0 || x > 1e9 {
		return nil
	}
	return new(int64(math.Round(x * 1000)))
}

func times(n int) string {
	if n == 1 {
		return "once"
	}
	return fmt.Sprintf("%d times", n)
}

// conclude puts what the steps say as a whole into the trial.
func (l *reader) conclude(t *results.Trial, tr *tracer, s *sample) {
	d := &t.Details
	d.Prompt = tr.first
	if tr.last != "" {
		d.Answer = &tr.last
	}
	d.Session = plain(s.member("uuid"))
	if !l.h.nobody() { // what its answers name can be a spelling of the provider's own
		d.Provider, d.Model = l.h.model()
	}
	d.TraceNote = strings.TrimSpace(d.TraceNote + " " + tr.note())
	if tr.missing > 0 {
		l.warn(s.records[0].name, "%s lead to attachments that the log lacks: they are shown as they stand", ingest.Counted(tr.missing, "reference"))
	}
	slices.Sort(tr.odd)
	for _, odd := range slices.Compact(tr.odd) {
		l.warn(s.records[0].name, "%s", odd)
	}
	if t.StartedAt == nil && t.FinishedAt == nil {
		t.StartedAt, t.FinishedAt = tr.story.from, tr.story.to
	}
	l.spent(t, tr, s)
}

// spent takes the tokens of the model, without those of scorers, which are models too.
func (l *reader) spent(t *results.Trial, tr *tracer, s *sample) {
	st := tr.story
	var own, graders spent
	recorded := 0
	doubtful := false
	for model, v := range members(s.member("model_usage")) {
		u := usageOf(v)
		l.sums.spend(model, u)
		recorded++
		if g := st.graded[model]; g != nil {
			rest, ok := u.less(*g)
			if !ok { // answers from a cache cost nothing and still state their tokens
				doubtful = true
			}
			u = rest
			graders.add(*g)
		}
		if len(u.odd) > 0 {
			l.warn(s.records[0].name, "%s: it counts as not recorded", strings.Join(u.odd, ", "))
		}
		own.add(u)
	}
	if recorded == 0 || doubtful {
		own, graders = spent{}, spent{}
		for model, u := range st.spent {
			rest := *u
			if g := st.graded[model]; g != nil {
				rest, _ = u.less(*g)
				graders.add(*g)
			}
			own.add(rest)
		}
	}
	t.Usage = own.usage()
	if !graders.none() {
		t.Details.Metrics[results.MetricGraderTokens] = float64(value(graders.total))
	}
	asks := func(d declared) bool { return strings.HasPrefix(d.id(), "model_graded") }
	if st.calls == 0 && recorded > 0 && slices.ContainsFunc(l.h.Eval.Scorers, asks) {
		const note = " The log has no events, so the tokens of the grader cannot be told from those of the model."
		t.Details.TraceNote = strings.TrimSpace(t.Details.TraceNote + note)
	}
}

func newTracer(l *reader, s *sample) *tracer {
	t := &tracer{
		ctx: l.ctx, in: l.in, rw: l.rw, s: s,
		strange: map[string]int{}, media: map[[32]byte]string{}, paths: map[string]int{},
	}
	t.story = newStory(t)
	return t
}
