package web

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/static"
)

const bytesKept = 64 << 20

type answer struct {
	key    string
	etag   string // empty if the response must not be cached
	code   int
	header http.Header // headers set by the handler
	plain  []byte

	mu     sync.Mutex
	packed map[string][]byte // compressed responses by content coding
}

func (a *answer) bytes() int { return len(a.key) + len(a.plain)*3/2 + 200 }

// Cached responds with 304 if the client's copy is current, otherwise from the cache or by calling
// next.
func (s *Server) Cached(cost Cost, next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		ctx := c.Request().Context()
		rev, err := s.revisionNow(ctx)
		if err != nil {
			return err
		}
		s.dropConvention(ctx, c)
		key := s.keyOf(ctx, c, rev)
		if etag := key.etag(); matches(c.Request().Header.Get("If-None-Match"), etag) {
			s.mayKeep(c, etag)
			MayEmbed(c) // the headers of a 304 replace those that the client has cached
			return c.NoContent(http.StatusNotModified)
		}
		a, _ := s.cache.Get(key.String())
		if a == nil {
			if a, err = s.share(c, key, cost, next); err != nil {
				return err
			}
		}
		return s.send(c, a)
	}
}

// matches reports whether the If-None-Match header contains the ETag. "*" does not match, because
// the page may not exist.
func matches(header, etag string) bool {
	for _, tag := range strings.Split(header, ",") {
		tag = strings.TrimSpace(tag)
		if tag == etag || "W/"+tag == etag {
			return true
		}
	}
	return false
}

// in returns the response body in a content encoding; nil if the body is sent uncompressed. The
// encoded body is kept for later requests.
func (a *answer) in(coding string) []byte {
	if coding == "" {
		return nil
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	body, made := a.packed[coding]
	if !made {
		body = static.Pack(coding, a.plain, false)
		a.packed[coding] = body
	}
	return body
}

// send writes a response. A response without an ETag must not be cached.
func (s *Server) send(c echo.Context, a *answer) error {
	h := c.Response().Header()
	for k, v := range a.header {
		h[k] = slices.Clone(v)
	}
	mustNotKeep(h)
	h.Set("Vary", "Accept-Encoding")
	if a.etag != "" {
		s.mayKeep(c, a.etag)
	}
	body := a.plain
	if coding := static.Coding(c.Request()); !s.Frame.Static { // exported files are not compressed
		if packed := a.in(coding); packed != nil {
			body = packed
			h.Set("Content-Encoding", coding)
		}
	}
	h.Set("Content-Length", strconv.Itoa(len(body)))
	c.Response().WriteHeader(a.code)
	if c.Request().Method == http.MethodHead {
		return nil
	}
	_, err := c.Response().Write(body)
	return err
}

// Keeping configures how long shared caches may serve responses without revalidation. Browsers
// always revalidate, so a page, even of a withdrawn run, is at most SMaxAge + StaleWhileRevalidate
// old.
type Keeping struct {
	SMaxAge time.Duration // time for all other pages; 0: caches always revalidate
	// RunSMaxAge is the time for pages and records of a run, whose URLs contain the run's digest.
	RunSMaxAge           time.Duration
	StaleWhileRevalidate time.Duration // additional time in which a cache may serve a page while it revalidates; browsers use it too
}

func (k Keeping) control(route string) string {
	age := k.SMaxAge
	// The id of a record belongs to the database, not to the run, so its URL can later refer to a
	// different record.
	if names := PathNames(route); slices.Contains(names, "run") && !slices.Contains(names, "id") {
		age = k.RunSMaxAge
	}
	if age < time.Second {
		return "no-cache"
	}
	value := fmt.Sprintf("public, max-age=0, s-maxage=%d", int(age.Seconds()))
	if stale := int(k.StaleWhileRevalidate.Seconds()); stale > 0 {
		return fmt.Sprintf("%s, stale-while-revalidate=%d", value, stale)
	}
	return value + ", must-revalidate"
}

// mayKeep sets the headers of a cacheable response.
func (s *Server) mayKeep(c echo.Context, etag string) {
	h := c.Response().Header()
	h.Set("ETag", etag)
	h.Set("Cache-Control", s.cfg.Keeping.control(c.Path()))
	h.Set("Vary", "Accept-Encoding")
}

// mustNotKeep sets the headers of responses that must not be cached: errors, and responses with
// data from two revisions of the database.
func mustNotKeep(h http.Header) {
	h.Del("ETag")
	h.Set("Cache-Control", "no-store")
}
