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
// The API asks for q, which may be empty.
func searchFields(limit int) web.Query {
	line := web.LineField("q")
	line.Blank, line.Longest = true, web.QueryLongest // whatever is typed gets a page
	return web.Query{line, web.TextField("benchmark"), web.TextField("run"), web.TextField("scenario"), web.TextField("task"),
		web.NumberField("attempt", 0, 1, 1_000_000), web.TextField("tool"),
		web.WordField("status", slices.Concat([]string{""}, web.StatusNames())...),
		web.WordField("role", "", results.SourceUser, results.SourceAgent, results.SourceSystem), web.FlagField("failed"),
		web.WordField("sort", "relevance", "newest"), web.WordField("by", "step", "trial"), web.NumberField("limit", limit, 1, 1000),
		web.NumberField("offset", 0, 0, maxSearchOffset)}
}

// parseSearch reads the address. What a reader types into the search line is
// never wrong; a filter that cannot be met by anything is.
func parseSearch(c echo.Context) (searchreport.SearchRequest, error) {
	a := web.Ask(c)
	filters, err := readFilters(c)
	if err != nil {
		return searchreport.SearchRequest{}, err
	}
	line := strings.TrimSpace(strings.ToValidUTF8(a.Text("q"), "\uFFFD"))
	r := searchreport.NewSearchRequest(line, filters, a.Word("sort") == "newest", a.Word("by") == "trial")
	r.Query.Limit, r.Query.Offset = web.ListWindow(c)
	if r.Query.Limit != a.Fields.Find("limit").Preset {
		r.State.Set("limit", strconv.Itoa(r.Query.Limit))
	}
	return r, nil
}

// readFilters reads the parameters that narrow a search.
func readFilters(c echo.Context) (map[string]string, error) {
	filters, a := map[string]string{}, web.Ask(c)
	for _, name := range []string{"benchmark", "run", "scenario", "task"} {
		v := strings.TrimSpace(a.Text(name))
		if v != "" && !results.ValidSlug(v) {
			return nil, web.Bad("%s=%s is not the name of one.", name, v)
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
	maps.DeleteFunc(filters, func(_, v string) bool { return v == "" })
	return filters, nil
}

// runSearch answers a request; one that asks for nothing finds nothing.
func (s Pages) runSearch(c echo.Context, r searchreport.SearchRequest) (*searchreport.Search, error) {
	res := search.Result{Hits: []search.Hit{}, Facets: []search.Facet{}}
	if r.Text.Reason == "" {
		var err error
		if res, err = s.Store.Search(c.Request().Context(), r.Query); err != nil {
			return nil, err
		}
	}
	found := searchreport.NewSearch(r, res)
	if res.Total == 0 && r.Text.Reason == "" {
		return found, s.countParts(c, &r, found)
	}
	return found, nil
}

// countParts counts what each part of a line finds that finds nothing as a whole.
func (s Pages) countParts(c echo.Context, r *searchreport.SearchRequest, found *searchreport.Search) error {
	count := func(line string) (*searchreport.SearchCount, error) {
		of := searchreport.NewSearchRequest(line, r.Filters, true, false)
		if of.Text.Reason != "" {
			return nil, nil //nolint:nilnil // nothing is left to count
		}
		of.Query.Count = true
		res, err := s.Store.Search(c.Request().Context(), of.Query)
		return &searchreport.SearchCount{Total: res.Total, Capped: res.Capped}, err
	}
	for i, p := range r.Text.Parts[:min(len(r.Text.Parts), searchreport.PartsMost)] {
		part := searchreport.SearchPart{Part: p.Source, Line: r.Text.Without(i)}
		var err error
		if part.Alone, err = count(p.Source); err != nil {
			return err
		}
		if part.Without, err = count(part.Line); err != nil {
			return err
		}
		found.Parts = append(found.Parts, part)
	}
	return nil
}

// searchAPI is GET /api/v1/search.
func (s Pages) searchAPI(c echo.Context) error {
	if !web.Ask(c).Has("q") {
		return web.Bad("Say what to search for: q=words.")
	}
	r, err := parseSearch(c)
	if err != nil {
		return err
	}
	found, err := s.runSearch(c, r)
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
	found, err := s.runSearch(c, r)
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
	var ids []string
	for i := range found.Hits {
		ids = append(ids, found.Hits[i].Benchmark)
	}
	for _, f := range found.Facets {
		if f.Name == "benchmark" {
			for _, v := range f.Values {
				ids = append(ids, v.Value)
			}
		}
	}
	slices.Sort(ids)
	for _, id := range slices.Compact(ids) {
		b, err := s.Store.FindBenchmark(ctx, id)
		if err != nil {
			return err
		}
		found.Benchmarks[id] = b
	}
	var err error
	if found.Called, err = s.BenchmarkNames(ctx); err != nil || !found.Request.InTrial() {
		return err
	}
	of, _ := found.Request.Query.Split()
	run, err := s.Store.FindRun(ctx, of.Run)
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
