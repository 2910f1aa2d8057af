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
)

// lastLook is the revision that was seen last.
type lastLook struct {
	rev results.Revision
	at  time.Time
}

// lookEvery is how long a revision is believed without another look.
const lookEvery = 250 * time.Millisecond

// look reads the revision from the database.
func (s *Server) look(ctx context.Context) (results.Revision, error) {
	at := time.Now()
	rev, err := s.store.Revisions(ctx) // not kept by memoStore, which asks here
	if err != nil {
		return rev, err
	}
	s.lastLook.Store(&lastLook{rev, at})
	return rev, nil
}

// revisionNow is the database's revision, looked up at most four times a second.
func (s *Server) revisionNow(ctx context.Context) (results.Revision, error) {
	if l := s.lastLook.Load(); l != nil && time.Since(l.at) < lookEvery {
		return l.rev, nil
	}
	return s.look(ctx)
}

// pageKey tells pages and their states apart.
type pageKey struct {
	build, database, stamp string
	page                   string // route, elements of the path, known parameters in one order
}

func (k pageKey) String() string {
	return strings.Join([]string{k.build, k.database, k.stamp, k.page}, "\x00")
}

// etag is the validator of the page. It needs no rendering.
func (k pageKey) etag() string {
	sum := sha256.Sum256([]byte(k.String()))
	return `W/"` + hex.EncodeToString(sum[:12]) + `"`
}

// keyOf is the key of the page that a request asks for.
func (s *Server) keyOf(ctx context.Context, c echo.Context, rev results.Revision) pageKey {
	page := c.Path()
	for _, v := range c.ParamValues() {
		page += "\x00" + pathValue(v)
	}
	return pageKey{build: s.build, database: rev.ID, stamp: s.stampOf(ctx, c, rev), page: page + "?" + ask(c).key}
}

// stampOf is the stamp of the benchmark that a page is about, or that of the
// whole database. A run's pages are about the run's benchmark.
func (s *Server) stampOf(ctx context.Context, c echo.Context, rev results.Revision) string {
	names := pathNames(c.Path())
	benchmark := ""
	switch {
	case slices.Contains(names, "benchmark"):
		benchmark = pathValue(c.Param("benchmark"))
	case slices.Contains(names, "run"):
		benchmark = s.store.RunBenchmark(ctx, pathValue(c.Param("run")))
	}
	return rev.Of(benchmark)
}

// pathValue is an element of a path as it was meant, however it was escaped.
func pathValue(v string) string {
	plain, err := url.PathUnescape(v)
	if err != nil {
		return v
	}
	return plain
}

// pathNames are the names of a route's elements.
func pathNames(route string) []string {
	var names []string
	for _, e := range strings.Split(route, "/") {
		if name, ok := strings.CutPrefix(e, ":"); ok {
			names = append(names, name)
		}
	}
	return names
}
