package search

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/search"
	"github.com/clawatlas/clawatlas/results/words"
	searchviews "github.com/clawatlas/clawatlas/views/search"
	"github.com/clawatlas/clawatlas/web"
)

// Pages holds the handlers of this package.
type Pages struct{ *web.Server }

// Of returns the handlers for a server.
func Of(s *web.Server) Pages { return Pages{s} }

// SearchRoutes registers the full-text search. The page shows 15 hits at a time.
func (s Pages) SearchRoutes(page, api web.Route) {
	page("/search", web.Heavy, s.searchPage, fields(15).And(web.CSVField()))
	api("/search", web.Heavy, s.searchAPI, fields(200))
}

// fields declares the search parameters, with limit as the default number of hits. offset is
// limited to the number of counted hits.
func fields(limit int) web.Query {
	line := web.LineField("q")
	line.Blank, line.Longest = true, web.QueryLongest // every input gets a result page
	return web.Query{line, web.TextField("benchmark"), web.TextField("model"), web.TextField("run"), web.TextField("scenario"),
		web.TextField("task"), web.NumberField("attempt", 0, 1, 1_000_000), web.TextField("tool"),
		web.WordField("status", slices.Concat([]string{""}, web.StatusNames())...),
		web.WordField("role", "", results.SourceUser, results.SourceAgent, results.SourceSystem), web.FlagField("failed"),
		web.WordField("sort", "relevance", "newest"), web.WordField("names", "", "all"), web.NumberField("limit", limit, 1, 1000),
		web.NumberField("offset", 0, 0, 10000)}
}

// find parses the URL and runs the search; without terms and filters it finds nothing. Every search
// text is valid, but a filter with an impossible value is an error. Names are searched only without
// filters.
func (s Pages) find(c echo.Context) (*searchviews.Search, error) {
	ctx, a, filters := c.Request().Context(), web.Ask(c), map[string]string{}
	for _, name := range []string{"benchmark", "model", "run", "scenario", "task", "tool"} {
		filters[name] = strings.TrimSpace(a.Text(name))
		if v := filters[name]; name != "tool" && v != "" && !results.ValidSlug(v) {
			return nil, web.Bad("%s=%s is not the name of one.", name, v)
		}
	}
	filters["status"], filters["role"] = a.Word("status"), a.Word("role")
	if n := a.Number("attempt"); n > 0 {
		filters["attempt"] = strconv.Itoa(n)
	}
	if a.Flag("failed") {
		filters["failed"] = "1"
	}
	p := searchviews.New(strings.TrimSpace(strings.ToValidUTF8(a.Text("q"), "\uFFFD")), filters)
	p.Limit, p.Offset = web.ListWindow(c)
	p.Asked.Limit, p.Asked.Offset = p.Limit, p.Offset
	if p.Asked.Newest = a.Word("sort") == "newest"; p.Asked.Newest {
		p.State.Set("sort", "newest")
	}
	if p.Limit != a.Fields.Find("limit").Preset {
		p.State.Set("limit", strconv.Itoa(p.Limit))
	}
	if p.Note != nil {
		return p, nil
	}
	res, err := s.Store.Search(ctx, p.Asked)
	if err != nil {
		return nil, err
	}
	var names []search.Name
	if len(p.Asked.Filters) == 0 && p.Offset == 0 {
		names, err = s.Store.FindNames(ctx, p.Asked.Terms)
	}
	p.Found(res, names, a.Word("names") == "all")
	return p, err
}

// searchAPI handles GET /api/v1/search, which requires q, possibly empty, or a filter.
func (s Pages) searchAPI(c echo.Context) error {
	p, err := s.find(c)
	if err == nil && !web.Ask(c).Has("q") && len(p.Asked.Filters) == 0 {
		err = web.Bad("Say what to search for: q=words.")
	}
	if err != nil {
		return err
	}
	return web.Object(c, p)
}

func (s Pages) searchPage(c echo.Context) error {
	if s.Frame.Static {
		return web.HTML(c, searchviews.FilesPage(s.Frame))
	}
	csv := web.WantsCSV(c)
	p, err := s.find(c)
	if err != nil {
		return err
	}
	if csv {
		header, rows := p.Table()
		return web.Table(c, "search", header, rows)
	}
	if err := s.name(c.Request().Context(), p); err != nil {
		return err
	}
	return web.HTML(c, searchviews.Page(s.Frame, p))
}

func (s Pages) name(ctx context.Context, p *searchviews.Search) (err error) {
	p.Benchmarks = map[string]results.Benchmark{}
	add := func(id string) {
		if _, known := p.Benchmarks[id]; !known && id != "" && err == nil { // models belong to no benchmark
			p.Benchmarks[id], err = s.Store.FindBenchmark(ctx, id)
		}
	}
	for i := range p.Hits {
		add(p.Hits[i].Benchmark)
	}
	for _, n := range p.Names {
		add(n.Benchmark)
	}
	for _, f := range p.Facets {
		for _, v := range f.Values {
			if f.Name == "benchmark" {
				add(v.Value)
			}
		}
	}
	if err != nil || !p.Asked.InTrial() {
		return err
	}
	run, err := s.Store.FindRun(ctx, p.Asked.Value("run"))
	if web.IsNotFound(err) {
		return nil // without a page there is no hit either
	}
	models, failed := s.ModelNames(ctx)
	if err = cmp.Or(err, failed); err != nil {
		return err
	}
	p.System = words.System(cmp.Or(models[run.System.Model], run.ModelName), run.System)
	p.Of, err = s.Store.FindBenchmark(ctx, run.Benchmark)
	return err
}
