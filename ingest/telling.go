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

// Telling adds the steps, warnings and pictures of one transcript file to the current trial.
type Telling struct {
	Ctx    context.Context
	In     *Input
	RW     RunWriter
	Trial  *results.Trial
	File   string // file named in warnings
	Line   int    // line of the file that contains the entire trace; 0 if the trace consists of lines
	Spoilt error  // error of the store; the run cannot continue after it

	media int64 // total size in bytes of the pictures stored so far
	asked bool  // set if the trial already has a prompt written by a person
}

// Transcript adds a transcript to the current trial. If media is not empty, it stores pictures as
// records in that folder. Errors in the file become warnings. A returned error is an error of the
// store.
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

// Step stores a step. It sets the trial's prompt to the main agent's first prompt written by a
// person, or to the first prompt if there is none.
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

// Warn records a warning about the file.
func (t *Telling) Warn(line int, message string) {
	t.RW.Warn(Warn(t.File, cmp.Or(t.Line, line), "%s", message))
}

// Note appends a sentence to the note about the trace.
func (t *Telling) Note(s string) {
	d := &t.Trial.Details
	d.TraceNote = strings.TrimSpace(d.TraceNote + " " + s)
}

// Limits in bytes on the pictures stored as separate records, per picture and per trial. Pictures
// beyond the limits remain inside their record.
const (
	mediaEach  = 4 << 20
	mediaTotal = 64 << 20
)

// Room reports whether a picture of the given size in bytes is within the limits. If so, it adds
// the size to the total.
func (t *Telling) Room(size int64) bool {
	if size > mediaEach || t.media+size > mediaTotal {
		return false
	}
	t.media += size
	return true
}

// MediaIn returns a function that stores pictures embedded in a trace as records in dir.
func (t *Telling) MediaIn(dir string) func(name, media string, data []byte) (string, error) {
	return func(name, media string, data []byte) (string, error) {
		if !t.Room(int64(len(data))) {
			return "", nil
		}
		return t.KeepMedia(path.Join(dir, path.Base("/"+name)), media, data)
	}
}

// KeepMedia stores a picture as a record and returns the record's name for results.Part.Raw. It
// does not redact the data.
func (t *Telling) KeepMedia(name, media string, data []byte) (string, error) {
	err := t.RW.Raw(t.Ctx, &Record{Name: name, Media: media, Data: data, Size: int64(len(data)), Sum: sha256.Sum256(data)})
	if err != nil {
		t.Spoilt = fmt.Errorf("keep %s: %w", name, err)
	}
	return relative(name, t.In.Item.Dir), t.Spoilt
}
