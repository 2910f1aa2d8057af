package web

import (
	"context"
	"runtime"
	"time"
)

// Cost says what the answers of a route take to render, so that a page that is
// cheap never waits behind one that is not.
type Cost int

const (
	// light: one run, trial, step, text or table, or what has a single address,
	// as the first page. It takes little longer because more runs are stored.
	Light Cost = iota
	// heavy: what reads a board, many runs or the index of the search.
	Heavy
)

const (
	// lightQueue and heavyQueue are how many renders of one cost wait for their
	// turn; more are refused at once. A light one takes milliseconds, so that a
	// reader who asks for all trials of a run together is served.
	lightQueue = 1000
	heavyQueue = 64
	// patience is how long they wait.
	patience = 10 * time.Second
)

// gates bound the renders at once, for each cost by itself.
type gates struct{ light, heavy *gate }

// newGates allows two light renders for each core and leaves one core free of
// heavy ones.
func newGates(patience time.Duration) gates {
	n := runtime.GOMAXPROCS(0)
	return gates{light: newGate(2*n, lightQueue, patience), heavy: newGate(max(1, n-1), heavyQueue, patience)}
}

func (g gates) of(c Cost) *gate {
	if c == Heavy {
		return g.heavy
	}
	return g.light
}

// gate lets a number of renders run and a further number wait. A nil gate
// lets everything pass.
type gate struct {
	running, inside chan struct{}
	patience        time.Duration
}

func newGate(running, queued int, patience time.Duration) *gate {
	return &gate{running: make(chan struct{}, running), inside: make(chan struct{}, running+queued), patience: patience}
}

// enter waits for a turn, which ends when leave is called. It fails with
// errBusy if too many wait or the wait was too long.
func (g *gate) enter(ctx context.Context) (leave func(), err error) {
	if g == nil {
		return func() {}, nil
	}
	select {
	case g.inside <- struct{}{}:
	default:
		return nil, errBusy
	}
	timer := time.NewTimer(g.patience)
	defer timer.Stop()
	select {
	case g.running <- struct{}{}:
		return func() { <-g.running; <-g.inside }, nil
	case <-timer.C:
		err = errBusy
	case <-ctx.Done():
		err = ctx.Err()
	}
	<-g.inside
	return nil, err
}
