package trace

import (
	"bytes"
	"io"
)

// byteLines reads lines from memory.
type byteLines struct {
	rest []byte
	n    int
}

// Next implements LineReader.
func (l *byteLines) Next() ([]byte, int, error) {
	if len(l.rest) == 0 {
		return nil, l.n, io.EOF
	}
	line, rest, _ := bytes.Cut(l.rest, []byte{'\n'})
	l.rest = rest
	l.n++
	return bytes.TrimRight(line, "\r"), l.n, nil
}
