package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"sync"
	"time"

	"github.com/clawatlas/clawatlas/results/sqlite"
	"github.com/clawatlas/clawatlas/web"
)

// lookEvery is the interval at which a server checks whether the file at its path was replaced.
// verifyEvery is the minimum interval at which /healthz reads the file.
const (
	lookEvery   = 250 * time.Millisecond
	verifyEvery = time.Second
)

// watch serves the database file at a path. If another file is moved there, it switches to that
// file without interruption.
type watch struct {
	path string
	log  *slog.Logger
	site *web.Site

	mu       sync.Mutex
	db       *sqlite.DB
	id       string      // id of the served database
	file     fs.FileInfo // file of the served database
	wal      fs.FileInfo // log file of the database; nil if there is none
	looked   time.Time
	verified time.Time
	damaged  error // set if the served file was found damaged when the server started
	problem  problem
}

func (w *watch) place() file { return file(w.path) }

func (w *watch) keep(site *web.Site) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.site = site
}

func newWatch(ctx context.Context, path string, log *slog.Logger) (*watch, error) {
	db, err := sqlite.OpenReader(ctx, path)
	if err != nil {
		return nil, err
	}
	w := &watch{path: path, log: log, db: db, problem: problem{at: path, log: log}}
	w.wal, _ = os.Stat(path + "-wal")
	w.file = db.File()
	if w.id, err = db.Verify(ctx); err == nil {
		err = errors.Join(copiedWhole(ctx, db), noneReturned(ctx, file(path), db))
	}
	if err != nil {
		db.Close()
		return nil, fmt.Errorf("open database %s: %w", path, err)
	}
	w.damaged = db.Sound(ctx)
	w.problem.tell(w.damaged)
	return w, nil
}

func (w *watch) close() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.db.Close()
}

func (w *watch) store() web.Store {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.db
}

func (w *watch) run(ctx context.Context) {
	every(ctx, lookEvery, func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.look(ctx)
	})
}

func every(ctx context.Context, d time.Duration, do func()) {
	tick := time.NewTicker(d)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			do()
		}
	}
}

// health returns the reason why the served database is not the file at the path, or nil if it is.
func (w *watch) health(ctx context.Context) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if time.Since(w.looked) >= lookEvery/2 {
		w.look(ctx)
	}
	if w.problem.err == nil && time.Since(w.verified) >= verifyEvery {
		w.verify(ctx)
	}
	return w.problem.err
}

// look compares the metadata of the file at the path with that of the served file. It does not open
// the file, because closing it would release SQLite's locks.
func (w *watch) look(ctx context.Context) {
	w.looked = time.Now()
	file, err := os.Stat(w.path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		w.problem.tell(errors.New("the database file was deleted; its last version is still served"))
	case err != nil:
		w.problem.tell(fmt.Errorf("the database file cannot be found: %w", err))
	case !os.SameFile(file, w.file):
		w.problem.tell(w.move(ctx, file))
	case file.Size() != w.file.Size() || !file.ModTime().Equal(w.file.ModTime()) || w.problem.err != nil:
		w.file = file
		w.verify(ctx)
	}
	if w.problem.err == nil {
		w.wal, _ = os.Stat(w.path + "-wal")
	}
}

// verify reads the id of the served database. Writers never change it, so a different id means that
// another file was copied over this one.
func (w *watch) verify(ctx context.Context) {
	w.verified = time.Now()
	id, err := w.db.Verify(ctx)
	if err == nil && id != w.id {
		var db *sqlite.DB
		if db, err = w.db.Reopen(ctx); err == nil {
			w.serve(db, w.file, id)
		}
	}
	if err == nil {
		err = cmp.Or(copiedWhole(ctx, w.db), w.damaged)
	} else if ctx.Err() == nil {
		err = fmt.Errorf("the database file cannot be read: %w", err)
	}
	w.problem.tell(err)
}

func (w *watch) move(ctx context.Context, file fs.FileInfo) error {
	refuse := func(err error) error {
		return fmt.Errorf("the new file at %s is not served: %w", w.path, err)
	}
	if err := w.clear(); err != nil {
		return refuse(err)
	}
	db, err := sqlite.OpenReader(ctx, w.path)
	if err != nil {
		return refuse(err)
	}
	id, err := db.Verify(ctx)
	if err == nil && !os.SameFile(db.File(), file) {
		err = errors.New("it was replaced again") // the next check will find the newer file
	}
	if err == nil {
		err = errors.Join(copiedWhole(ctx, db), noneReturned(ctx, w.place(), db))
	}
	if err != nil {
		db.Close()
		return refuse(err)
	}
	w.serve(db, file, id)
	return nil
}

// clear moves the write-ahead log of the former file away. Otherwise SQLite would apply it to the
// new file.
func (w *watch) clear() error {
	wal, err := os.Stat(w.path + "-wal")
	if err != nil || w.wal == nil || !os.SameFile(wal, w.wal) {
		return nil
	}
	if wal.Size() > 0 {
		if err := os.Rename(w.path+"-wal", w.path+"-wal.former"); err != nil {
			return err
		}
	} else if err := os.Remove(w.path + "-wal"); err != nil {
		return err
	}
	if err := os.Remove(w.path + "-shm"); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

func (w *watch) serve(db *sqlite.DB, file fs.FileInfo, id string) {
	former := w.db
	w.db, w.file, w.id, w.wal, w.verified, w.damaged = db, file, id, nil, time.Now(), nil
	w.site.Replace(db, func() {
		if err := former.Close(); err != nil {
			w.log.Warn("the old database was not closed", "reason", err)
		}
	})
	w.log.Info("another database is at the path and is served now", "path", w.path, "id", id)
}

// problem remembers the current error of a watched database, so that only changes are logged.
type problem struct {
	at  string // name of the database in the log
	log *slog.Logger
	err error
}

// tell stores the current error, or nil, and logs it if it has changed.
func (p *problem) tell(err error) {
	if err != nil && (p.err == nil || p.err.Error() != err.Error()) {
		p.log.Error("database", "at", p.at, "problem", err)
	}
	if err == nil && p.err != nil {
		p.log.Info("database: the problem is gone", "at", p.at)
	}
	p.err = err
}
