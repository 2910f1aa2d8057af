package web

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/clawatlas/clawatlas/results/must"
)

// blockedWriter is a reader who takes nothing until it is told to.
type blockedWriter struct {
	http.ResponseWriter
	writing, resume chan struct{}
}

func (w blockedWriter) Write(p []byte) (int, error) {
	close(w.writing)
	<-w.resume
	return len(p), nil
}

// A slow reader of a record keeps no other from theirs.
func TestTurns(t *testing.T) {
	one := make(turns, 1)
	slow := blockedWriter{httptest.NewRecorder(), make(chan struct{}), make(chan struct{})}
	first := must.Get(one.begin(t.Context(), slow))(t)
	ctx, leave := context.WithCancel(t.Context())
	leave()
	if _, err := one.begin(ctx, slow); !errors.Is(err, context.Canceled) {
		t.Errorf("a second turn at once: %v", err)
	}
	done := make(chan error)
	go func() { _, err := first.Write([]byte("x")); done <- err }()
	<-slow.writing
	second := must.Get(one.begin(t.Context(), httptest.NewRecorder()))(t)
	if n, err := second.Write([]byte("abc")); n != 3 || err != nil {
		t.Errorf("the other reader got %d bytes, %v", n, err)
	}
	second.end()
	close(slow.resume)
	if err := <-done; err != nil {
		t.Errorf("the slow reader: %v", err)
	}
	first.end()
	first.end()
	if len(one) != 0 {
		t.Errorf("%d turns are lost", len(one))
	}
}
