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

// bytesKept bounds the cache of answers.
const bytesKept = 64 << 20

// answer is a rendered page or API document.
type answer struct {
	key    string
	etag   string // empty if the answer is not to be kept
	code   int
	header http.Header // as the handler has set it
	plain  []byte

	mu     sync.Mutex
	packed map[string][]byte // by content coding
}

// bytes estimates what the answer takes with its codings.
func (a *answer) bytes() int { return len(a.key) + len(a.plain)*3/2 + 200 }

// Cached answers from the cache, or with 304, or renders the page. Neither of
// the first two waits for anything.
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
			MayEmbed(c) // a reader takes over the headers of this answer, too
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

// matches reports whether If-None-Match names the validator. A star is no
// name: it would call an address unchanged at which there is nothing.
func matches(header, etag string) bool {
	for _, tag := range strings.Split(header, ",") {
		tag = strings.TrimSpace(tag)
		if tag == etag || "W/"+tag == etag {
			return true
		}
	}
	return false
}

// in is the answer in a content coding; nil where it is sent as it is. Each coding is made
// for the first reader who asks for it.
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

// send writes an answer. One without a validator is of no known state of the
// database, or no page, and nobody may keep it.
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
	if coding := static.Coding(c.Request()); !s.Frame.Static { // files are written as they are
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

// Keeping says how long caches between the site and its readers may answer by
// themselves. A reader's own browser always asks again, so that after a change
// of the database a page is at most SMaxAge old (and StaleWhileRevalidate, if
// that is set), which is also how long a run that was taken down may be seen.
type Keeping struct {
	SMaxAge time.Duration // of all pages; 0: caches ask each time
	// RunSMaxAge is that of a run's own pages and records, whose addresses hold
	// the digest of the records.
	RunSMaxAge           time.Duration
	StaleWhileRevalidate time.Duration // beyond these; browsers heed it as well
}

// control is the value of Cache-Control for the pages of a route.
func (k Keeping) control(route string) string {
	age := k.SMaxAge
	// A record's number is that of the database, not of the run.
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

// mayKeep sets the headers of an answer that may be kept, and has to be asked
// for again with its validator when its time is over.
func (s *Server) mayKeep(c echo.Context, etag string) {
	h := c.Response().Header()
	h.Set("ETag", etag)
	h.Set("Cache-Control", s.cfg.Keeping.control(c.Path()))
	h.Set("Vary", "Accept-Encoding")
}

// mustNotKeep is for answers of no known state of the database, and for those
// that are no page.
func mustNotKeep(h http.Header) {
	h.Del("ETag")
	h.Set("Cache-Control", "no-store")
}
