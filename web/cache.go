package web

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"

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
			render := s.share
			if s.Frame.Static { // each page is asked for once
				render = s.renderHere
			}
			if a, err = render(c, key, cost, next); err != nil {
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
