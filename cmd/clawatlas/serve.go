package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os/signal"
	"syscall"
	"time"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/web"
	siteweb "github.com/clawatlas/clawatlas/web/site"
)

type serveCmd struct {
	storeFlag
	ReadStore string `env:"CLAWATLAS_READ_STORE" help:"With --store: read replica used for serving pages." placeholder:"postgres://HOST/NAME"`
	Addr      string `default:"127.0.0.1:8080" env:"CLAWATLAS_ADDR" help:"Address to listen on." placeholder:"HOST:PORT"`
	logFlags
	publicFlags
}

func (c *serveCmd) Run(ctx context.Context, s *streams) error {
	log := c.logger(s.err)
	slog.SetDefault(log)
	return c.ended(log, c.serve(ctx, s, log))
}

func (c *serveCmd) serve(ctx context.Context, s *streams, log *slog.Logger) error {
	at, err := c.withReplica(c.ReadStore)
	if err != nil {
		return err
	}
	w, err := at.watch(ctx, log)
	if errors.Is(err, results.ErrNotFound) {
		c.tell(s, log, "No database at %s: building one from the bundled figures and example runs.", at)
		example := func(db store) error { return loadExample(ctx, db) }
		if err := create(ctx, at, s.firstData(), example); err != nil {
			return err
		}
		w, err = at.watch(ctx, log)
	}
	if err != nil {
		return err
	}
	defer w.close()
	if err := c.tellStale(ctx, s, log, at); err != nil {
		return err
	}
	ln, err := listen("--addr", c.Addr)
	if err != nil {
		return err
	}
	cfg := c.config()
	cfg.Store, cfg.Health, cfg.Version, cfg.Build, cfg.Log = w.store(), w.health, programVersion(), buildID(), log
	cfg.LogRequests = c.LogRequests
	stopMetrics, err := c.serveMetrics(cfg.Metrics)
	if err != nil {
		return err
	}
	defer stopMetrics()
	local := c.private(ln.Addr())
	cfg.SameOrigin = cfg.SameOrigin || local
	site := siteweb.NewSite(cfg)
	w.keep(site)
	go w.run(ctx)
	signal.Ignore(syscall.SIGHUP) // settings are not reloaded
	handler := http.Handler(site)
	if local {
		handler = onlyLocal(site)
	}
	srv := web.NewHTTPServer(c.Addr, handler)
	srv.ErrorLog = slog.NewLogLogger(log.Handler(), slog.LevelWarn)
	c.tell(s, log, "ClawAtlas is at http://%s", ln.Addr().String())
	done := make(chan error, 1)
	go func() { done <- srv.Serve(ln) }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
	}
	stop, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
	defer cancel()
	if err := srv.Shutdown(stop); err != nil && !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("stop: %w", err)
	}
	return nil
}

func (c *serveCmd) tellStale(ctx context.Context, s *streams, log *slog.Logger, at place) error {
	db, err := at.reader(ctx)
	if err != nil {
		return nil //nolint:nilerr // what cannot be read now is said by who serves it
	}
	defer db.Close()
	notice, err := staleNotice(ctx, at, db)
	if notice != "" {
		c.tell(s, log, "%s", notice)
	}
	return err
}
