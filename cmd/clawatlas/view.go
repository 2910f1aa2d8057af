package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/cli/browser"

	"github.com/clawatlas/clawatlas/web"
)

type viewCmd struct {
	Paths     []string `arg:"" name:"path" help:"Records to look at: files, directories, archives or repositories, whatever 'ingest' reads."`
	Addr      string   `default:"127.0.0.1:0" env:"CLAWATLAS_VIEW_ADDR" help:"Address of this machine to listen on; port 0 takes a free one." placeholder:"HOST:PORT"`
	NoBrowser bool     `env:"CLAWATLAS_NO_BROWSER" help:"Only print the address."`
	identityFlags
}

// Help is shown below the flags.
func (c *viewCmd) Help() string {
	return "Reads the records into a temporary database, without touching any other, and opens a browser: at the first failure of the trial, if there " +
		"is one, and what it was asked, changed, failed at and cost is printed; else at the list of runs. Secrets are removed " +
		"as by 'ingest'. Only who opens the printed address can see the pages: " +
		"its token becomes a cookie of the browser.\n\n" +
		"Files that grow are followed: new steps appear on the open page, and also after a plain reload. The records are read " +
		"anew for that, at most a quarter of the time, so that a session of 20 MB is at most some seconds behind. A last line " +
		"that is still being written is waited for.\n\n" +
		"It ends with Ctrl-C or with its terminal, and the database with it; what a killed one has left, the next one removes. Closing the page does not end it: the page can be " +
		"opened again at the address that was printed."
}

// Validate implements kong's check of the arguments.
func (c *viewCmd) Validate() error {
	host, _, err := net.SplitHostPort(c.Addr)
	if err != nil {
		return fmt.Errorf("--addr %q: expected host:port", c.Addr)
	}
	if ip := net.ParseIP(host); host != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return fmt.Errorf("--addr %q: view shows records to this machine only, as 127.0.0.1 or localhost; 'serve' has a site for others", c.Addr)
	}
	return c.identityFlags.Validate()
}

// Run shows the records until it is interrupted.
func (c *viewCmd) Run(ctx context.Context, s *streams) error {
	ctx, stop := untilHangup(ctx)
	defer stop()
	v, err := newViewer(c, s)
	if err != nil {
		return err
	}
	defer v.remove()
	// Listening comes first: an address that is taken need not wait for the records.
	ln, err := net.Listen("tcp", c.Addr)
	if err != nil {
		return err
	}
	defer ln.Close()
	guard := newGuard(ln.Addr(), &v.door)
	srv := web.NewHTTPServer(c.Addr, guard)
	srv.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, slog.LevelWarn)
	done := make(chan error, 1)
	go func() { done <- srv.Serve(ln) }()
	defer srv.Close()
	show := func(path string) {
		at := guard.address("http://"+ln.Addr().String(), path)
		s.out.Printf("%s\nCtrl-C ends it; files that grow are followed.\n", at)
		if !c.NoBrowser {
			openBrowser(at)
		}
	}
	if err := v.beginWithin(ctx, viewPatience, show); err != nil {
		return endedBy(ctx, err)
	}
	if v.did != nil {
		s.out.Printf(viewDid, v.did...)
	}
	srv.RegisterOnShutdown(v.follower.Close)
	followed := make(chan struct{})
	go func() { defer close(followed); v.follow(ctx) }()
	defer func() { stop(); <-followed }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
	}
	end, cancel := context.WithTimeout(context.WithoutCancel(ctx), 3*time.Second)
	defer cancel()
	if err := srv.Shutdown(end); err != nil && !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("stop: %w", err)
	}
	return nil
}

// viewPatience is how long the records may be read before the address is printed
// without the page that they begin with.
const viewPatience = 1500 * time.Millisecond

// beginWithin reads the records for the first time and shows their first page, or before
// that, if they take longer than the patience, one that leads there.
func (v *viewer) beginWithin(ctx context.Context, patience time.Duration, show func(path string)) error {
	begun := make(chan error, 1)
	go func() { begun <- v.begin(ctx) }()
	select {
	case err := <-begun:
		if err == nil {
			show(v.landing)
		}
		return err
	case <-time.After(patience):
		show(beginPath)
		return <-begun
	}
}

// endedBy is the error with which a command ends that was told to while it began: none.
func endedBy(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return nil
	}
	return err
}

// untilHangup ends a context also when the terminal is closed.
func untilHangup(ctx context.Context) (context.Context, context.CancelFunc) {
	return signal.NotifyContext(ctx, syscall.SIGHUP)
}

// openBrowser opens a page in the user's browser. What it is opened with may last as
// long as the browser does, and prints what nobody asked for; where there is none, the
// address has been printed.
func openBrowser(at string) {
	browser.Stdout, browser.Stderr = io.Discard, io.Discard
	go func() { _ = browser.OpenURL(at) }()
}

// remove deletes the temporary files.
func (v *viewer) remove() {
	v.close()
	defer v.lock.Close()
	if err := os.RemoveAll(v.dir); err != nil {
		v.out.err.Printf("clawatlas: remove temporary files: %s\n", err)
	}
}
