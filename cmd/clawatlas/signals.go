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

// signalError is the signal that ended a command.
type signalError struct{ sig syscall.Signal }

func (e signalError) Error() string { return "ended by " + e.name() }

func (e signalError) name() string {
	if e.sig == syscall.SIGINT {
		return "Ctrl-C (SIGINT)"
	}
	return "SIGTERM"
}

// tell prints what happened to the work and returns the exit code.
func (e signalError) tell(w io.Writer) int {
	fmt.Fprintf(w, "clawatlas: %v: completed runs are stored, the one in progress is not; run the same command again to continue\n", e)
	return 128 + int(e.sig)
}

// untilSignal returns a context that ends with the first SIGINT or SIGTERM, with a signalError as
// cause. A second signal ends the program at once.
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

// grace is the time a command has to end after a signal. A database is consistent even after a
// kill.
const grace = time.Second

// stopSoon ends the program after the grace period.
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
