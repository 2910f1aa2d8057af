package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"
)

// signalError is why a command has ended early.
type signalError struct{ sig syscall.Signal }

func (e signalError) Error() string { return "ended by " + e.name() }

func (e signalError) name() string {
	if e.sig == syscall.SIGINT {
		return "Ctrl-C (SIGINT)"
	}
	return "SIGTERM"
}

// tell says what has become of the work and returns the exit code.
func (e signalError) tell(w io.Writer) int {
	fmt.Fprintf(w, "clawatlas: %v: what was complete is stored, what was in progress is not; the same command goes on from there\n", e)
	return 128 + int(e.sig)
}

// untilSignal returns a context that ends with the first SIGINT or SIGTERM; its
// cause is a signalError. A second one ends the program at once.
func untilSignal(stderr io.Writer) (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(context.Background())
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		for sig := range signals {
			e := signalError{syscall.SIGTERM}
			if sig == os.Interrupt {
				e.sig = syscall.SIGINT
			}
			if ctx.Err() != nil {
				os.Exit(e.tell(stderr))
			}
			cancel(e)
		}
	}()
	return ctx, func() { signal.Stop(signals); cancel(nil) }
}

// grace is how long a command may take to end in order after a signal. Nothing
// depends on that: a database is whole at every moment, also after a kill.
const grace = time.Second

// stopSoon ends the program a little after the signal, whatever it is doing.
func stopSoon(ctx context.Context, stderr io.Writer) {
	go func() {
		<-ctx.Done()
		var e signalError
		if !errors.As(context.Cause(ctx), &e) {
			return
		}
		time.Sleep(grace)
		os.Exit(e.tell(stderr))
	}()
}
