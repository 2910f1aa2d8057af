package web

import (
	"context"
	"net/http"
)

// turns bound how many long answers are computed at once. An answer gives its
// turn away while it is written to its reader, so that one who reads slowly
// keeps nobody waiting.
type turns chan struct{}

// rawWriter is a connection that is written to in turns.
type rawWriter struct {
	http.ResponseWriter
	ctx  context.Context
	of   turns
	held bool
}

// begin waits for a turn. It is over when end is called.
func (t turns) begin(ctx context.Context, w http.ResponseWriter) (*rawWriter, error) {
	x := &rawWriter{ResponseWriter: w, ctx: ctx, of: t}
	return x, x.take()
}

func (x *rawWriter) take() error {
	select {
	case x.of <- struct{}{}:
		x.held = true
		return nil
	case <-x.ctx.Done():
		return x.ctx.Err()
	}
}

func (x *rawWriter) end() {
	if x.held {
		<-x.of
		x.held = false
	}
}

// Write implements io.Writer.
func (x *rawWriter) Write(p []byte) (int, error) {
	x.end()
	n, err := x.ResponseWriter.Write(p)
	if err != nil {
		return n, err
	}
	return n, x.take()
}
