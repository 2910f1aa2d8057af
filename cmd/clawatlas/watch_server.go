package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/web"
)

// answerMost is how long a server may take to say that it is there.
const answerMost = 3 * time.Second

// serverWatch keeps a site on a database that is on a server. If a replica is named,
// that is read, and the server itself only while the replica is away; from there it goes
// back when the replica has the same state, so that no reader sees a former one again.
type serverWatch struct {
	log   *slog.Logger
	nodes []*node // in the order in which they are read
	sweep *boardSweep

	looking sync.Mutex // held while the servers are asked, and of what they have said
	id      string     // of the database on the server; empty as long as that was never there
	looked  time.Time
	problem problem

	mu   sync.Mutex // never held for long
	site *web.Site
	now  *node // that is served
}

// node is one server that has the database.
type node struct {
	what string // it is called in logs
	main bool   // it is no replica, and tells of changes
	open func(context.Context) (*serverStore, error)

	db    *serverStore // nil as long as it could not be opened
	stamp string       // of its state
	id    string
	err   error // why it cannot be read

	told bool // it tells of changes now; of serverWatch.mu
}

// All that readers are told of a server; the log has more.
var (
	errAway      = errors.New("the database server does not answer")
	errNotServed = errors.New("what is on the database server is not what this program serves")
)

// newServerWatch opens the database on the servers that answer.
func newServerWatch(ctx context.Context, p *server, log *slog.Logger) (*serverWatch, error) {
	w := &serverWatch{log: log, problem: problem{at: p.name, log: log}}
	w.sweep = &boardSweep{open: p.writer, tell: problem{at: p.name + ", boards", log: log}}
	main := &node{what: "server", main: true, open: func(ctx context.Context) (*serverStore, error) { return p.openReader(ctx, p.store) }}
	if p.replica != "" {
		w.nodes = append(w.nodes, &node{what: "replica",
			open: func(ctx context.Context) (*serverStore, error) { return p.openReader(ctx, p.replica) }})
	}
	w.nodes = append(w.nodes, main)
	w.ask(ctx)
	if main.err != nil && !errors.Is(main.err, results.ErrUnavailable) {
		return nil, errors.Join(main.err, w.close()) // what is wrong with it does not pass
	}
	w.now = w.best()
	if w.now == nil {
		return nil, errors.Join(w.nodes[0].err, w.close())
	}
	w.report()
	return w, nil
}

// close closes the database on all servers.
func (w *serverWatch) close() error {
	w.looking.Lock()
	defer w.looking.Unlock()
	var faults []error
	for _, n := range w.nodes {
		if n.db != nil {
			faults = append(faults, n.db.Close())
		}
	}
	return errors.Join(faults...)
}

// store implements watcher.
func (w *serverWatch) store() web.Store {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.now.db
}

// keep implements watcher.
func (w *serverWatch) keep(site *web.Site) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.site = site
}

// run looks until ctx ends.
func (w *serverWatch) run(ctx context.Context) {
	tick := time.NewTicker(verifyEvery)
	defer tick.Stop()
	go w.sweep.run(ctx, w.whole)
	followed := map[*node]bool{}
	for {
		for _, n := range w.opened() {
			if n.main && !followed[n] {
				followed[n] = true
				go n.db.Follow(ctx, func(told bool) { w.changed(n, told) })
			}
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			w.looking.Lock()
			w.look(ctx)
			w.looking.Unlock()
		}
	}
}

// opened are the servers whose database could be opened.
func (w *serverWatch) opened() (list []*node) {
	w.looking.Lock()
	defer w.looking.Unlock()
	for _, n := range w.nodes {
		if n.db != nil {
			list = append(list, n)
		}
	}
	return list
}

// whole is the database on the server itself; nil while that is away or not whole.
func (w *serverWatch) whole() *serverStore {
	w.looking.Lock()
	defer w.looking.Unlock()
	for _, n := range w.nodes {
		if n.main && n.err == nil {
			return n.db
		}
	}
	return nil
}

// changed passes on to the site what the server that is read tells of changes.
func (w *serverWatch) changed(n *node, told bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	n.told = told
	if n == w.now {
		w.site.Changed(told)
	}
}

// health says why the site is not to be trusted to answer.
func (w *serverWatch) health(ctx context.Context) error {
	w.looking.Lock()
	defer w.looking.Unlock()
	if time.Since(w.looked) >= verifyEvery {
		w.look(ctx)
	}
	switch err := w.now.err; {
	case err == nil, errors.Is(err, errHalfCopied):
		return err
	case away(err):
		return errAway
	}
	return errNotServed
}

// look asks the servers and serves the one that is to be read.
func (w *serverWatch) look(ctx context.Context) {
	w.ask(context.WithoutCancel(ctx)) // who asks for the health may leave, and the answers count for others
	if next := w.best(); next != nil && next != w.now {
		w.read(next)
		w.log.Info("the database is read elsewhere", "at", w.problem.at, "from", next.what)
	}
	w.report()
}

// read makes a server the one that is read. The former one stays open and may come back.
func (w *serverWatch) read(n *node) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.now = n
	w.site.Replace(n.db, func() {})
	w.site.Changed(n.told)
}

// ask asks all servers at once what they have.
func (w *serverWatch) ask(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, answerMost)
	defer cancel()
	var all sync.WaitGroup
	for _, n := range w.nodes {
		all.Go(func() {
			// While a server is away its first error stays, so that the log has one.
			if err := n.ask(ctx); !away(err) || !away(n.err) {
				n.err = err
			}
		})
	}
	all.Wait()
	w.looked = time.Now()
	// What is a replica of another server is none. Which database the server has it says
	// itself, as long as it is there.
	for _, n := range w.nodes {
		if n.err == nil && n.main {
			w.id = n.id
		}
	}
	for _, n := range w.nodes {
		if n.err == nil && w.id != "" && n.id != w.id {
			n.err = errors.New("the replica has another database")
		}
	}
}

// ask asks for the state of the database.
func (n *node) ask(ctx context.Context) error {
	if n.db == nil {
		db, err := n.open(ctx)
		if err != nil {
			return err
		}
		if is, err := whole(ctx, db); err != nil || !is {
			return errors.Join(err, notWhole(is), db.Close())
		}
		n.db = db
	}
	var err error
	if n.id, n.stamp, err = n.db.Verify(ctx); err != nil {
		return err
	}
	return copiedWhole(ctx, n.db)
}

// away reports whether a server does not answer.
func away(err error) bool {
	return errors.Is(err, results.ErrUnavailable) || errors.Is(err, context.DeadlineExceeded)
}

func notWhole(is bool) error {
	if is {
		return nil
	}
	return fmt.Errorf("open database: it is not made yet: %w", results.ErrNotFound)
}

// best is the server that is to be read; nil if none can be.
func (w *serverWatch) best() *node {
	for _, n := range w.nodes {
		behind := w.now != nil && n != w.now && w.now.err == nil && n.stamp != w.now.stamp
		if n.err == nil && !behind {
			return n
		}
	}
	return nil
}

// report tells what is wrong with the servers.
func (w *serverWatch) report() {
	var faults []error
	for _, n := range w.nodes {
		if n.err != nil {
			faults = append(faults, fmt.Errorf("%s: %w", n.what, n.err))
		}
	}
	w.problem.tell(errors.Join(faults...))
}
