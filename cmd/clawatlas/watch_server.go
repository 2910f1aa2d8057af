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

// serverWatch serves a database on a server. A named replica is read instead of the server while it
// answers; reading returns to it only when it has the same state, so that no reader goes back in
// time.
type serverWatch struct {
	log   *slog.Logger
	nodes []*node // in the order in which they are read
	sweep *boardSweep

	looking sync.Mutex // guards the answers of the servers
	id      string     // of the main server's database; "" until it was seen
	looked  time.Time
	problem problem

	mu   sync.Mutex // never held for long
	site *web.Site
	now  *node // that is served
}

// node is a server with the database.
type node struct {
	what string // name in logs
	main bool   // not a replica; announces changes
	open func(context.Context) (*serverStore, error)

	db    *serverStore // nil until it could be opened
	stamp string       // of its state
	id    string
	err   error // why it cannot be read; nil if it can

	told bool // whether changes are announced now; guarded by serverWatch.mu
}

// What readers see; the log has more.
var (
	errAway      = errors.New("the database server does not respond")
	errNotServed = errors.New("the database server has a database that this version cannot serve")
)

// newServerWatch opens the database on every server that answers.
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
		return nil, errors.Join(main.err, w.close()) // waiting would not help
	}
	w.now = w.best()
	if w.now == nil {
		return nil, errors.Join(w.nodes[0].err, w.close())
	}
	w.report()
	return w, nil
}

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

func (w *serverWatch) store() web.Store {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.now.db
}

func (w *serverWatch) keep(site *web.Site) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.site = site
}

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

// opened returns the servers whose database is open.
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

// whole returns the main server's database, or nil while it is away or incomplete.
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

// changed tells the site whether the server it reads announces changes.
func (w *serverWatch) changed(n *node, told bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	n.told = told
	if n == w.now {
		w.site.Changed(told)
	}
}

// health returns the reason why the served database should not be trusted.
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

// look asks the servers and switches to the best one.
func (w *serverWatch) look(ctx context.Context) {
	w.ask(context.WithoutCancel(ctx)) // who asks for the health may leave, and the answers count for others
	if next := w.best(); next != nil && next != w.now {
		w.read(next)
		w.log.Info("the database is read elsewhere", "at", w.problem.at, "from", next.what)
	}
	w.report()
}

// read switches the site to n. The former server stays open and may come back.
func (w *serverWatch) read(n *node) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.now = n
	w.site.Replace(n.db, func() {})
	w.site.Changed(n.told)
}

// ask asks all servers in parallel for their state.
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
	// A node with another database than the main server is not its replica.
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
	return fmt.Errorf("open database: it does not exist yet: %w", results.ErrNotFound)
}

// best returns the first readable server that is not behind the current one, or nil.
func (w *serverWatch) best() *node {
	for _, n := range w.nodes {
		behind := w.now != nil && n != w.now && w.now.err == nil && n.stamp != w.now.stamp
		if n.err == nil && !behind {
			return n
		}
	}
	return nil
}

// report logs the faults of all servers.
func (w *serverWatch) report() {
	var faults []error
	for _, n := range w.nodes {
		if n.err != nil {
			faults = append(faults, fmt.Errorf("%s: %w", n.what, n.err))
		}
	}
	w.problem.tell(errors.Join(faults...))
}
