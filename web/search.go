package web

import (
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/search"
	"github.com/clawatlas/clawatlas/views"
)

// searchRoutes registers the full-text search.
func (s *Server) searchRoutes(page, api route) {
	page("/search", heavy, s.searchPage, searchFields(searchPageSize).and(csvField()))
	api("/search", heavy, s.searchAPI, searchFields(200))
}

const (
	searchPageSize = 20
	// maxSearchOffset is as far as hits are counted.
	maxSearchOffset = 20000
)

// searchRequest is what the URL asks for.
type searchRequest struct {
	Line  string
	Text  search.Text
	Query search.Query
	State url.Values        // what identifies the view, without the place in the list
	Set   map[string]string // filters, beside the line and in it
}

// searchFilters are the parameters that narrow a search, in the order of the
// page.
func searchFilters() []string {
	return []string{"benchmark", "run", "scenario", "task", "attempt", "tool", "status", "role", "failed"}
}

// searchFields are the parameters of the search with that many hits at once.
// The API asks for q, which may be empty.
func searchFields(limit int) query {
	line := lineField("q")
	line.blank = true
	return query{line, textField("benchmark"), textField("run"), textField("scenario"), textField("task"), numberField("attempt", 0, 1, 1_000_000), textField("tool"),
		wordField("status", slices.Concat([]string{""}, statusNames())...), wordField("role", "", results.SourceUser, results.SourceAgent, results.SourceSystem), flagField("failed"),
		wordField("sort", "relevance", "newest"), numberField("limit", limit, 1, 1000), numberField("offset", 0, 0, maxSearchOffset)}
}

// parseSearch reads the URL. What a reader types into the search line is never
// wrong; a filter that cannot be met by anything is.
func parseSearch(c echo.Context) (searchRequest, error) {
	a := ask(c)
	r := searchRequest{Line: strings.TrimSpace(strings.ToValidUTF8(a.text("q"), "\uFFFD")), State: url.Values{}}
	r.Text = search.Parse(r.Line)
	filters, err := readFilters(c)
	if err != nil {
		return r, err
	}
	sort := a.word("sort")
	r.State.Set("q", r.Line)
	for k, v := range filters {
		r.State.Set(k, v)
	}
	if sort == "newest" {
		r.State.Set("sort", sort)
	}
	r.Set = filters
	r.addWords(filters)
	r.Query = searchQuery(filters)
	r.Query.Terms, r.Query.Newest = r.Text.Terms, sort == "newest"
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

func statusNames() []string {
	var list []string
	for _, s := range results.Statuses() {
		list = append(list, string(s))
	}
	return list
}

// addWords takes filters that were typed into the line. One that is set beside
// the line already stays as it is.
func (r *searchRequest) addWords(filters map[string]string) {
	for _, w := range r.Text.Words {
		key, value := w.Key, w.Value
		if key == "is" {
			key, value = "failed", "1"
		}
		if have := filters[key]; have != "" && have != value {
			r.Text.Notes = append(r.Text.Notes, w.Key+":"+w.Value+" was left out, because "+key+" is "+have+" already.")
			continue
		}
		filters[key] = value
	}
}

func searchQuery(f map[string]string) search.Query {
	attempt, err := strconv.Atoi(f["attempt"])
	if err != nil {
		attempt = 0 // none was asked for
	}
	return search.Query{
		Benchmark: f["benchmark"], Run: f["run"], Scenario: f["scenario"], Task: f["task"], Attempt: attempt,
		Tool: f["tool"], Status: results.Status(f["status"]), Source: f["role"], Failed: f["failed"] == "1",
	}
}

// runSearch answers a request; without a word to look up it finds nothing.
func (s *Server) runSearch(c echo.Context, r *searchRequest) (search.Result, error) {
	if r.Text.Reason != "" {
		return search.Result{Hits: []search.Hit{}, Facets: []search.Facet{}}, nil
	}
	return s.store.Search(c.Request().Context(), r.Query)
}

// searchPage shows hits over all steps of all runs, or of one trace.
func (s *Server) searchPage(c echo.Context) error {
	csv := wantsCSV(c)
	r, err := parseSearch(c)
	if err != nil {
		return err
	}
	if s.frame.Static {
		r.Text.Terms, r.Text.Reason = nil, "This copy of the site is made of files. Searching it needs the program: clawatlas serve."
	}
	res, err := s.runSearch(c, &r)
	if err != nil {
		return err
	}
	if csv {
		header, rows := searchTable(&res)
		return table(c, "search", header, rows)
	}
	benchmarks, err := s.store.Benchmarks(c.Request().Context())
	if err != nil {
		return err
	}
	return html(c, views.SearchPage(s.buildSearch(&r, &res, benchmarks)))
}
