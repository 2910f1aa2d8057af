package web

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/views"
)

// changeRoutes registers the change log; feed is a route of another media type.
func (s *Server) changeRoutes(page, api route) {
	page("/changes", light, s.changesPage, query{textField("benchmark"), offsetField(), csvField()})
	page("/changes.atom", light, s.changesFeed, query{textField("benchmark")})
	api("/changes", light, s.changesAPI, query{textField("benchmark"), textField("run"), textField("kind"), textField("day")}.and(windowFields()...), report.ChangeLog{})
}

// changeDays reads a window of the log by days.
func (s *Server) changeDays(c echo.Context, offset int) (*report.ChangeDays, error) {
	ctx := c.Request().Context()
	f := results.ChangeFilter{Benchmark: ask(c).text("benchmark"), Limit: rowsOnPage, Offset: offset}
	groups, total, err := s.store.ChangeGroups(ctx, f)
	if err != nil {
		return nil, err
	}
	benchmarks, err := s.store.Benchmarks(ctx)
	return report.NewChangeDays(f, groups, total, benchmarks), err
}

// changesPage is GET /changes.
func (s *Server) changesPage(c echo.Context) error {
	if wantsCSV(c) {
		return s.changesCSV(c)
	}
	d, err := s.changeDays(c, ask(c).number("offset"))
	if err != nil {
		return err
	}
	return html(c, views.ChangesPage(s.frame, d))
}

// changesWindow is how many lines of the log are read at once for its CSV.
const changesWindow = 1000

// changesCSV is the whole log line by line, the newest first.
func (s *Server) changesCSV(c echo.Context) error {
	f := results.ChangeFilter{Benchmark: ask(c).text("benchmark"), Limit: changesWindow}
	var rows [][]string
	for {
		list, total, err := s.store.Changes(c.Request().Context(), f)
		if err != nil {
			return err
		}
		for i := range list {
			rows = append(rows, report.ChangeLine(&list[i]))
		}
		if f.Offset += len(list); f.Offset >= total || len(list) == 0 {
			return table(c, "changes", report.ChangesHeader(), rows)
		}
	}
}

// changesFeed is GET /changes.atom: the newest runs, and the newest groups of all
// other changes.
func (s *Server) changesFeed(c echo.Context) error {
	d, err := s.changeDays(c, 0)
	if err != nil {
		return err
	}
	ctx := c.Request().Context()
	if d.Models, err = s.modelNames(ctx); err != nil {
		return err
	}
	d.Added = map[string]results.Run{}
	for _, slug := range d.NewRuns() {
		r, err := s.store.FindRun(ctx, slug)
		if err != nil && !isNotFound(err) {
			return err
		}
		if err == nil { // else it was taken away since
			d.Added[slug] = r
		}
	}
	rev, err := s.store.Revisions(ctx)
	if err != nil {
		return err
	}
	doc, err := views.ChangesFeed(d, s.origin(c), rev.ID)
	if err != nil {
		return err
	}
	return c.Blob(http.StatusOK, "application/atom+xml; charset=utf-8", doc)
}

// changesAPI is GET /api/v1/changes.
func (s *Server) changesAPI(c echo.Context) error {
	a := ask(c)
	f := results.ChangeFilter{Benchmark: a.text("benchmark"), Run: a.text("run"), Kind: results.ChangeKind(a.text("kind")), Day: a.text("day")}
	f.Limit, f.Offset = listWindow(c)
	list, total, err := s.store.Changes(c.Request().Context(), f)
	if err != nil {
		return err
	}
	return object(c, report.NewChangeLog(f, list, total))
}
