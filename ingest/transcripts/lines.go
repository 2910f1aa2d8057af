package transcripts

import (
	"errors"
	"fmt"
	"io"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/trace"
)

// readTwice reports whether the dialect is read first for its ids alone.
func (t *transcript) readTwice() bool { return t.f.dialect == trace.DialectOpenClaw }

// open starts one reading of a transcript of lines. The one that gives steps is
// redacted and keeps the raw record on its way, so that each secret is counted
// once and a file of any size never has to be in memory.
func (t *transcript) open() (trace.LineReader, error) {
	t.opened++
	if t.opened == 1 && t.readTwice() {
		return t.r.plain.Lines(t.f.name, nil)
	}
	l := &keptLines{t: t}
	lines, err := t.r.in.Lines(t.f.name, l)
	if err != nil {
		return nil, err
	}
	l.Lines = lines
	l.raw, err = t.rw.RawStream(t.r.ctx, t.f.name, ingest.MediaType(t.f.name), lines.Sum)
	if err != nil {
		lines.Close()
		t.spoilt = fmt.Errorf("keep %s: %w", t.f.name, err)
		return nil, t.spoilt
	}
	return l, nil
}

// keptLines is the reading that keeps the raw record.
type keptLines struct {
	*ingest.Lines
	t     *transcript
	raw   io.WriteCloser
	fault error // why a line could not be read
}

// Write passes a redacted line on to the raw record.
func (l *keptLines) Write(b []byte) (int, error) { return l.raw.Write(b) }

// Next implements trace.LineReader.
func (l *keptLines) Next() ([]byte, int, error) {
	line, n, err := l.Lines.Next()
	if err != nil && !errors.Is(err, io.EOF) {
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
	if l.fault != nil {
		l.t.warn(0, fmt.Sprintf("the raw record is kept only up to the fault: %v", l.fault))
	}
	if err := l.raw.Close(); err != nil && l.t.spoilt == nil {
		l.t.spoilt = fmt.Errorf("keep %s: %w", l.t.f.name, err)
	}
	return nil
}
