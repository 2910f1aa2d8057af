package trace

import (
	"fmt"
	"io"
)

// keepLines hands every line on as a raw step.
func keepLines(d Dialect, lines LineReader, s Sink) (Summary, error) {
	r := newReader(d, s)
	for {
		line, _, err := lines.Next()
		if err == io.EOF {
			return r.done()
		}
		if err != nil {
			return r.sum, fmt.Errorf("read transcript: %w", err)
		}
		if err := r.emit(r.raw(line)); err != nil {
			return r.sum, err
		}
	}
}

func keepBytes(d Dialect, data []byte, s Sink) (Summary, error) {
	r := newReader(d, s)
	if err := r.emit(r.raw(data)); err != nil {
		return r.sum, err
	}
	return r.done()
}

// ATIF reads a document of the Agent Trajectory Interchange Format, 1.0 to 1.8.
func ATIF(data []byte, s Sink) (Summary, error) { return keepBytes(DialectATIF, data, s) }
