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

// answerMost is the maximum response time of a server that counts as available.
const answerMost = 3 * time.Second

// serverWatch serves a database on a server. It prefers the replica, if there is one, while the
// replica responds. After an outage it returns to the replica only when the replica has caught up,
// so that readers never see older data again.
type serverWatch struct {
	log   *slog.Logger
	nodes []*node // nodes in order of preference
	sweep *boardSweep

	looking sync.Mutex // guards the nodes' db, id, stamp and err, and the fields below
	id      string     // id of the main server's database; "" until it is known
	looked  time.Time
	problem problem

	mu   sync.Mutex // held only briefly; guards the fields below
	site *web.Site
	now  *node // node whose database is served
}

type node struct {
	what string // name in logs
	main bool   // set for the main server, which announces changes
	open func(context.Context) (*serverStore, error)

	db    *serverStore // nil until it has been opened
	stamp string       // revision of the database's content
	id    string
	err   error // reason why the database cannot be read, or nil

	told bool // set while the server announces changes; guarded by serverWatch.mu
}

// Errors that users of the site see. The log has the details.
var (
	errAway      = errors.New("the database server does not respond")
	errNotServed = errors.New("this version cannot serve the database on the server")
)

// newServerWatch opens the database on every server that responds.
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

// whole returns the database on the main server, or nil while it is unavailable or incomplete.
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

// changed notifies the site of a change if n is the served node. told reports whether n announces
// further changes.
func (w *serverWatch) changed(n *node, told bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	n.told = told
	if n == w.now {
		w.site.Changed(told)
	}
}

// health returns the reason why the served database should not be trusted, or nil.
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

func (w *serverWatch) look(ctx context.Context) {
	w.ask(context.WithoutCancel(ctx)) // a caller may cancel its request, but other callers use the result too
	if next := w.best(); next != nil && next != w.now {
		w.read(next)
		w.log.Info("switched to another database server", "at", w.problem.at, "from", next.what)
	}
	w.report()
}

// read switches the site to node n. The former node stays open because the site may switch back to
// it.
func (w *serverWatch) read(n *node) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.now = n
	w.site.Replace(n.db, func() {})
	w.site.Changed(n.told)
}

func (w *serverWatch) ask(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, answerMost)
	defer cancel()
	var all sync.WaitGroup
	for _, n := range w.nodes {
		all.Go(func() {
			// while a server is unavailable, keep the first error, so that it is logged only once
			if err := n.ask(ctx); !away(err) || !away(n.err) {
				n.err = err
			}
		})
	}
	all.Wait()
	w.looked = time.Now()
	// a node whose database is not that of the main server is not its replica
	for _, n := range w.nodes {
		if n.err == nil && n.main {
			w.id = n.id
		}
	}
	for _, n := range w.nodes {
		if n.err == nil && w.id != "" && n.id != w.id {
			n.err = errors.New("the replica contains a different database")
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

// away reports whether an error means that the server did not respond.
func away(err error) bool {
	return errors.Is(err, results.ErrUnavailable) || errors.Is(err, context.DeadlineExceeded)
}

func notWhole(is bool) error {
	if is {
		return nil
	}
	return fmt.Errorf("open database: it does not exist yet: %w", results.ErrNotFound)
}

// best returns the first readable node whose data is not different from that of the served node, or
// nil. If the served node is not readable, any readable node will do.
func (w *serverWatch) best() *node {
	for _, n := range w.nodes {
		behind := w.now != nil && n != w.now && w.now.err == nil && n.stamp != w.now.stamp
		if n.err == nil && !behind {
			return n
		}
	}
	return nil
}

func (w *serverWatch) report() {
	var faults []error
	for _, n := range w.nodes {
		if n.err != nil {
			faults = append(faults, fmt.Errorf("%s: %w", n.what, n.err))
		}
	}
	w.problem.tell(errors.Join(faults...))
}
