package web

import (
	"context"
	"encoding/xml"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

// changedStore has a log with a large load and a reason that acts.
type changedStore struct{ Store }

func (changedStore) ChangeGroups(_ context.Context, f results.ChangeFilter) ([]results.ChangeGroup, int, error) {
	g := results.ChangeGroup{Day: "2026-12-01", Kind: results.ChangeAdded, Benchmark: "clawarena", Count: 500}
	for i := range 100 {
		g.Changes = append(g.Changes, results.Change{At: 1796083200000, Kind: g.Kind, Benchmark: g.Benchmark, Run: fmt.Sprintf("run-%d", i)})
	}
	w := results.Change{At: 1796083200001, Kind: results.ChangeWithdrawn, Benchmark: "gone", Run: "run-x", Detail: "<script>alert(1)</script>\u202e\x1b[31m"}
	return []results.ChangeGroup{g, {Day: "2026-11-30", Kind: w.Kind, Benchmark: w.Benchmark, Count: 1, Changes: []results.Change{w}}}, 250, nil
}

// feed is what a reader of Atom takes out of a document.
type feed struct {
	ID      string   `xml:"id"`
	Updated string   `xml:"updated"`
	Links   []anchor `xml:"link"`
	Entries []struct {
		ID      string `xml:"id"`
		Title   string `xml:"title"`
		Updated string `xml:"updated"`
		Link    anchor `xml:"link"`
	} `xml:"entry"`
}

type anchor struct {
	Rel  string `xml:"rel,attr"`
	Href string `xml:"href,attr"`
}

// TestChangesPage: a load is one line, all of it is a link away, and what a
// record says does not act.
func TestChangesPage(t *testing.T) {
	h := New(Config{Store: changedStore{bareServer(t).Store}})
	page := request(h, http.MethodGet, "/changes").Body.String()
	for _, want := range []string{"500 runs added", "All 500 as JSON", "1 run withdrawn", `href="/runs/run-99"`, "offset=100", `application/atom+xml`, `href="/b/clawarena"`} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	if strings.Contains(page, "<script>alert") || strings.ContainsAny(page, "\u202e\x1b") || strings.Contains(page, `href="/b/gone"`) {
		t.Error("the page obeys a record, or links to a benchmark that is gone")
	}
	rec := request(h, http.MethodGet, "/changes.atom")
	if got := rec.Header().Get("Content-Type"); !strings.HasPrefix(got, "application/atom+xml") {
		t.Errorf("the feed is %s", got)
	}
	if strings.ContainsAny(rec.Body.String(), "\u202e\x1b") {
		t.Error("the feed has acting characters")
	}
	var f feed
	if err := xml.Unmarshal(rec.Body.Bytes(), &f); err != nil || len(f.Entries) != 2 || !strings.HasPrefix(f.ID, "urn:") || f.Updated < "2026-12-01" {
		t.Errorf("feed %+v, %v", f, err)
	}
	ids := map[string]bool{}
	for _, e := range f.Entries {
		ids[e.ID] = e.Title != "" && e.Updated != "" && e.Link.Href != ""
	}
	if len(ids) != 2 || !ids[f.Entries[0].ID] || !ids[f.Entries[1].ID] {
		t.Errorf("entries %v", ids)
	}
}

// TestFeedIsAbsolute: readers of feeds keep links away from where they came from,
// so each names the host that was asked; none is given another host's.
func TestFeedIsAbsolute(t *testing.T) {
	store := changedStore{bareServer(t).Store}
	proxied, static := New(Config{Store: store, Proxies: proxiesOf(t, "192.0.2.0/24")}), New(Config{Store: store, Static: true}) // where httptest's requests come from
	plain := New(Config{Store: store})
	etags := map[string]string{}
	for _, x := range []struct {
		What   string
		site   http.Handler
		at     string
		header []string
		want   string
	}{
		{"a host", plain, "http://atlas.example:8080/changes.atom", nil, "http://atlas.example:8080"},
		{"another host, same server", plain, "http://b.example/changes.atom", nil, "http://b.example"},
		{"TLS", plain, "https://b.example/changes.atom", nil, "https://b.example"},
		{"a stranger who says that he is a proxy", plain, "http://b.example/changes.atom", []string{"X-Forwarded-Proto", "https", "X-Forwarded-Host", "evil.example"}, "http://b.example"},
		{"a proxy", proxied, "http://b.example/changes.atom", []string{"X-Forwarded-Proto", "https", "X-Forwarded-Host", "c.example"}, "https://c.example"},
		{"files for any host", static, "http://localhost/changes.atom", nil, ""},
	} {
		rec := request(x.site, http.MethodGet, x.at, x.header...)
		var f feed
		must.Do(t, xml.Unmarshal(rec.Body.Bytes(), &f))
		links := map[string]string{}
		for _, a := range f.Links {
			links[a.Rel] = a.Href
		}
		for i, e := range f.Entries {
			links[fmt.Sprint(i)] = e.Link.Href
		}
		want := map[string]string{"self": x.want + "/changes.atom", "alternate": x.want + "/changes", "0": x.want + "/changes?benchmark=clawarena", "1": x.want + "/runs/run-x"}
		must.Same(t, want, links, "%s", x.What)
		if etag := rec.Header().Get("ETag"); etags[etag] != "" && etags[etag] != x.want {
			t.Errorf("%s and %s have the validator %s", etags[etag], x.want, etag)
		} else {
			etags[etag] = x.want
		}
	}
}
