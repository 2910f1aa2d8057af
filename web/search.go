package web

import (
	"net/url"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/views"
)

// searchRoutes registers the full-text search.
func (s *Server) searchRoutes(page, api route) {
	page("/search", s.searchPage)
	api("/search", s.searchAPI)
}

const (
	searchPageSize = 20
	// maxSearchOffset is as far as hits are counted.
	maxSearchOffset = 20000
)

// searchRequest is what the URL asks for.
type searchRequest struct {
	Line  string
	Text  results.SearchText
	Query results.SearchQuery
	State url.Values        // what identifies the view, without the place in the list
	Set   map[string]string // filters, beside the line and in it
}

// searchFilters are the parameters that narrow a search, in the order of the
// page.
func searchFilters() []string {
	return []string{"benchmark", "run", "scenario", "task", "attempt", "tool", "status", "role", "failed"}
}

// parseSearch reads the URL. What a reader types into the search line is never
// wrong; a filter that cannot be met by anything is.
func parseSearch(c echo.Context, limit int) (searchRequest, error) {
	r := searchRequest{Line: strings.TrimSpace(strings.ToValidUTF8(c.QueryParam("q"), "\uFFFD")), State: url.Values{}}
	r.Text = results.ParseSearch(r.Line)
	filters, err := readFilters(c)
	if err != nil {
		return r, err
	}
	sort, err := oneOf(c, "sort", "relevance", "newest")
	if err != nil {
		return r, err
	}
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
	if r.Query.Limit, err = queryInt(c, "limit", limit, 1, 1000); err != nil {
		return r, err
	}
	if r.Query.Limit != limit {
		r.State.Set("limit", strconv.Itoa(r.Query.Limit))
	}
	r.Query.Offset, err = queryInt(c, "offset", 0, 0, maxSearchOffset)
	return r, err
}

// readFilters reads the parameters that narrow a search.
func readFilters(c echo.Context) (map[string]string, error) {
	filters := map[string]string{}
	for _, name := range searchFilters() {
		v := strings.TrimSpace(c.QueryParam(name))
		if v == "" {
			continue
		}
		switch name {
		case "benchmark", "run", "scenario", "task":
			if !results.ValidSlug(v) {
				return nil, bad("%s=%s is not the name of one.", name, v)
			}
		case "attempt":
			if _, err := queryInt(c, name, 0, 1, 1000000); err != nil {
				return nil, err
			}
		case "status":
			if !results.Status(v).Valid() {
				return nil, bad("status=%s is not known; use one of %s.", v, orList(statusNames()))
			}
		case "role":
			if _, err := oneOf(c, name, "", results.SourceUser, results.SourceAgent, results.SourceSystem); err != nil {
				return nil, err
			}
		case "failed":
			if v == "0" || v == "false" {
				continue
			}
			if v != "1" && v != "true" {
				return nil, bad("failed=%s is not known; use failed=1 or leave it out.", v)
			}
			v = "1"
		}
		filters[name] = v
	}
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

func searchQuery(f map[string]string) results.SearchQuery {
	attempt, err := strconv.Atoi(f["attempt"])
	if err != nil {
		attempt = 0 // none was asked for
	}
	return results.SearchQuery{
		Benchmark: f["benchmark"], Run: f["run"], Scenario: f["scenario"], Task: f["task"], Attempt: attempt,
		Tool: f["tool"], Status: results.Status(f["status"]), Source: f["role"], Failed: f["failed"] == "1",
	}
}

// runSearch answers a request; without a word to look up it finds nothing.
func (s *Server) runSearch(c echo.Context, r *searchRequest) (results.SearchResult, error) {
	if r.Text.Reason != "" {
		return results.SearchResult{Hits: []results.Hit{}, Facets: []results.Facet{}}, nil
	}
	return s.store.Search(c.Request().Context(), r.Query)
}

// searchPage shows hits over all steps of all runs, or of one trace.
func (s *Server) searchPage(c echo.Context) error {
	csv, err := wantsCSV(c)
	if err != nil {
		return err
	}
	r, err := parseSearch(c, searchPageSize)
	if err != nil {
		return err
	}
	if s.static {
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
