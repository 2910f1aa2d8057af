package web

import (
	"bytes"
	"cmp"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"github.com/clawatlas/clawatlas/results/must"
)

// pageCost is what one address costs the first visitor after an ingest: with
// empty caches, compression included.
type pageCost struct {
	path string
	cpu  time.Duration // the process's own time, the best of some
	size int
	code int
}

// crawl asks for every kind of address that the pages of a site link, each cold,
// and gives their costs, the dearest first. Of addresses alike in all but names
// (runs, scenarios, tasks, models) some are taken for all.
type crawl struct {
	site  *testSite
	each  int // addresses of one kind that are asked for
	keys  int // parameters of an address, at most; 0: any number
	tries int // at most, of those above the limit
	limit time.Duration
	but   []string // benchmarks whose pages are not asked for
	seen  map[string]bool
	kinds map[string]int
	queue []string
}

func newCrawl(site *testSite, limit time.Duration) *crawl {
	return &crawl{site: site, each: 2, tries: 3, limit: limit, seen: map[string]bool{}, kinds: map[string]int{}}
}

// run follows links from the pages where readers begin.
func (c *crawl) run(t testing.TB, from ...string) []pageCost {
	for _, at := range from {
		c.add("/", at)
	}
	var list []pageCost
	for len(c.queue) > 0 {
		path := c.queue[0]
		c.queue = c.queue[1:]
		cost, rec := c.cost(t, path)
		list = append(list, cost)
		if rec.Code >= http.StatusInternalServerError || rec.Code == http.StatusBadRequest {
			t.Errorf("GET %s: status %d", path, rec.Code)
		}
		if strings.HasPrefix(rec.Header().Get("Content-Type"), "text/html") {
			c.follow(t, path, rec.Body.Bytes())
		}
	}
	slices.SortStableFunc(list, func(a, b pageCost) int { return cmp.Compare(b.cpu, a.cpu) })
	return list
}

// follow queues what a page links, twins and forms with their presets included.
func (c *crawl) follow(t testing.TB, at string, body []byte) {
	doc, err := goquery.NewDocumentFromReader(bytes.NewReader(body))
	if err != nil {
		t.Fatalf("GET %s: %v", at, err)
	}
	doc.Find("a[href], link[rel=alternate][href]").Each(func(_ int, s *goquery.Selection) {
		c.add(at, s.AttrOr("href", ""))
	})
	doc.Find("form[action]").Each(func(_ int, form *goquery.Selection) {
		q := url.Values{}
		form.Find("input[name]").Each(func(_ int, s *goquery.Selection) { q.Set(s.AttrOr("name", ""), s.AttrOr("value", "")) })
		form.Find("select[name]").Each(func(_ int, s *goquery.Selection) {
			if v := s.Find("option").Last().AttrOr("value", ""); v != "" {
				q.Set(s.AttrOr("name", ""), v)
			}
		})
		action, _, _ := strings.Cut(form.AttrOr("action", at), "?") // as a browser does
		c.add(at, action+"?"+q.Encode())
	})
}

// add queues an address unless enough of its kind were.
func (c *crawl) add(base, href string) {
	from, err := url.Parse(base)
	if err != nil {
		return
	}
	u, err := from.Parse(href)
	if err != nil || u.Host != "" || u.Scheme != "" || strings.HasPrefix(u.Path, "/static/") {
		return
	}
	u.Fragment = ""
	path := u.String()
	if c.seen[path] || slices.ContainsFunc(c.but, func(id string) bool { return ofBenchmark(u, id) }) || c.keys > 0 && len(u.Query()) > c.keys {
		return
	}
	c.seen[path] = true
	if kind := pageKind(u); c.kinds[kind] < c.each {
		c.kinds[kind]++
		c.queue = append(c.queue, path)
	}
}

// ofBenchmark reports whether an address is of a benchmark's own.
func ofBenchmark(u *url.URL, id string) bool {
	return strings.Contains(u.Path+"/", "/b/"+id+"/") || strings.Contains(u.Path+"/", "/benchmarks/"+id+"/")
}

// pageKind is an address without the names that differ between equal pages; a
// benchmark stays, because its size decides what its pages cost.
func pageKind(u *url.URL) string {
	parts := strings.Split(strings.TrimPrefix(u.Path, "/"), "/")
	for i := 1; i < len(parts); i++ {
		switch parts[i-1] {
		case "runs", "scenarios", "models", "cases", "docs", "*":
			parts[i] = "*"
		}
	}
	if strings.Contains(u.Path, "/raw") { // what follows is a record's own name
		parts = parts[:slices.IndexFunc(parts, func(p string) bool { return strings.HasPrefix(p, "raw") })+1]
	}
	var keys []string
	for k := range u.Query() {
		if v := u.Query().Get(k); v != "" {
			keys = append(keys, k)
		}
	}
	slices.Sort(keys)
	return strings.Join(parts, "/") + "?" + strings.Join(keys, "&")
}

// cost asks for an address with empty caches. What seems dear is asked for again after
// a collection, because the garbage of the page before may be on this one's account;
// to collect before each of hundreds of cheap pages takes longer than they do.
func (c *crawl) cost(t testing.TB, path string) (pageCost, *httptest.ResponseRecorder) {
	t.Helper()
	best := pageCost{path: path, cpu: time.Hour}
	var rec *httptest.ResponseRecorder
	for try := range c.tries {
		cold := &testSite{Handler: New(unhurried(c.site.Store))}
		if try > 0 {
			runtime.GC()
		}
		before := processTime(t)
		rec = cold.get(path)
		used := processTime(t) - before
		best.cpu, best.size, best.code = min(best.cpu, used), rec.Body.Len(), rec.Code
		if best.cpu <= c.limit {
			break
		}
	}
	return best, rec
}

// printCosts logs the dearest and the largest.
func printCosts(t testing.TB, list []pageCost, n int) {
	t.Helper()
	var b strings.Builder
	line := func(c pageCost) {
		fmt.Fprintf(&b, "%8.1f ms %8.1f KB  %d %s\n", float64(c.cpu.Microseconds())/1e3, float64(c.size)/1024, c.code, c.path)
	}
	fmt.Fprintf(&b, "%d addresses; the dearest:\n", len(list))
	for _, c := range list[:min(n, len(list))] {
		line(c)
	}
	bySize := slices.Clone(list)
	slices.SortStableFunc(bySize, func(a, b pageCost) int { return cmp.Compare(b.size, a.size) })
	b.WriteString("the largest:\n")
	for _, c := range bySize[:min(n, len(list))] {
		line(c)
	}
	t.Log(b.String())
}

// processTime is the processor time that this process has used.
func processTime(t testing.TB) time.Duration {
	t.Helper()
	var u syscall.Rusage
	must.Do(t, syscall.Getrusage(syscall.RUSAGE_SELF, &u))
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
