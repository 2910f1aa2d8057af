package web

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/score"
)

type lastLook struct {
	rev results.Revision
	at  time.Time
}

// Time for which a cached revision is used before it is read again: without and with change
// notifications.
const (
	lookEvery     = 250 * time.Millisecond
	notifiedEvery = 5 * time.Second
)

// look reads the revision from the database. For static sites it reads it only once.
func (s *Server) look(ctx context.Context) (results.Revision, error) {
	if l := s.lastLook.Load(); l != nil && s.Frame.Static {
		return l.rev, nil
	}
	before, at := s.lastLook.Load(), time.Now()
	rev, err := s.Store.Revisions(ctx) // Bypass memoStore, because it would call look again.
	if err != nil {
		return rev, err
	}
	s.lastLook.CompareAndSwap(before, &lastLook{rev, at}) // discard the result if the site was notified of a change in the meantime
	return rev, nil
}

// revisionNow returns the database revision, from the cache if it is recent enough.
func (s *Server) revisionNow(ctx context.Context) (results.Revision, error) {
	every := lookEvery
	if s.notified.Load() {
		every = notifiedEvery
	}
	if l := s.lastLook.Load(); l != nil && time.Since(l.at) < every {
		return l.rev, nil
	}
	return s.look(ctx)
}

func (s *Server) changed(notified bool) {
	s.notified.Store(notified)
	s.lastLook.Store(&lastLook{})
}

type pageKey struct {
	build, database, stamp string
	page                   string // origin of the site (except for the API), route, path elements, and declared parameters in order
}

func (k pageKey) String() string {
	return strings.Join([]string{k.build, k.database, k.stamp, k.page}, "\x00")
}

func (k pageKey) etag() string {
	sum := sha256.Sum256([]byte(k.String()))
	return `W/"` + hex.EncodeToString(sum[:12]) + `"`
}

func (s *Server) keyOf(ctx context.Context, c echo.Context, rev results.Revision) pageKey {
	page := s.nameOf(c) + c.Path()
	for _, v := range c.ParamValues() {
		page += "\x00" + pathValue(v)
	}
	return pageKey{build: s.cfg.build(), database: rev.ID, stamp: s.stampOf(ctx, c, rev), page: page + "?" + Ask(c).key}
}

func (s *Server) nameOf(c echo.Context) string {
	if strings.HasPrefix(c.Path(), "/api/") {
		return ""
	}
	return s.Origin(c)
}

// stampOf returns the revision of the page's benchmark, or of the entire database if the page does
// not concern a single benchmark.
func (s *Server) stampOf(ctx context.Context, c echo.Context, rev results.Revision) string {
	return rev.Of(s.benchmarkOf(ctx, c))
}

// benchmarkOf returns the benchmark id of a page, determined from the path, the run or the two
// compared runs. It returns "" if the page concerns several benchmarks.
func (s *Server) benchmarkOf(ctx context.Context, c echo.Context) string {
	names := PathNames(c.Path())
	switch {
	case slices.Contains(names, "benchmark"):
		return strings.TrimSuffix(pathValue(c.Param("benchmark")), ".png")
	case slices.Contains(names, "run"):
		return s.Store.RunBenchmark(ctx, strings.TrimSuffix(pathValue(c.Param("run")), ".svg"))
	case strings.Contains(c.Path(), "/compare"):
		asked := Ask(c).values
		if asked.Has("run") {
			return ""
		}
		if of := s.Store.RunBenchmark(ctx, asked.Get("a")); of == s.Store.RunBenchmark(ctx, asked.Get("b")) {
			return of
		}
	}
	return ""
}

// dropConvention removes the convention parameter from the request if it is the benchmark's
// default, so that both URLs have the same cache key.
func (s *Server) dropConvention(ctx context.Context, c echo.Context) {
	a := Ask(c)
	convention := a.values.Get("convention")
	if convention == "" {
		return
	}
	benchmark := s.benchmarkOf(ctx, c)
	for _, run := range []string{a.values.Get("a"), a.values.Get("run")} {
		if benchmark == "" {
			benchmark = s.Store.RunBenchmark(ctx, run)
		}
	}
	// If the benchmark does not exist, the handler reports the error.
	if b, err := s.Store.FindBenchmark(ctx, benchmark); err == nil && convention == score.ConventionsOf(b)[0].ID {
		a.drop(c, "convention")
	}
}

func pathValue(v string) string {
	plain, err := url.PathUnescape(v)
	if err != nil {
		return v
	}
	return plain
}

func PathNames(route string) []string {
	var names []string
	for _, e := range strings.Split(route, "/") {
		if name, ok := strings.CutPrefix(e, ":"); ok {
			names = append(names, name)
		}
	}
	return names
}
