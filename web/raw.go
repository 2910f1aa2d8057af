package web

import (
	"fmt"
	"strconv"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/link"
	"github.com/clawatlas/clawatlas/views/ui"
)

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
		Title: "Raw records of " + l.title(), Caption: words.Plural(len(raws), "record", "records") + " of this trial",
		Lead: "What the harness wrote, byte for byte but for redacted secrets and home directories. Nothing here is run or shown as a page.",
	}
	here := link.To(link.With(l.values(), "view", ""), l.path("raw")...)
	p.Meta = s.frame.Meta(p.Title+" · "+l.system(), p.Lead, here, l.twin("limit", "1"), l.crumbs(ui.Crumb{Label: "raw records"})...)
	p.Meta.Scripted, p.Meta.Noindex = l.run.Scripted, true
	for _, r := range raws {
		p.Records = append(p.Records, views.RawRecord{Name: r.Name, Href: rawHref(l.trialQuery, r.Name), Media: r.Media, Size: r.Size})
	}
	return p
}

func (s *Server) trialRaw(c echo.Context) error {
	name, err := pathParam(c, "*")
	if err != nil {
		return fmt.Errorf("raw record %q: %w", c.Param("*"), results.ErrNotFound)
	}
	return s.namedRaw(c, name)
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
