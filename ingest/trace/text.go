package trace

import (
	"github.com/clawatlas/clawatlas/results"
)

// PlainText keeps a log that has no structure as one step. Bytes that are not
// UTF-8 become U+FFFD; the raw record has the original.
func PlainText(data []byte, s Sink) (Summary, error) {
	r := newReader(DialectText, "", s)
	if len(data) == 0 {
		return r.done()
	}
	step := &results.Step{
		Source:  results.SourceSystem,
		Event:   "log",
		Message: validText(data),
	}
	if err := r.emit(step); err != nil {
		return r.sum, err
	}
	return r.done()
}
