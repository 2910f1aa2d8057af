// Package web serves the site and its JSON API. A handler parses the query, reads the store and
// renders the page into a buffer, so that an error never produces a partial page.
package web

import (
	"cmp"
	"context"
	"io"
	"io/fs"
	"log/slog"
	"net/http"
	"net/netip"
	"runtime"
	"strings"
	"sync/atomic"
	"time"

	"github.com/labstack/echo/v4"
	"github.com/labstack/echo/v4/middleware"
	"golang.org/x/sync/singleflight"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/recent"
	"github.com/clawatlas/clawatlas/static"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/ui"
)

type WriteTrace func(w io.Writer, run *results.Run, t *results.StoredTrial, steps []results.Step) error

type Config struct {
	Store   Store
	Version string // program version; shown in the footer
	// Build distinguishes builds of the same version, so that caches do not mix their pages.
	Build       string
	Log         *slog.Logger
	LogRequests bool
	// Limit is the maximum number of API and search requests per second and IP address; 0 means no
	// limit.
	Limit float64
	// Proxies lists the IP ranges of proxies whose Forwarded and X-Forwarded headers are trusted.
	Proxies []netip.Prefix
	Keeping Keeping
	Metrics *Metrics
	// Static is set if the site is exported to files. Links to features that need a server are then
	// omitted.
	Static bool
	// BaseURL is the site's public URL. If empty, the URL is derived from each request.
	BaseURL string
	// Follow is set if records are added while the site is served, so that open pages poll for
	// updates.
	Follow bool
	// SameOrigin prevents scripts of other sites from reading responses.
	SameOrigin bool
	// Downloads is the directory written by tables.Offer; nil if there are no downloads.
	Downloads fs.FS
	ATIF      WriteTrace
	Routes    Routes
	Health    Health
	// Timeout is the maximum time for a request's work and also for its wait in the queue; if 0, 20
	// seconds for the work and 10 for the wait.
	Timeout time.Duration
}

func (c *Config) build() string { return c.Version + " " + c.Build }

type Server struct {
	*process
	Store    *memoStore
	flights  singleflight.Group
	lastLook atomic.Pointer[lastLook]
	corrupt  atomic.Bool                  // set once a request has found the database file damaged
	notified atomic.Bool                  // whether the site is notified of changes, see Site.Changed
	declared map[string]Query             // declared parameters by route
	asked    func(route string, a *asked) // called in tests with the parameters that a handler has used
}

// process holds the state that is kept when the served database is replaced.
type process struct {
	Frame       views.Frame
	ATIF        WriteTrace
	cfg         Config                 // configuration with default values filled in
	cache       *recent.Cache[*answer] // responses by pageKey
	gates       gates
	turns       turns
	clients     clients
	downloading chan struct{} // one slot for each concurrent download
	limited     echo.MiddlewareFunc
}

// Routes registers the routes of pages, API responses and streamed responses, and plain routes that
// accept any query.
type Routes func(s *Server, page, api, stream Route, plain func(path string, h echo.HandlerFunc))

// Route registers a handler for GET and HEAD with its cost and query parameters.
type Route func(path string, c Cost, h echo.HandlerFunc, q Query)

// requestTimeout is the maximum time for the work of a request. Afterwards SQLite is interrupted.
const requestTimeout = 20 * time.Second

func NewServer(cfg Config) (*Server, *echo.Echo) {
	p := &process{Frame: views.Frame{Version: cfg.Version, Static: cfg.Static, Follow: cfg.Follow}, ATIF: cfg.ATIF,
		cache: recent.New[*answer](bytesKept), clients: clients{cfg.Proxies}, turns: make(turns, max(1, runtime.GOMAXPROCS(0)-1)),
		downloading: make(chan struct{}, downloadsAtOnce)}
	if cfg.Metrics == nil {
		cfg.Metrics = NewMetrics()
	}
	if !cfg.Static { // an export waits for all pages
		p.gates = newGates(cmp.Or(cfg.Timeout, patience))
	}
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	cfg.Timeout = cmp.Or(cfg.Timeout, requestTimeout)
	p.cfg, p.limited = cfg, p.limiter(cfg.Limit)
	return p.over(cfg.Store)
}

