package ingest

import (
	"context"
	"errors"
	"fmt"
	"io"
)

// Ahead is the same input without redaction, for records that are read again later: redacting twice would count twice. Text
// from it must go through Clean before it is stored.
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

// LineSource is one reading of a line-wise record.
type LineSource interface {
	Next() (line []byte, n int, err error)
	Close() error
}

// Kept reads a line-wise record one or more times and keeps it on the last reading, without holding it in memory.
type Kept struct {
	ctx   context.Context
	in    *Input
	rw    RunWriter
	name  string
	ahead int // readings that come before the one that keeps
	last  *keptLines
	spoil error
}

// Keep prepares reading the file name. The first `ahead` readings are not redacted, and nothing of them may be stored.
func (in *Input) Keep(ctx context.Context, rw RunWriter, name string, ahead int) *Kept {
	return &Kept{ctx: ctx, in: in, rw: rw, name: name, ahead: ahead}
}

// Open starts the next reading.
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

// Finish keeps the record if a reading failed before. fault says why the raw record is not whole; spoilt is an error of the
// store, after which the run cannot go on.
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

// keptLines is the reading that keeps the record.
type keptLines struct {
	*Lines
	k     *Kept
	raw   io.WriteCloser
	fault error // why a line could not be read
}

// Write passes a redacted line on to the raw record.
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

// Close reads what is left, so that the raw record is whole, and seals it.
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
