package web

import (
	"context"
	"fmt"
	"net/url"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/link"
	"github.com/clawatlas/clawatlas/views/ui"
)

// changeRoutes registers the change log; feed is a route of another media type.
func (s *Server) changeRoutes(page, api route) {
	fields := query{textField("benchmark"), offsetField()}
	page("/changes", light, s.changesPage, fields)
	page("/changes.atom", light, s.changesFeed, query{textField("benchmark")})
	api("/changes", light, s.changesAPI, query{textField("benchmark"), textField("run"), textField("kind"), textField("day")}.and(windowFields()...))
}

// changesPage is GET /changes.
func (s *Server) changesPage(c echo.Context) error {
	ctx := c.Request().Context()
	f := results.ChangeFilter{Benchmark: ask(c).text("benchmark"), Limit: rowsOnPage, Offset: ask(c).number("offset")}
	groups, total, err := s.store.ChangeGroups(ctx, f)
	if err != nil {
		return err
	}
	names, err := s.benchmarkNames(ctx)
	if err != nil {
		return err
	}
	q := link.With(url.Values{}, "benchmark", f.Benchmark)
	p := views.Changes{All: "/changes"}
	if f.Benchmark != "" {
		p.Of = f.Benchmark
		if name, ok := names[f.Benchmark]; ok {
			p.Of = name
		}
	}
	for _, g := range groups {
		row := views.ChangeGroup{ChangeGroup: g, Benchmark: g.Benchmark}
		if name, ok := names[g.Benchmark]; ok {
			row.Benchmark, row.Path = name, link.Benchmark(g.Benchmark)
		}
		if len(g.Changes) < g.Count {
			row.More = link.API(link.With(url.Values{}, "benchmark", g.Benchmark, "kind", string(g.Kind), "day", g.Day, "limit", "1000"), "changes")
		}
		p.Groups = append(p.Groups, row)
	}
	p.Meta = s.frame.Meta("Changes", "What was added, replaced, scored anew and withdrawn, and when.", link.To(q, "changes"), link.API(q, "changes"), ui.Crumb{Label: "Changes"})
	p.Meta.FeedPath = link.To(q, "changes.atom")
	p.Pager = pagerOf(f.Offset, len(groups), total, f.Limit, "lines", func(offset string) string { return link.To(link.With(q, "offset", offset), "changes") })
	return html(c, views.ChangesPage(p))
}

// pagerOf is the pager of a list that is cut by an offset.
func pagerOf(offset, n, total, limit int, noun string, at func(offset string) string) ui.Pager {
	p := ui.Pager{From: min(offset+1, total), To: offset + n, Total: total, Noun: noun}
	if offset > 0 {
		p.First, p.Prev = at(""), at(fmt.Sprint(max(0, offset-limit)))
		if offset <= limit {
			p.Prev = at("")
		}
	}
	if next := offset + limit; next < total {
		p.Next, p.Last = at(fmt.Sprint(next)), at(fmt.Sprint((total-1)/limit*limit))
	}
	return p
}

func (s *Server) benchmarkNames(ctx context.Context) (map[string]string, error) {
	list, err := s.store.Benchmarks(ctx)
	names := make(map[string]string, len(list))
	for _, b := range list {
		names[b.ID] = b.Name
	}
	return names, err
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
	out := make([]changeJSON, len(list))
	for i, x := range list {
		out[i] = changeJSON{At: x.At, Kind: string(x.Kind), Benchmark: x.Benchmark, Run: stated(x.Run), Other: stated(x.Other), Detail: stated(x.Detail)}
	}
	return object(c, map[string]any{"changes": out, "total": total, "limit": f.Limit, "offset": f.Offset})
}

type changeJSON struct {
	At        int64   `json:"at"`
	Kind      string  `json:"kind"`
	Benchmark string  `json:"benchmark"`
	Run       *string `json:"run"`
	Other     *string `json:"other"`
	Detail    *string `json:"detail"`
}

// stated is nil for an empty text.
func stated(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}
