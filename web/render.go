package web

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"net/netip"
	"runtime/debug"
	"time"

	"github.com/labstack/echo/v4"
)

// job is the part of a request needed to render the page, which may continue after the request has
// ended.
type job struct {
	c      echo.Context
	Next   echo.HandlerFunc
	cost   Cost
	reader netip.Prefix // client that requested the page first
}

// newJob copies the request, because echo reuses contexts and the client may disconnect before the
// page is rendered.
func (s *Server) newJob(c echo.Context, cost Cost, next echo.HandlerFunc) job {
	req := c.Request().WithContext(context.WithoutCancel(c.Request().Context()))
	req.Method = http.MethodGet
	own := c.Echo().NewContext(req, nil)
	own.SetPath(c.Path())
	own.SetParamNames(append([]string{}, c.ParamNames()...)...)
	own.SetParamValues(c.ParamValues()...)
	own.Set(askedKey, c.Get(askedKey))
	own.Set(originKey, c.Get(originKey))
	return job{c: own, Next: next, cost: cost, reader: bucketOf(s.clients.address(req))}
}

// share renders a page once for all concurrent requests.
func (s *Server) share(c echo.Context, key pageKey, cost Cost, next echo.HandlerFunc) (*answer, error) {
	j := s.newJob(c, cost, next)
	if s.Frame.Static { // an export requests each page only once
		return s.render(j, key)
	}
	s.gates.of(cost).join(j.reader, key.String())
	done := s.flights.DoChan(key.String(), func() (any, error) { return s.render(j, key) })
	ctx := c.Request().Context()
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case r := <-done:
		a, _ := r.Val.(*answer)
		return a, r.Err
	}
}

// render renders a page and caches it. If the database has changed meanwhile, it renders the page a
// second time; if it has changed again, it does not cache the page.
func (s *Server) render(j job, key pageKey) (a *answer, err error) {
	defer func() {
		if p := recover(); p != nil {
			s.cfg.Log.Error("handler panicked", "path", j.c.Request().URL.Path, "panic", p, "stack", string(debug.Stack()))
			a, err = nil, echo.NewHTTPError(http.StatusInternalServerError)
		}
	}()
	if a, ok := s.cache.Get(key.String()); ok {
		return a, nil // another job has rendered the page in the meantime
	}
	ctx, cancel := context.WithTimeout(j.c.Request().Context(), s.cfg.Timeout)
	defer cancel()
	leave, err := s.gates.of(j.cost).enter(ctx, j.reader, key.String())
	if err != nil {
		return nil, err
	}
	defer leave()
	start := time.Now()
	defer func() { s.cfg.Metrics.renders.WithLabelValues(j.c.Path()).Observe(time.Since(start).Seconds()) }()
	for range 2 {
		a, err = j.run(ctx)
		if s.asked != nil {
			s.asked(j.c.Path(), Ask(j.c))
		}
		rev, failed := s.look(ctx)
		if failed != nil {
			return nil, failed
		}
		now := s.keyOf(ctx, j.c, rev)
		if now == key {
			return s.keep(j.c, a, key), err
		}
		key = now
	}
	return a, err
}

// keep caches only pages with status 200, because the number of URLs of missing pages is unlimited.
func (s *Server) keep(c echo.Context, a *answer, key pageKey) *answer {
	if a != nil && a.code == http.StatusOK {
		a.key, a.etag = key.String(), key.etag()
		if !s.Frame.Static {
			s.cache.Put(a.key, a, a.bytes())
		}
	}
	return a
}

func (j job) run(ctx context.Context) (*answer, error) {
	buf := &buffer{header: http.Header{}, code: http.StatusOK}
	j.c.SetRequest(j.c.Request().WithContext(ctx))
	j.c.SetResponse(echo.NewResponse(buf, j.c.Echo()))
	if err := j.Next(j.c); err != nil {
		return nil, err
	}
	if !j.c.Response().Committed {
		return nil, fmt.Errorf("render %s: the handler has not answered", j.c.Path())
	}
	a := &answer{code: buf.code, header: buf.header, plain: buf.body.Bytes(), packed: map[string][]byte{}}
	return a, nil
}

type buffer struct {
	header http.Header
	code   int
	body   bytes.Buffer
}

func (b *buffer) Header() http.Header { return b.header }

func (b *buffer) WriteHeader(code int) { b.code = code }

func (b *buffer) Flush() {}

func (b *buffer) Write(p []byte) (int, error) { return b.body.Write(p) }
