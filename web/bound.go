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
	// turn; of more, those of the reader who has the most are refused. A light one takes milliseconds, so that a
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

// gate lets a number of renders run and a further number wait, in turns of their
// readers: one who asks for very much waits behind its own renders, and nobody else
// does. A nil gate lets everything pass.
type gate struct {
	most, queue int // that run, and that wait
	patience    time.Duration

	mu               sync.Mutex
	running, waiting int
	turns            int // that were given, and lines that were begun
	lines            map[netip.Prefix]*line
	byKey            map[string]*waiter
}

// line are the renders of one reader that wait. The one that was served longest ago is
// next, and one that was not served yet before all others.
type line struct {
	served, began int
	waiters       []*waiter // the longest wait first
}

// of is how many renders of a reader wait.
func (g *gate) of(reader netip.Prefix) int {
	if l := g.lines[reader]; l != nil {
		return len(l.waiters)
	}
	return 0
}

// waiter is a render that waits.
type waiter struct {
	reader netip.Prefix
	key    string
	turn   chan error // nil when its turn has come, errBusy if it lost its place
}

func newGate(running, queued int, patience time.Duration) *gate {
	return &gate{most: running, queue: queued, patience: patience, lines: map[netip.Prefix]*line{}, byKey: map[string]*waiter{}}
}

// enter waits for a turn of a reader, which ends when leave is called. It fails with
// errBusy if the wait was too long, or if too many wait and no other reader has more
// of them.
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

// giveUp takes a render out of its line; if its turn has come meanwhile it is given on.
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

// makeRoom takes the place of the last render of the reader who has the most, unless
// that is the reader itself. It reports whether there is room.
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

// join lets a reader wait for a page that another one waits for, in whose line it would
// come later.
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
