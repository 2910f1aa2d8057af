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

// Telling adds the steps, warnings and pictures that a trace reader finds in one file to the open
// trial.
type Telling struct {
	Ctx    context.Context
	In     *Input
	RW     RunWriter
	Trial  *results.Trial
	File   string // file named in warnings
	Line   int    // line that contains the entire trace; 0 if the trace has lines of its own
	Spoilt error  // store error; the run cannot continue

	media int64 // bytes of pictures kept so far
	asked bool  // the trial already has its human-written prompt
}

// Transcript reads a transcript into the open trial. If media is set, it stores pictures as records
// in that folder. File errors become warnings. A returned error is a store error.
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

// Step stores a step. The trial's prompt is the main agent's first human-written prompt, or the
// first prompt if there is none.
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

// Limits on the pictures of one trial that are stored as records. Larger ones remain inside their
// record.
const (
	mediaEach  = 4 << 20
	mediaTotal = 64 << 20
)

// Room reports whether a picture of the given number of bytes fits, and counts it if so.
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

// KeepMedia stores a picture and returns its name for use in parts. It is not text, so nothing is
// redacted.
func (t *Telling) KeepMedia(name, media string, data []byte) (string, error) {
	err := t.RW.Raw(t.Ctx, &Record{Name: name, Media: media, Data: data, Size: int64(len(data)), Sum: sha256.Sum256(data)})
	if err != nil {
		t.Spoilt = fmt.Errorf("keep %s: %w", name, err)
	}
	return relative(name, t.In.Item.Dir), t.Spoilt
}
