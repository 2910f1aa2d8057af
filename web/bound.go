package web

import (
	"cmp"
	"context"
	"net/netip"
	"runtime"
	"slices"
	"sync"
	"time"
)

// Cost is the rendering cost of a route. Each cost has a separate queue, so that cheap pages do not
// wait for expensive ones.
type Cost int

const (
	// Light is the cost of a single run, trial, step, text or table. The time hardly depends on the
	// number of runs.
	Light Cost = iota
	// Heavy is the cost of a board, of many runs, or of a full-text search.
	Heavy
)

const (
	// lightQueue and heavyQueue are the maximum number of waiting requests. If the queue is full,
	// the client with the most waiting requests has its last request rejected.
	lightQueue = 1000
	heavyQueue = 64
	patience   = 10 * time.Second
)

type gates struct{ light, heavy *gate }

// newGates allows two light renders per core. Heavy renders leave one core free if there are
// several.
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

// gate limits the number of concurrent renders. It serves clients in turn, so that a busy client
// delays only itself. A nil gate has no limit.
type gate struct {
	most, queue int // maximum number of running renders and of waiting renders
	patience    time.Duration

	mu               sync.Mutex
	running, waiting int
	turns            int // number of turns given, used to order the lines
	lines            map[netip.Prefix]*line
	byKey            map[string]*waiter
}

// line is the queue of one client's waiting renders. The gate next serves the client that has
// waited longest since its last turn.
type line struct {
	served, began int
	waiters       []*waiter // waiting renders in order of arrival
}

func (g *gate) of(reader netip.Prefix) int {
	if l := g.lines[reader]; l != nil {
		return len(l.waiters)
	}
	return 0
}

type waiter struct {
	reader netip.Prefix
	key    string
	turn   chan error // receives nil when the render may start, or errBusy if it is rejected
}

func newGate(running, queued int, patience time.Duration) *gate {
	return &gate{most: running, queue: queued, patience: patience, lines: map[netip.Prefix]*line{}, byKey: map[string]*waiter{}}
}

// enter waits until the request may render. The caller must call leave afterwards. enter returns
// errBusy if the wait exceeds the gate's patience or the queue is full.
func (g *gate) enter(ctx context.Context, reader netip.Prefix, key string) (leave func(), err error) {
	if g == nil {
		return func() {}, nil
	}
	g.mu.Lock()
	if g.running < g.most && g.waiting == 0 {
		g.running++
		g.mu.Unlock()
		return g.leave, nil
	}
	if g.waiting >= g.queue && !g.makeRoom(reader) {
		g.mu.Unlock()
		return nil, errBusy
	}
	w := &waiter{reader: reader, key: key, turn: make(chan error, 1)}
	g.add(w)
	g.mu.Unlock()
	timer := time.NewTimer(g.patience)
	defer timer.Stop()
	select {
	case err = <-w.turn:
	case <-timer.C:
		err = g.giveUp(w, errBusy)
	case <-ctx.Done():
		err = g.giveUp(w, ctx.Err())
	}
	if err != nil {
		return nil, err
	}
	return g.leave, nil
}

func (g *gate) leave() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.running--
	for g.running < g.most && g.waiting > 0 {
		var next *line
		for _, l := range g.lines {
			if next == nil || cmp.Or(cmp.Compare(l.served, next.served), cmp.Compare(l.began, next.began)) < 0 {
				next = l
			}
		}
		g.turns++
		next.served = g.turns
		w := next.waiters[0]
		g.drop(w)
		g.running++
		w.turn <- nil
	}
}

// giveUp removes a waiter from its queue. If the waiter has just received its turn, giveUp passes
// the turn on.
func (g *gate) giveUp(w *waiter, why error) error {
	g.mu.Lock()
	waits := g.lines[w.reader] != nil && slices.Contains(g.lines[w.reader].waiters, w)
	if waits {
		g.drop(w)
	}
	g.mu.Unlock()
	if !waits && <-w.turn == nil {
		g.leave()
	}
	return why
}

// makeRoom rejects the last waiting render of the client with the longest queue. It returns false
// if that client's queue would not be longer than the new client's.
func (g *gate) makeRoom(reader netip.Prefix) bool {
	var longest *line
	for _, l := range g.lines {
		if longest == nil || len(l.waiters) > len(longest.waiters) {
			longest = l
		}
	}
	if longest == nil || len(longest.waiters) <= g.of(reader)+1 {
		return false
	}
	last := longest.waiters[len(longest.waiters)-1]
	g.drop(last)
	last.turn <- errBusy
	return true
}

// join moves a waiting render to the queue of a second client that requests the same page, if it
// would be earlier in that queue.
func (g *gate) join(reader netip.Prefix, key string) {
	if g == nil {
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if w := g.byKey[key]; w != nil && g.of(reader) < slices.Index(g.lines[w.reader].waiters, w) {
		g.drop(w)
		w.reader = reader
		g.add(w)
	}
}

func (g *gate) add(w *waiter) {
	l := g.lines[w.reader]
	if l == nil {
		g.turns++
		l = &line{began: g.turns}
		g.lines[w.reader] = l
	}
	l.waiters = append(l.waiters, w)
	g.byKey[w.key] = w
	g.waiting++
}

func (g *gate) drop(w *waiter) {
	l := g.lines[w.reader]
	at := slices.Index(l.waiters, w)
	if l.waiters = slices.Delete(l.waiters, at, at+1); len(l.waiters) == 0 {
		delete(g.lines, w.reader)
	}
	if g.byKey[w.key] == w {
		delete(g.byKey, w.key)
	}
	g.waiting--
}
