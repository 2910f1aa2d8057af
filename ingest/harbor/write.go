package harbor

import (
	"cmp"
	"context"
	"maps"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results"
)

func (j *job) writeTrial(ctx context.Context, rw ingest.RunWriter, g *group, t *trial, attempt int) error {
	defer j.forget(t.dir)
	for _, note := range t.warnings {
		rw.Warn(note)
	}
	t.warnings = nil
	end := j.ending(t)
	tests := j.allTests(t)
	out := j.build(t, end, tests, attempt)
	if t.contradiction != "" {
		out.Contradict(t.contradiction)
	}
	t.holdOutput(out, tests)
	for _, note := range t.warnings { // warnings added while reading the tests
		rw.Warn(note)
	}
	if err := rw.Trial(ctx, out); err != nil {
		return err
	}
	v := &view{ctx: ctx, j: j, rw: rw, t: t, left: &g.left, end: end.status, stored: map[string]bool{}}
	if err := v.keepRecords(); err != nil {
		return err
	}
	seen, err := v.readTraces()
	if err != nil {
		return err
	}
	v.leaveMedia()
	if seen.structured {
		g.traces++
	}
	out.TraceIDs = seen.ids
	d := &out.Details
	d.Prompt, d.TraceNote, d.Session, d.Workspace = seen.prompt, seen.note, seen.session, seen.workspace
	d.Model, d.Provider = cmp.Or(seen.model, t.modelName), cmp.Or(seen.provider, t.provider)
	d.Framework = cmp.Or(seen.agent, t.agentName)
	for _, name := range t.models {
		// Names that differ only in a provider prefix are the same model.
		same := func(other string) bool { return strings.EqualFold(path.Base("/"+other), path.Base("/"+name)) }
		if !same(d.Model) && !slices.ContainsFunc(d.Stated, same) {
			d.Stated = append(d.Stated, name)
		}
	}
	if seen.final != "" {
		d.Answer = &seen.final
	}
	d.Signals = t.signals(end, seen, tests)
	t.holdSolution(out, seen)
	if out.Usage == (results.Usage{}) {
		out.Usage = seen.usage
	}
	if out.StartedAt == nil && out.FinishedAt == nil {
		out.StartedAt, out.FinishedAt = seen.from, seen.to
	}
	return rw.AmendTrial(ctx, out)
}

func (j *job) build(t *trial, end ending, tests []results.Check, attempt int) *results.Trial {
	out := &results.Trial{
		Scenario: t.place.scenario, Task: t.place.task, Kind: cmp.Or(t.place.kind, results.KindReward),
		Attempt: attempt, Attempts: 1, Status: end.status, Score: end.score,
		StartedAt: t.started, FinishedAt: t.finished,
		DurationMS: ingest.Took(t.started, t.finished), AgentMS: t.agentMS, Usage: t.usage,
	}
	out.Details = results.TrialDetails{
		ErrorType: end.kind, ErrorText: end.text, Phases: t.phases, SourceTrial: t.name,
		Metrics: map[string]float64{}, Stages: t.stages(), Verdict: j.checker(t),
	}
	maps.Copy(out.Details.Metrics, t.files.extra)
	maps.Copy(out.Details.Metrics, t.rewards.num)
	checks := t.rewards.checks(t.verdict, "")
	if t.res != nil {
		for _, s := range t.res.Steps {
			if s.Verifier != nil {
				checks = append(checks, parseRewards(s.Verifier.Rewards).checks(verdict{}, s.Name)...)
			}
		}
	}
	checks = append(checks, tests...)
	out.Checks = distinct(append(checks, flagChecks(t.files.flags)...))
	return out
}

func (j *job) allTests(t *trial) []results.Check {
	out := j.tests(t, path.Join(t.dir, "verifier"), "")
	for _, s := range j.stepNames(t) {
		out = append(out, j.tests(t, path.Join(t.dir, "steps", s, "verifier"), s)...)
	}
	return out
}

func (t *trial) stages() []results.StageResult {
	if t.res == nil {
		return nil
	}
	var out []results.StageResult
	for _, s := range t.res.Steps {
		r := results.StageResult{ID: s.Name, State: "unchecked"}
		if s.Verifier != nil {
			if r.Score = parseRewards(s.Verifier.Rewards).verdict().score; r.Score != nil {
				r.State, r.Success = "checked", new(*r.Score >= 1)
			}
		}
		if s.Exception != nil {
			r.Error = s.Exception.Type + ": " + strings.TrimSpace(s.Exception.Message)
			if status, _ := t.blame(s.Exception); r.Score == nil && status == results.InfraError {
				r.State = "framework_error"
			}
		}
		if !s.reached() {
			r.State = "not_reached"
		}
		out = append(out, r)
	}
	return out
}

// shownOutput is the maximum number of bytes of verifier output that the trial's page displays. The
// raw record has all of it.
const shownOutput = 64 << 10

func (j *job) checker(t *trial) *results.CheckerVerdict {
	out := &results.CheckerVerdict{}
	read := func(name string) string {
		rec, err := j.record(path.Join(t.dir, "verifier", name))
		if err != nil || len(rec.Data) == 0 {
			return ""
		}
		out.File = cmp.Or(out.File, j.stored(rec.Name))
		return tail(rec.Data)
	}
	out.Stdout, out.Stderr = read("test-stdout.txt"), read("test-stderr.txt")
	if t.verdict.score != nil {
		out.Passed = new(*t.verdict.score >= 1)
	}
	if *out == (results.CheckerVerdict{}) {
		return nil
	}
	return out
}

// tail returns the end of an output, where test runners print the verdict, and states the number of
// omitted bytes.
func tail(data []byte) string {
	if len(data) <= shownOutput {
		return strings.ToValidUTF8(string(data), "\ufffd")
	}
	cut := len(data) - shownOutput
	for cut < len(data) && !utf8.RuneStart(data[cut]) {
		cut++
	}
	return "[the first " + ingest.Counted(cut, "byte") + " are in the record]\n" + strings.ToValidUTF8(string(data[cut:]), "\ufffd")
}
