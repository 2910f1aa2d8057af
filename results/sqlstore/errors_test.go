package sqlstore

import (
	"errors"
	"fmt"
	"io"
	"net"
	"testing"

	"github.com/clawatlas/clawatlas/results"
)

// A list that was cut at its limit must not be summed up in silence.
func TestWhole(t *testing.T) {
	if err := whole("list", rowsMost-1, nil); err != nil {
		t.Errorf("a list below the limit: %v", err)
	}
	if err := whole("list", rowsMost, nil); err == nil {
		t.Error("a list at the limit is taken for whole")
	}
	if err := whole("list", 0, results.ErrNotFound); !errors.Is(err, results.ErrNotFound) {
		t.Errorf("an error of the query: %v", err)
	}
}

// What a driver says of each attempt to connect becomes one line, also where it is mapped again.
func TestAwayInOneLine(t *testing.T) {
	err := MapError("read", MapError("connect", fmt.Errorf("failed to connect:\n\t%w", &net.OpError{Op: "dial", Net: "tcp", Err: io.EOF})))
	if want := "read: connect: " + results.ErrUnavailable.Error() + " (dial tcp: EOF)"; err.Error() != want || !errors.Is(err, results.ErrUnavailable) {
		t.Errorf("%q, want %q", err, want)
	}
}
