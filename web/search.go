package web

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/results/search"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
)

// searchRoutes registers the full-text search.
func (s *Server) searchRoutes(page, api route) {
	page("/search", heavy, s.searchPage, searchFields(searchPageSize).and(csvField()))
	api("/search", heavy, s.searchAPI, searchFields(200), report.Search{})
}

const (
	searchPageSize = 20
	// maxSearchOffset is as far as hits are counted.
	maxSearchOffset = 10000
)

// searchFields are the parameters of the search with that many hits at once.
// The API asks for q, which may be empty.
func searchFields(limit int) query {
	line := lineField("q")
	line.blank, line.longest = true, queryLongest // whatever is typed gets a page
	return query{line, textField("benchmark"), textField("run"), textField("scenario"), textField("task"), numberField("attempt", 0, 1, 1_000_000), textField("tool"),
		wordField("status", slices.Concat([]string{""}, statusNames())...), wordField("role", "", results.SourceUser, results.SourceAgent, results.SourceSystem), flagField("failed"),
		wordField("sort", "relevance", "newest"), wordField("by", "step", "trial"), numberField("limit", limit, 1, 1000), numberField("offset", 0, 0, maxSearchOffset)}
}

func statusNames() []string {
	var list []string
	for _, s := range results.Statuses() {
		list = append(list, string(s))
	}
	return list
}

// parseSearch reads the address. What a reader types into the search line is
// never wrong; a filter that cannot be met by anything is.
func parseSearch(c echo.Context) (report.SearchRequest, error) {
	a := ask(c)
	filters, err := readFilters(c)
	if err != nil {
		return report.SearchRequest{}, err
	}
	line := strings.TrimSpace(strings.ToValidUTF8(a.text("q"), "\uFFFD"))
	r := report.NewSearchRequest(line, filters, a.word("sort") == "newest", a.word("by") == "trial")
	r.Query.Limit, r.Query.Offset = listWindow(c)
	if r.Query.Limit != a.fields.find("limit").preset {
		r.State.Set("limit", strconv.Itoa(r.Query.Limit))
	}
	return r, nil
}

// readFilters reads the parameters that narrow a search.
func readFilters(c echo.Context) (map[string]string, error) {
	filters, a := map[string]string{}, ask(c)
	for _, name := range []string{"benchmark", "run", "scenario", "task"} {
		v := strings.TrimSpace(a.text(name))
		if v != "" && !results.ValidSlug(v) {
			return nil, bad("%s=%s is not the name of one.", name, v)
		}
		filters[name] = v
	}
	filters["tool"], filters["status"], filters["role"] = strings.TrimSpace(a.text("tool")), a.word("status"), a.word("role")
	if n := a.number("attempt"); n > 0 {
		filters["attempt"] = strconv.Itoa(n)
	}
	if a.flag("failed") {
		filters["failed"] = "1"
	}
	maps.DeleteFunc(filters, func(_, v string) bool { return v == "" })
	return filters, nil
}

// runSearch answers a request; one that asks for nothing finds nothing.
func (s *Server) runSearch(c echo.Context, r report.SearchRequest) (*report.Search, error) {
	res := search.Result{Hits: []search.Hit{}, Facets: []search.Facet{}}
	if r.Text.Reason == "" {
		var err error
		if res, err = s.store.Search(c.Request().Context(), r.Query); err != nil {
			return nil, err
		}
	}
	found := report.NewSearch(r, res)
	if res.Total == 0 && r.Text.Reason == "" {
		return found, s.countParts(c, &r, found)
	}
	return found, nil
}

// countParts counts what each part of a line finds that finds nothing as a whole.
func (s *Server) countParts(c echo.Context, r *report.SearchRequest, found *report.Search) error {
	count := func(line string) (*report.SearchCount, error) {
		of := report.NewSearchRequest(line, r.Filters, true, false)
		if of.Text.Reason != "" {
			return nil, nil //nolint:nilnil // nothing is left to count
		}
		of.Query.Count = true
		res, err := s.store.Search(c.Request().Context(), of.Query)
		return &report.SearchCount{Total: res.Total, Capped: res.Capped}, err
	}
	for i, p := range r.Text.Parts[:min(len(r.Text.Parts), report.PartsMost)] {
		part := report.SearchPart{Part: p.Source, Line: r.Text.Without(i)}
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
func (s *Server) searchAPI(c echo.Context) error {
	if !ask(c).has("q") {
		return bad("Say what to search for: q=words.")
	}
	r, err := parseSearch(c)
	if err != nil {
		return err
	}
	found, err := s.runSearch(c, r)
	if err != nil {
		return err
	}
	return object(c, found)
}

// searchPage is GET /search.
func (s *Server) searchPage(c echo.Context) error {
	if s.frame.Static {
		return html(c, views.SearchFilesPage(s.frame))
	}
	csv := wantsCSV(c)
	r, err := parseSearch(c)
	if err != nil {
		return err
	}
	found, err := s.runSearch(c, r)
	if err != nil {
		return err
	}
	if csv {
		header, rows := views.SearchTable(found)
		return table(c, "search", header, rows)
	}
	if err := s.nameFound(c.Request().Context(), found); err != nil {
		return err
	}
	return html(c, views.SearchPage(s.frame, found))
}

// nameFound reads how what was found is called.
func (s *Server) nameFound(ctx context.Context, found *report.Search) error {
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
		b, err := s.store.FindBenchmark(ctx, id)
		if err != nil {
			return err
		}
		found.Benchmarks[id] = b
	}
	var err error
	if found.Called, err = s.benchmarkNames(ctx); err != nil || !found.Request.InTrial() {
		return err
	}
	of, _ := found.Request.Query.Split()
	run, err := s.store.FindRun(ctx, of.Run)
	if err != nil {
		if isNotFound(err) {
			return nil // nothing is found of it either
		}
		return err
	}
	names, err := s.modelNames(ctx)
	if err != nil {
		return err
	}
	found.System = words.System(cmp.Or(names[run.System.Model], run.ModelName), run.System)
	found.Of, err = s.store.FindBenchmark(ctx, run.Benchmark)
	return err
}
