package search

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	searchreport "github.com/clawatlas/clawatlas/results/report/search"
	"github.com/clawatlas/clawatlas/results/search"
	"github.com/clawatlas/clawatlas/results/words"
	searchviews "github.com/clawatlas/clawatlas/views/search"
	"github.com/clawatlas/clawatlas/web"
)

// SearchRoutes registers the full-text search.
func (s Pages) SearchRoutes(page, api web.Route) {
	page("/search", web.Heavy, s.searchPage, searchFields(searchPageSize).And(web.CSVField()))
	api("/search", web.Heavy, s.searchAPI, searchFields(200))
}

const (
	searchPageSize = 15
	// maxSearchOffset is as far as hits are counted.
	maxSearchOffset = 10000
)

// searchFields are the parameters of the search with that many hits at once.
// The API asks for q, which may be empty, or for a filter.
func searchFields(limit int) web.Query {
	line := web.LineField("q")
	line.Blank, line.Longest = true, web.QueryLongest // whatever is typed gets a page
	return web.Query{line, web.TextField("benchmark"), web.TextField("model"), web.TextField("run"), web.TextField("scenario"),
		web.TextField("task"), web.NumberField("attempt", 0, 1, 1_000_000), web.TextField("tool"),
		web.WordField("status", slices.Concat([]string{""}, web.StatusNames())...),
		web.WordField("role", "", results.SourceUser, results.SourceAgent, results.SourceSystem), web.FlagField("failed"),
		web.WordField("sort", "relevance", "newest"), web.WordField("names", "", "all"), web.NumberField("limit", limit, 1, 1000),
		web.NumberField("offset", 0, 0, maxSearchOffset)}
}

// parseSearch reads the address. What a reader types into the search line is
// never wrong; a filter that cannot be met by anything is.
func parseSearch(c echo.Context) (searchreport.SearchRequest, error) {
	a, filters := web.Ask(c), map[string]string{}
	for _, name := range []string{"benchmark", "model", "run", "scenario", "task"} {
		v := strings.TrimSpace(a.Text(name))
		if v != "" && !results.ValidSlug(v) {
			return searchreport.SearchRequest{}, web.Bad("%s=%s is not the name of one.", name, v)
		}
		filters[name] = v
	}
	filters["tool"], filters["status"], filters["role"] = strings.TrimSpace(a.Text("tool")), a.Word("status"), a.Word("role")
	if n := a.Number("attempt"); n > 0 {
		filters["attempt"] = strconv.Itoa(n)
	}
	if a.Flag("failed") {
		filters["failed"] = "1"
	}
	line := strings.TrimSpace(strings.ToValidUTF8(a.Text("q"), "\uFFFD"))
	r := searchreport.NewSearchRequest(line, filters, a.Word("sort") == "newest")
	r.AllNames = a.Word("names") == "all"
	r.Query.Limit, r.Query.Offset = web.ListWindow(c)
	if r.Query.Limit != a.Fields.Find("limit").Preset {
		r.State.Set("limit", strconv.Itoa(r.Query.Limit))
	}
	return r, nil
}

// runSearch answers a request; one that asks for nothing finds nothing. Names are sought
// for words alone.
func (s Pages) runSearch(ctx context.Context, r searchreport.SearchRequest) (_ *searchreport.Search, err error) {
	res := search.Result{Hits: []search.Hit{}, Facets: []search.Facet{}}
	var names []search.Name
	if r.Text.Reason == "" {
		if res, err = s.Store.Search(ctx, r.Query); err != nil {
			return nil, err
		}
		if len(r.Query.Filters) == 0 && r.Query.Offset == 0 {
			if names, err = s.Store.FindNames(ctx, r.Query.Terms); err != nil {
				return nil, err
			}
		}
	}
	return searchreport.NewSearch(r, res, names), nil
}

// searchAPI is GET /api/v1/search.
func (s Pages) searchAPI(c echo.Context) error {
	r, err := parseSearch(c)
	if err != nil {
		return err
	}
	if !web.Ask(c).Has("q") && len(r.Query.Filters) == 0 {
		return web.Bad("Say what to search for: q=words.")
	}
	found, err := s.runSearch(c.Request().Context(), r)
	if err != nil {
		return err
	}
	return web.Object(c, found)
}

// searchPage is GET /search.
func (s Pages) searchPage(c echo.Context) error {
	if s.Frame.Static {
		return web.HTML(c, searchviews.SearchFilesPage(s.Frame))
	}
	csv := web.WantsCSV(c)
	r, err := parseSearch(c)
	if err != nil {
		return err
	}
	found, err := s.runSearch(c.Request().Context(), r)
	if err != nil {
		return err
	}
	if csv {
		header, rows := searchviews.SearchTable(found)
		return web.Table(c, "search", header, rows)
	}
	if err := s.nameFound(c.Request().Context(), found); err != nil {
		return err
	}
	return web.HTML(c, searchviews.SearchPage(s.Frame, found))
}

// nameFound reads how what was found is called.
func (s Pages) nameFound(ctx context.Context, found *searchreport.Search) error {
	found.Benchmarks = map[string]results.Benchmark{}
	for i := range found.Hits {
		found.Benchmarks[found.Hits[i].Benchmark] = results.Benchmark{}
	}
	for _, n := range found.Names {
		found.Benchmarks[n.Benchmark] = results.Benchmark{}
	}
	for _, f := range found.Facets {
		for _, v := range f.Values {
			if f.Name == "benchmark" {
				found.Benchmarks[v.Value] = results.Benchmark{}
			}
		}
	}
	delete(found.Benchmarks, "") // of a model
	for _, id := range slices.Sorted(maps.Keys(found.Benchmarks)) {
		b, err := s.Store.FindBenchmark(ctx, id)
		if err != nil {
			return err
		}
		found.Benchmarks[id] = b
	}
	var err error
	if found.Called, err = s.BenchmarkNames(ctx); err != nil || !found.Request.Query.InTrial() {
		return err
	}
	run, err := s.Store.FindRun(ctx, found.Request.Query.Value("run"))
	if err != nil {
		if web.IsNotFound(err) {
			return nil // nothing is found of it either
		}
		return err
	}
	names, err := s.ModelNames(ctx)
	if err != nil {
		return err
	}
	found.System = words.System(cmp.Or(names[run.System.Model], run.ModelName), run.System)
	found.Of, err = s.Store.FindBenchmark(ctx, run.Benchmark)
	return err
}
