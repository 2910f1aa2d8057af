package web

import (
	"bytes"
	"container/list"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/klauspost/compress/gzip"
	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
)

// pageCache keeps rendered answers, compressed, while the database does not
// change. It is bounded by bytes and forgets the least recently used.
type pageCache struct {
	mu    sync.Mutex
	max   int
	size  int
	order *list.List
	byKey map[string]*list.Element
}

// answer is a rendered page or API document.
type answer struct {
	key   string
	kind  string // Content-Type
	extra http.Header
	plain []byte
	gzip  []byte // nil where compression does not pay
}

func (a *answer) bytes() int { return len(a.key) + len(a.plain) + len(a.gzip) + 200 }

func newPageCache(limit int) *pageCache {
	return &pageCache{max: limit, order: list.New(), byKey: map[string]*list.Element{}}
}

func (p *pageCache) get(key string) *answer {
	p.mu.Lock()
	defer p.mu.Unlock()
	el, ok := p.byKey[key]
	if !ok {
		return nil
	}
	p.order.MoveToFront(el)
	return el.Value.(*answer)
}

func (p *pageCache) put(a *answer) {
	if a.bytes() > p.max/8 {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if _, ok := p.byKey[a.key]; ok {
		return
	}
	p.byKey[a.key] = p.order.PushFront(a)
	p.size += a.bytes()
	for p.size > p.max {
		el := p.order.Back()
		old := el.Value.(*answer)
		p.order.Remove(el)
		delete(p.byKey, old.key)
		p.size -= old.bytes()
	}
}

// revisionSeen is the database's revision when it was last looked up.
type revisionSeen struct {
	revision results.Revision
	at       time.Time
}

// revisionNow is the database's revision, looked up at most four times a second.
func (s *Server) revisionNow(ctx context.Context) (results.Revision, error) {
	now := time.Now()
	if seen := s.revision.Load(); seen != nil && now.Sub(seen.at) < 250*time.Millisecond {
		return seen.revision, nil
	}
	rev, err := s.store.Revisions(ctx) // not kept by memoStore, which asks here
	if err != nil {
		return rev, err
	}
	s.revision.Store(&revisionSeen{rev, now})
	return rev, nil
}

// validate sets the headers of an answer that may be kept but has to be asked
// for again. The validator is made of the program's code, the database's
// revision and what is asked for, so it needs no rendering. It reports whether
// the reader has this answer already.
func (s *Server) validate(c echo.Context, key string) bool {
	sum := sha256.Sum256([]byte(s.build + "\x00" + key))
	etag := `W/"` + hex.EncodeToString(sum[:8]) + `"`
	h := c.Response().Header()
	h.Set("ETag", etag)
	h.Set("Cache-Control", "no-cache")
	h.Set("Vary", "Accept-Encoding")
	return matches(c.Request().Header.Get("If-None-Match"), etag)
}

// cached answers from the cache, or with 304, or lets the handler render into
// a buffer whose success is kept.
func (s *Server) cached(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		req := c.Request()
		rev, err := s.revisionNow(req.Context())
		if err != nil {
			return err
		}
		key := rev.ID + rev.All + "\x00" + req.URL.RequestURI()
		h := c.Response().Header()
		if s.validate(c, key) {
			return c.NoContent(http.StatusNotModified)
		}
		a := s.cache.get(key)
		if a == nil {
			if a, err = render(c, next, key); err != nil {
				h.Del("ETag")
				return err
			}
			if a == nil {
				return nil // the handler has answered by itself, e.g. with a redirect
			}
			s.cache.put(a)
		}
		return a.send(c)
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

// takesGzip reports whether the reader can unpack gzip: it or everything is in
// Accept-Encoding, with a weight that is not zero (RFC 9110, 12.5.3).
func takesGzip(req *http.Request) bool {
	any := false
	for _, item := range strings.Split(req.Header.Get("Accept-Encoding"), ",") {
		name, weight, weighed := strings.Cut(item, ";")
		takes := true
		if weighed {
			_, q, _ := strings.Cut(weight, "=")
			x, err := strconv.ParseFloat(strings.TrimSpace(q), 64)
			takes = err == nil && x > 0
		}
		switch strings.ToLower(strings.TrimSpace(name)) {
		case "gzip", "x-gzip":
			return takes
		case "*":
			any = takes
		}
	}
	return any
}

// render runs the handler with its output going to a buffer.
func render(c echo.Context, next echo.HandlerFunc, key string) (*answer, error) {
	real := c.Response().Writer
	buf := &buffer{header: real.Header(), code: http.StatusOK}
	committed, err := buffered(c, next, buf)
	if err != nil {
		return nil, err
	}
	if buf.code != http.StatusOK || !committed {
		c.Response().WriteHeader(buf.code)
		_, err := c.Response().Write(buf.body.Bytes())
		return nil, err
	}
	a := &answer{key: key, kind: real.Header().Get(echo.HeaderContentType), plain: buf.body.Bytes()}
	a.extra = http.Header{}
	for _, name := range []string{"Content-Disposition", "Link"} {
		if v := real.Header().Get(name); v != "" {
			a.extra.Set(name, v)
		}
	}
	a.compress()
	return a, nil
}

// buffered runs the handler with buf in place of the connection, which is put
// back even if the handler panics.
func buffered(c echo.Context, next echo.HandlerFunc, buf *buffer) (committed bool, err error) {
	real := c.Response().Writer
	defer func() {
		committed = c.Response().Committed
		c.Response().Writer = real
		c.Response().Committed, c.Response().Size, c.Response().Status = false, 0, http.StatusOK
	}()
	c.Response().Writer = buf
	return false, next(c)
}

// buffer is a ResponseWriter that keeps everything.
type buffer struct {
	header http.Header
	code   int
	body   bytes.Buffer
}

func (b *buffer) Header() http.Header         { return b.header }
func (b *buffer) WriteHeader(code int)        { b.code = code }
func (b *buffer) Flush()                      {}
func (b *buffer) Write(p []byte) (int, error) { return b.body.Write(p) }

func (a *answer) compress() {
	if len(a.plain) < 512 {
		return
	}
	var z bytes.Buffer
	w, err := gzip.NewWriterLevel(&z, 5)
	if err != nil {
		return
	}
	if _, err := w.Write(a.plain); err != nil {
		return
	}
	if err := w.Close(); err == nil && z.Len() < len(a.plain) {
		a.gzip = z.Bytes()
	}
}

func (a *answer) send(c echo.Context) error {
	h := c.Response().Header()
	h.Set(echo.HeaderContentType, a.kind)
	for k, v := range a.extra {
		h[k] = v
	}
	body := a.plain
	if a.gzip != nil && takesGzip(c.Request()) {
		body = a.gzip
		h.Set("Content-Encoding", "gzip")
	}
	h.Set("Content-Length", fmt.Sprint(len(body)))
	c.Response().WriteHeader(http.StatusOK)
	if c.Request().Method == http.MethodHead {
		return nil
	}
	_, err := c.Response().Write(body)
	return err
}
