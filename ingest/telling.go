package ingest

import (
	"cmp"
	"context"
	"crypto/sha256"
	"fmt"
	"path"
	"strings"

	"github.com/clawatlas/clawatlas/ingest/trace"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/session"
)

// Telling passes what a trace reader finds in one file to the open trial: steps, warnings and pictures.
type Telling struct {
	Ctx    context.Context
	In     *Input
	RW     RunWriter
	Trial  *results.Trial // the open one
	File   string         // that warnings are about
	Line   int            // on which the whole trace stands; 0 where it has lines of its own
	Spoilt error          // of the store: the run cannot go on

	media int64 // bytes of pictures kept
	asked bool  // the trial has the prompt that a person wrote
}

// Transcript reads one into the open trial, and its pictures as records in the folder media, if set. Faults of the file become
// warnings; an error is one of the store.
func (t *Telling) Transcript(d trace.Dialect, data []byte, media string) (trace.Summary, error) {
	sink := trace.Sink{Step: t.Step, Warn: t.Warn}
	if media != "" {
		sink.Media = t.MediaIn(media)
	}
	sum, err := trace.Read(d, trace.Source{Data: data}, sink)
	if err != nil && t.Spoilt == nil {
		t.Warn(0, err.Error()+"; the trace ends there")
	}
	return sum, t.Spoilt
}

// Step stores a step. The first prompt of the main agent that a person wrote is that of
// the trial; without one it is the first.
func (t *Telling) Step(s *results.Step) error {
	if t.Spoilt == nil {
		t.Spoilt = t.Ctx.Err()
	}
	if t.Spoilt != nil {
		return t.Spoilt
	}
	if d := &t.Trial.Details; !t.asked && s.Source == results.SourceUser && s.Event == "" && s.Depth == 0 {
		t.asked = !s.Copied && session.PromptLine(s.Message) != ""
		if t.asked || d.Prompt == "" {
			d.Prompt = s.Message
		}
	}
	if err := t.RW.Step(t.Ctx, s); err != nil {
		t.Spoilt = fmt.Errorf("save step of %s: %w", t.File, err)
	}
	return t.Spoilt
}

// Warn warns of the file.
func (t *Telling) Warn(line int, message string) {
	t.RW.Warn(Warn(t.File, cmp.Or(t.Line, line), "%s", message))
}

// Note adds a sentence to what is said of the trace.
func (t *Telling) Note(s string) {
	d := &t.Trial.Details
	d.TraceNote = strings.TrimSpace(d.TraceNote + " " + s)
}

// Limits of the pictures of one trial that are kept as records. Larger ones stay inside their record.
const (
	mediaEach  = 4 << 20
	mediaTotal = 64 << 20
)

// Room reports whether a picture of so many bytes is kept, and counts it then.
func (t *Telling) Room(size int64) bool {
	if size > mediaEach || t.media+size > mediaTotal {
		return false
	}
	t.media += size
	return true
}

// MediaIn keeps the pictures that a trace holds itself as records in dir.
func (t *Telling) MediaIn(dir string) func(name, media string, data []byte) (string, error) {
	return func(name, media string, data []byte) (string, error) {
		if !t.Room(int64(len(data))) {
			return "", nil
		}
		return t.KeepMedia(path.Join(dir, path.Base("/"+name)), media, data)
	}
}

// KeepMedia stores a picture and returns its name for parts. It is not text, so nothing is redacted.
func (t *Telling) KeepMedia(name, media string, data []byte) (string, error) {
	err := t.RW.Raw(t.Ctx, &Record{Name: name, Media: media, Data: data, Size: int64(len(data)), Sum: sha256.Sum256(data)})
	if err != nil {
		t.Spoilt = fmt.Errorf("keep %s: %w", name, err)
	}
	return relative(name, t.In.Item.Dir), t.Spoilt
}