func (p *process) over(store Store) (*Server, *echo.Echo) {
	s := &Server{process: p, declared: map[string]Query{}}
	return s, s.serve(store)
}

func (s *Server) serve(store Store) *echo.Echo {
	kept := valuesKept
	if s.Frame.Static {
		kept = exportKept
	}
	s.Store = NewMemoStore(store, kept, s.revisionNow)
	e := echo.New()
	e.HideBanner, e.HidePort = true, true
	e.IPExtractor = func(req *http.Request) string { return s.clients.address(req).String() }
	e.HTTPErrorHandler = s.fail
	e.Use(s.observe, headers, s.cors, s.deadline, bare, charted, s.withRequest)
	e.Use(middleware.BodyLimit("1M"))
	s.routes(e)
	return e
}

// NewHTTPServer returns a server with timeouts.
func NewHTTPServer(addr string, h http.Handler) *http.Server {
	return &http.Server{
		Addr: addr, Handler: h,
		ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 15 * time.Second,
		WriteTimeout: 60 * time.Second, IdleTimeout: 120 * time.Second, MaxHeaderBytes: 32 << 10,
	}
}

func (s *Server) routes(e *echo.Echo) {
	get := func(path string, h echo.HandlerFunc, m ...echo.MiddlewareFunc) {
		e.Add(http.MethodGet, path, h, m...)
		e.Add(http.MethodHead, path, h, m...)
	}
	declare := func(path string, q Query) Query {
		q = q.WithoutPath(path)
		s.declared[path] = q
		return q
	}
	page := func(path string, c Cost, h echo.HandlerFunc, q Query) {
		h = asking(declare(path, q), s.Cached(c, h))
		if path == "/search" || strings.HasPrefix(path, "/compare") || strings.HasPrefix(path, "/cards/compare") {
			get(path, h, s.limited)
			return
		}
		get(path, h)
	}
	api := func(path string, c Cost, h echo.HandlerFunc, q Query) {
		path = "/api/v1" + path
		get(path, asking(declare(path, q.And(TwinField())), s.Cached(c, twinned(h))), s.limited)
	}
	stream := func(path string, _ Cost, h echo.HandlerFunc, q Query) { get(path, asking(declare(path, q), h)) }

	plain := func(path string, h echo.HandlerFunc) { get(path, h) }
	s.cfg.Routes(s, page, api, stream, plain)
	s.formerRoutes(plain)
	stream("/data/:file", Light, s.download, Nothing())
	stream("/api/v1/openapi.json", Light, s.Cached(Light, serveOpenAPI), Nothing())
	get("/healthz", s.healthz)
	get(static.Prefix+"*", echo.WrapHandler(static.Handler()))
	get("/favicon.ico", func(c echo.Context) error {
		return c.Redirect(http.StatusMovedPermanently, static.URL("favicon.svg"))
	})
}

// headers sets security headers, which allow pages to load and run only the site's own resources.
func headers(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		h := c.Response().Header()
		h.Set("Content-Security-Policy", ui.FramePolicy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "same-origin")
		h.Set("Permissions-Policy", "camera=(), microphone=(), geolocation=()")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		return next(c)
	}
}

func (s *Server) deadline(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		ctx, cancel := context.WithTimeout(c.Request().Context(), s.cfg.Timeout)
		defer cancel()
		c.SetRequest(c.Request().WithContext(ctx))
		return next(c)
	}
}

// healthz responds with status 200 if the database is readable and up to date.
func (s *Server) healthz(c echo.Context) error {
	c.Response().Header().Set("Cache-Control", "no-store")
	ctx := c.Request().Context()
	if s.corrupt.Load() {
		return c.String(http.StatusServiceUnavailable, results.ErrCorrupt.Error()+"\n")
	}
	if s.cfg.Health != nil {
		if err := s.cfg.Health(ctx); err != nil {
			return c.String(http.StatusServiceUnavailable, err.Error()+"\n")
		}
	} else if _, err := s.Store.Revisions(ctx); err != nil {
		return c.String(http.StatusServiceUnavailable, "database cannot be read\n")
	}
	return c.String(http.StatusOK, "ok\n")
}
