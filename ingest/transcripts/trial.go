package transcripts

import (
	"cmp"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/trace"
	"github.com/clawatlas/clawatlas/results"
)

// Notes on the verdict of a transcript.
const (
	noVerdict  = "No verdict was recorded with this transcript."
	notCounted = "The grade in this trace is shown but not counted."
)

func (f *file) verdict() string {
	if f.dialect == trace.DialectClawEval {
		return notCounted
	}
	return noVerdict
}

type transcript struct {
	ingest.Telling
	r *reader
	f *file

	lines *ingest.Kept
	read  []string
	kept  map[string]bool
}

func (t *transcript) write() error {
	f := t.f
	t.kept = map[string]bool{}
	t.Trial = &results.Trial{
		Scenario: f.scenario, Task: f.task, Attempt: 1, Attempts: 1, Status: results.NotJudged, Kind: f.kind,
	}
	t.Trial.Details = results.TrialDetails{TraceNote: f.verdict(), SourceTrial: path.Base(f.name)}
	if !f.listed {
		t.RW.Warn(ingest.Warn(f.name, 0, "%s has no task %s: shown but not counted", t.r.about.Name, f.task))
	}
	if err := t.RW.Trial(t.r.ctx, t.Trial); err != nil {
		return err
	}
	src, err := t.source()
	if err != nil {
		return err
	}
	sum, err := trace.Read(f.dialect, src, trace.Sink{Step: t.step, Warn: t.Warn, File: t.file, Beside: t.beside, Media: t.picture,
		Known: t.r.known(f)})
	t.finishLines()
	if t.Spoilt != nil {
		return t.Spoilt
	}
	if ctxErr := t.r.ctx.Err(); ctxErr != nil {
		return ctxErr
	}
	if err != nil {
		t.Note("The transcript could not be read to its end: " + err.Error())
		t.Warn(0, err.Error()+"; the trace ends there")
	}
	t.conclude(&sum)
	if err := t.unread(); err != nil {
		return err
	}
	return t.RW.AmendTrial(t.r.ctx, t.Trial)
}

func (t *transcript) source() (trace.Source, error) {
	if t.f.dialect.Lines() {
		ahead := 0
		if t.f.dialect == trace.DialectOpenClaw {
			ahead = 1 // read twice, first for the ids
		}
		t.lines = t.r.in.Keep(t.Ctx, t.RW, t.f.name, ahead)
		return trace.Source{Open: func() (trace.LineReader, error) { return t.lines.Open() }}, nil
	}
	rec, err := t.r.in.Record(t.f.name)
	if err != nil {
		return trace.Source{Open: func() (trace.LineReader, error) { return nil, err }}, nil
	}
	return trace.Source{Data: rec.Data}, t.RW.Raw(t.Ctx, rec)
}

func (t *transcript) finishLines() {
	if t.lines == nil {
		return
	}
	fault, spoilt := t.lines.Finish()
	if fault != nil {
		t.Warn(0, fmt.Sprintf("the raw record is kept only up to the error: %v", fault))
	}
	t.Spoilt = cmp.Or(t.Spoilt, spoilt)
}

func (t *transcript) step(s *results.Step) error {
	t.pictures(s)
	return t.Telling.Step(s)
}

func (t *transcript) conclude(sum *trace.Summary) {
	sum.Agent = cmp.Or(sum.Agent, t.f.agentOfPlace())
	sum.Describe(t.Trial)
	if sum.Parent != "" {
		t.Note(fmt.Sprintf("A sub-agent of session %s has written it, whose own transcript is not here.", sum.Parent))
	}
	if sum.Error != "" {
		t.Note(sum.Error)
	}
}

func (t *transcript) file(name string) ([]byte, error) {
	rec, err := t.r.beside(t.r.in, t.f, name)
	if err != nil {
		t.Warn(0, fmt.Sprintf("refers to %s, which cannot be read: %v", name, err))
		return nil, nil
	}
	if rec == nil {
		return nil, nil
	}
	return rec.Data, t.keep(rec)
}

func (t *transcript) keep(rec *ingest.Record) error {
	if t.kept[rec.Name] {
		return nil
	}
	t.kept[rec.Name] = true
	t.read = append(t.read, rec.Name)
	if err := t.RW.Raw(t.Ctx, rec); err != nil {
		t.Spoilt = fmt.Errorf("keep %s: %w", rec.Name, err)
	}
	return t.Spoilt
}

func (t *transcript) beside() []string {
	if t.f.dialect != trace.DialectClaudeCode {
		return nil
	}
	list := t.subagents()
	if dir := path.Dir(t.f.name); dir != "." {
		for i := range list {
			list[i] = strings.TrimPrefix(list[i], dir+"/")
		}
	}
	return list
}

// unread stores the sub-agent files that the session did not refer to.
func (t *transcript) unread() error {
	if t.f.dialect != trace.DialectClaudeCode {
		return nil
	}
	for _, name := range t.subagents() {
		if slices.Contains(t.read, name) {
			continue
		}
		rec, err := t.r.in.Record(name)
		if err != nil {
			t.RW.Warn(ingest.Warn(name, 0, "left out: %v", err))
			continue
		}
		if err := t.keep(rec); err != nil {
			return err
		}
		t.RW.Warn(ingest.Warn(name, 0, "the session does not refer to this sub-agent file: kept as a raw record"))
	}
	return nil
}

func (t *transcript) subagents() []string {
	list := slices.Clone(t.r.owned[t.f.name])
	dir := path.Join(strings.TrimSuffix(t.f.name, path.Ext(t.f.name)), subagentsDir)
	_ = fs.WalkDir(t.r.in.FS, dir, func(name string, e fs.DirEntry, err error) error {
		if err == nil && e.Type().IsRegular() && path.Ext(name) == ".jsonl" && strings.HasPrefix(e.Name(), "agent-") {
			list = append(list, name)
		}
		return nil // most sessions have no such folder
	})
	return list
}
