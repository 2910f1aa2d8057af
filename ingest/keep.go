package ingest

import (
	"context"
	"errors"
	"fmt"
	"io"
)

// Ahead returns the same input without redaction, for records that are read again later: redacting
// twice would count twice. Text from it must pass through Clean before it is stored.
func (in *Input) Ahead() *Input {
	plain := *in
	plain.Redact = nil
	return &plain
}

func (in *Input) Clean(s string) string {
	if in.Redact == nil {
		return s
	}
	return string(in.Redact.Bytes([]byte(s)))
}

// LineSource reads the lines of a record.
type LineSource interface {
	Next() (line []byte, n int, err error)
	Close() error
}

// Kept reads a line-based record in one or more passes and stores it during the last pass. It never
// holds the whole record in memory.
type Kept struct {
	ctx   context.Context
	in    *Input
	rw    RunWriter
	name  string
	ahead int // number of remaining passes before the one that stores the record
	last  *keptLines
	spoil error
}

// Keep prepares reading the file `name`. The first `ahead` passes are not redacted, so the caller
// must not store text from them.
func (in *Input) Keep(ctx context.Context, rw RunWriter, name string, ahead int) *Kept {
	return &Kept{ctx: ctx, in: in, rw: rw, name: name, ahead: ahead}
}

// Open starts the next pass.
func (k *Kept) Open() (LineSource, error) {
	if k.ahead > 0 {
		k.ahead--
		return k.in.Ahead().Lines(k.name, nil)
	}
	l := &keptLines{k: k}
	lines, err := k.in.Lines(k.name, l)
	if err != nil {
		return nil, err
	}
	l.Lines = lines
	if l.raw, err = k.rw.RawStream(k.ctx, k.name, MediaType(k.name), lines.Sum); err != nil {
		lines.Close()
		return nil, k.spoilt(err)
	}
	k.last = l
	return l, nil
}

func (k *Kept) spoilt(err error) error {
	if k.spoil == nil {
		k.spoil = fmt.Errorf("keep %s: %w", k.name, err)
	}
	return k.spoil
}

// Finish stores the record if the last pass has not done so. fault is the error that made the
// stored record incomplete. spoilt is an error of the store, after which the run cannot continue.
func (k *Kept) Finish() (fault, spoilt error) {
	if k.last == nil && k.spoil == nil {
		k.ahead = 0
		if l, err := k.Open(); err == nil {
			l.Close()
		}
	}
	if k.last != nil {
		fault = k.last.fault
	}
	return fault, k.spoil
}

type keptLines struct {
	*Lines
	k     *Kept
	raw   io.WriteCloser
	fault error // first error when reading a line
}

// Write appends a redacted line to the stored record.
func (l *keptLines) Write(b []byte) (int, error) {
	n, err := l.raw.Write(b)
	if err != nil {
		return n, l.k.spoilt(err)
	}
	return n, nil
}

func (l *keptLines) Next() ([]byte, int, error) {
	line, n, err := l.Lines.Next()
	if err != nil && !errors.Is(err, io.EOF) && l.k.spoil == nil {
		l.fault = err
	}
	return line, n, err
}

// Close reads the remaining lines, so that the stored record is complete, and closes it.
func (l *keptLines) Close() error {
	var err error
	for err == nil && l.fault == nil {
		_, _, err = l.Next()
	}
	l.Lines.Close()
	if err := l.raw.Close(); err != nil {
		return l.k.spoilt(err)
	}
	return nil
}
