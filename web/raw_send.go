package web

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/static"
	stepviews "github.com/clawatlas/clawatlas/views/step"
)

// RawPolicy is the Content-Security-Policy of records, which keeps them from running scripts or
// loading anything.
const RawPolicy = "default-src 'none'; sandbox; frame-ancestors 'none'"

// SendRaw sends a record as text, JSON, image or audio. It supports range requests; complete texts
// are compressed.
func (s *Server) SendRaw(c echo.Context, r results.Raw) error {
	etag, has, err := s.beginRecord(c, fmt.Sprintf("raw %d", r.ID))
	if err != nil {
		return err
	}
	h := c.Response().Header()
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	if has {
		return c.NoContent(http.StatusNotModified)
	}
	ctx := c.Request().Context()
	w, err := s.turns.begin(ctx, c.Response())
	if err != nil {
		return err
	}
	defer w.end()
	body, err := s.Store.RawReader(ctx, r.ID)
	if err != nil {
		return err
	}
	kind, err := rawType(r.Media, body)
	if err != nil {
		return err
	}
	h.Set(echo.HeaderContentType, kind)
	h.Set("Content-Disposition", `inline; filename*=UTF-8''`+url.PathEscape(FileOf(r.Name)))
	coding := static.Coding(c.Request())
	if stepviews.ShownMedia(kind) || r.Size <= 1024 || c.Request().Header.Get("Range") != "" || coding == "" {
		// Range requests need a strong ETag; compressed responses keep the weak one.
		h.Set("ETag", strings.TrimPrefix(etag, "W/"))
		http.ServeContent(w, c.Request(), "", time.Time{}, body)
		return nil
	}
	h.Set("Accept-Ranges", "bytes")
	h.Set("Content-Encoding", coding)
	c.Response().WriteHeader(http.StatusOK)
	if c.Request().Method == http.MethodHead {
		return nil
	}
	z, err := static.Packer(coding, w, false)
	if err != nil {
		return err
	}
	_, err = io.Copy(z, body)
	return errors.Join(err, z.Close())
}

// beginRecord sets the headers of a record. has reports whether the client already has it, so that
// a 304 is sufficient.
func (s *Server) beginRecord(c echo.Context, what string) (etag string, has bool, err error) {
	ctx := c.Request().Context()
	rev, err := s.revisionNow(ctx)
	if err != nil {
		return "", false, err
	}
	c.Response().Header().Set("Content-Security-Policy", RawPolicy)
	etag = pageKey{build: s.cfg.build(), database: rev.ID, stamp: s.stampOf(ctx, c, rev), page: what}.etag()
	s.mayKeep(c, etag)
	return etag, matches(c.Request().Header.Get("If-None-Match"), etag), nil
}

// SendMade streams a document generated from records. It calls load only if the client does not
// have the document yet.
func (s *Server) SendMade(c echo.Context, kind, file string, load func() (write func(io.Writer) error, err error)) error {
	_, has, err := s.beginRecord(c, "made "+c.Request().URL.RequestURI())
	if err != nil {
		return err
	}
	if has {
		return c.NoContent(http.StatusNotModified)
	}
	w, err := s.turns.begin(c.Request().Context(), c.Response())
	if err != nil {
		return err
	}
	defer w.end()
	write, err := load()
	if err != nil {
		return err
	}
	h := c.Response().Header()
	h.Set(echo.HeaderContentType, kind)
	h.Set("Content-Disposition", `inline; filename*=UTF-8''`+url.PathEscape(file))
	if c.Request().Method == http.MethodHead {
		c.Response().WriteHeader(http.StatusOK)
		return nil
	}
	return write(w)
}

// rawType returns the Content-Type of a record. It serves media without a matching signature as
// text, because the recorded type may be wrong, and rewinds the body.
func rawType(media string, body io.ReadSeeker) (string, error) {
	base, _, _ := strings.Cut(media, ";")
	base = strings.ToLower(strings.TrimSpace(base))
	if base == "application/json" {
		return "application/json; charset=utf-8", nil
	}
	const text = "text/plain; charset=utf-8"
	if !stepviews.ShownMedia(base) {
		return text, nil
	}
	head := make([]byte, stepviews.SignatureMost)
	n, err := io.ReadFull(body, head)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return "", fmt.Errorf("inspect raw record: %w", err)
	}
	if _, err := body.Seek(0, io.SeekStart); err != nil {
		return "", fmt.Errorf("inspect raw record: %w", err)
	}
	if !stepviews.HasSignature(base, head[:n]) {
		return text, nil
	}
	return base, nil
}

func FileOf(name string) string { return name[strings.LastIndexByte(name, '/')+1:] }

// RunRecord serves /runs/{run}/records/{id}: a redacted raw record of the run, such as its report.
func (s *Server) RunRecord(c echo.Context) error {
	ctx := c.Request().Context()
	slug, err := Param(c, "run")
	if err != nil {
		return err
	}
	run, err := s.Store.FindRun(ctx, slug)
	if err != nil {
		return err
	}
	list, err := s.Store.Raws(ctx, run.ID, 0)
	if err != nil {
		return err
	}
	for _, r := range list {
		if fmt.Sprint(r.ID) == c.Param("id") {
			return s.SendRaw(c, r)
		}
	}
	return fmt.Errorf("record %s of %s: %w", c.Param("id"), slug, results.ErrNotFound)
}

// turns limits the number of large responses computed at once. A turn is released during each
// write, so that slow clients do not block others.
type turns chan struct{}

type rawWriter struct {
	http.ResponseWriter
	ctx  context.Context
	of   turns
	held bool
}

func (t turns) begin(ctx context.Context, w http.ResponseWriter) (*rawWriter, error) {
	x := &rawWriter{ResponseWriter: w, ctx: ctx, of: t}
	return x, x.take()
}

func (x *rawWriter) take() error {
	select {
	case x.of <- struct{}{}:
		x.held = true
		return nil
	case <-x.ctx.Done():
		return x.ctx.Err()
	}
}

func (x *rawWriter) end() {
	if x.held {
		<-x.of
		x.held = false
	}
}

func (x *rawWriter) Write(p []byte) (int, error) {
	x.end()
	n, err := x.ResponseWriter.Write(p)
	if err != nil {
		return n, err
	}
	return n, x.take()
}
