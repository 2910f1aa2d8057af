package web

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/klauspost/compress/gzip"
	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/ui"
)

// rawPolicy keeps a record from doing anything in a browser, whatever it is.
const rawPolicy = "default-src 'none'; sandbox; frame-ancestors 'none'"

// rawRoutes registers what is sent as it was kept. It is streamed: a record
// may be larger than the cache of pages, or than memory.
func (s *Server) rawRoutes(stream route) {
	stream("/raw/:id", light, s.rawByID, nothing())
	stream("/runs/:run/records/:id", light, s.runRecord, nothing())
	for _, base := range trialBases() {
		stream(base+"/raw", light, s.trialRaws, trialFields().and(lineField("name")))
		stream(base+"/raw/*", light, s.trialRaw, trialFields())
	}
}

// shownMedia reports whether a record of this type is shown by a browser as
// what it is: pictures and sounds that hold no script. Everything else is text.
func shownMedia(media string) bool {
	switch media {
	case "image/png", "image/jpeg", "image/gif", "image/webp", "audio/mpeg", "audio/wav", "audio/x-wav", "audio/ogg", "audio/webm", "audio/mp4", "audio/flac":
		return true
	}
	return false
}

// rawType is the Content-Type of a record.
func rawType(media string) string {
	base, _, _ := strings.Cut(media, ";")
	base = strings.ToLower(strings.TrimSpace(base))
	switch {
	case shownMedia(base):
		return base
	case base == "application/json":
		return "application/json; charset=utf-8"
	}
	return "text/plain; charset=utf-8"
}

func (s *Server) rawByID(c echo.Context) error {
	id, err := strconv.ParseInt(c.Param("id"), 10, 64)
	if err != nil || id < 1 {
		return fmt.Errorf("raw record %q: %w", c.Param("id"), results.ErrNotFound)
	}
	raw, err := s.store.FindRaw(c.Request().Context(), id)
	if err != nil {
		return err
	}
	return s.sendRaw(c, raw)
}

// trialRaws answers with the trial's record or, where it has several, with the
// list of them.
func (s *Server) trialRaws(c echo.Context) error {
	if name := ask(c).text("name"); name != "" {
		return s.namedRaw(c, name)
	}
	q, err := s.parseTrial(c)
	if err != nil {
		return err
	}
	ctx := c.Request().Context()
	l, err := s.loadTrial(ctx, q)
	if err != nil {
		return err
	}
	raws, err := s.store.Raws(ctx, l.run.ID, l.trial.ID)
	if err != nil {
		return err
	}
	if len(raws) == 1 {
		return s.sendRaw(c, raws[0])
	}
	return s.cached(light, func(c echo.Context) error { return html(c, views.RawListPage(s.rawList(l, raws))) })(c)
}

func (s *Server) rawList(l *loadedTrial, raws []results.Raw) views.RawList {
	p := views.RawList{
		Title: "Raw records of " + l.title(), Caption: ui.Plural(len(raws), "record", "records") + " of this trial",
		Lead: "What the harness wrote, byte for byte but for redacted secrets and home directories. Nothing here is run or shown as a page.",
	}
	here := link(with(l.values(), "view", ""), l.path("raw")...)
	p.Meta = s.meta(p.Title+" · "+l.system(), p.Lead, here, l.twin("limit", "1"), l.crumbs(ui.Crumb{Label: "raw records"})...)
	p.Meta.Scripted, p.Meta.Noindex = l.run.Scripted, true
	for _, r := range raws {
		p.Records = append(p.Records, views.RawRecord{Name: r.Name, Href: rawHref(l.trialQuery, r.Name), Media: r.Media, Size: r.Size})
	}
	return p
}

func (s *Server) trialRaw(c echo.Context) error {
	var elems []string
	for _, e := range strings.Split(c.Param("*"), "/") {
		name, err := url.PathUnescape(e)
		if err != nil {
			return fmt.Errorf("raw record %q: %w", c.Param("*"), results.ErrNotFound)
		}
		elems = append(elems, name)
	}
	return s.namedRaw(c, strings.Join(elems, "/"))
}

func (s *Server) namedRaw(c echo.Context, name string) error {
	q, err := s.parseTrial(c)
	if err != nil {
		return err
	}
	ctx := c.Request().Context()
	t, err := s.store.FindTrial(ctx, q.run, q.scenario, q.task, q.attempt)
	if err != nil {
		return err
	}
	raw, err := s.store.FindTrialRaw(ctx, t.ID, name)
	if err != nil {
		return err
	}
	return s.sendRaw(c, raw)
}

// sendRaw streams a record.
func (s *Server) sendRaw(c echo.Context, r results.Raw) error {
	ctx := c.Request().Context()
	rev, err := s.revisionNow(ctx)
	if err != nil {
		return err
	}
	h := c.Response().Header()
	kind := rawType(r.Media)
	h.Set("Content-Security-Policy", rawPolicy)
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	etag := pageKey{build: s.build, database: rev.ID, stamp: s.stampOf(ctx, c, rev), page: fmt.Sprintf("raw %d", r.ID)}.etag()
	s.mayKeep(c, etag)
	if matches(c.Request().Header.Get("If-None-Match"), etag) {
		return c.NoContent(http.StatusNotModified)
	}
	h.Set(echo.HeaderContentType, kind)
	h.Set("Content-Disposition", `inline; filename*=UTF-8''`+url.PathEscape(fileOf(r.Name)))
	packed := !shownMedia(kind) && r.Size > 1024 && takesGzip(c.Request())
	if packed {
		h.Set("Content-Encoding", "gzip")
	} else {
		h.Set("Content-Length", strconv.FormatInt(r.Size, 10))
	}
	c.Response().WriteHeader(http.StatusOK)
	if c.Request().Method == http.MethodHead {
		return nil
	}
	if !packed {
		return s.store.WriteRaw(ctx, r.ID, c.Response())
	}
	z, err := gzip.NewWriterLevel(c.Response(), gzip.BestSpeed)
	if err != nil {
		return fmt.Errorf("start gzip: %w", err)
	}
	return errors.Join(s.store.WriteRaw(ctx, r.ID, z), z.Close())
}

// fileOf is the last element of a record's name.
func fileOf(name string) string { return name[strings.LastIndexByte(name, '/')+1:] }
