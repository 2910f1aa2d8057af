package web

import (
	"context"
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

// linkedData reads what a page says of itself to machines.
func linkedData(t *testing.T, s *testSite, path string) (x struct {
	Context      string `json:"@context"`
	Type         string `json:"@type"`
	Name         string
	Description  string
	URL          string
	License      any
	Creator      any
	Distribution []struct{ ContentURL, EncodingFormat string }
	IsBasedOn    struct {
		Type        string `json:"@type"`
		Name        string
		Description string
		Version     string
		SameAs      string
		License     struct{ Name string }
		Creator     []struct{ Name string }
		Citation    struct{ Name, URL string }
	}
},
) {
	t.Helper()
	doc := s.page(t, path)
	if doc.Find(`script:not([src]):not([type="application/ld+json"])`).Length() > 0 {
		t.Errorf("%s has a script of its own", path)
	}
	if err := json.Unmarshal([]byte(doc.Find(`head > script[type="application/ld+json"]`).Text()), &x); err != nil {
		t.Fatal(path, err)
	}
	return x
}

// TestDataset: the page of a benchmark is a data set of schema.org with its name, its
// address and its twins, which are there, and says what the record states of the
// benchmark and nothing else.
func TestDataset(t *testing.T) {
	s := testServer(t)
	doc := s.page(t, "/b/clawarena")
	x := linkedData(t, s, "/b/clawarena")
	said, _ := doc.Find(`meta[name="description"]`).Attr("content")
	if x.Context != "https://schema.org" || x.Type != "Dataset" || x.Name != "ClawArena leaderboard" || x.Description != said || x.URL != "http://example.com/b/clawarena" || x.License != nil || x.Creator != nil {
		t.Errorf("%+v", x)
	}
	of := x.IsBasedOn
	b, err := s.Store.FindBenchmark(t.Context(), "clawarena")
	if err != nil || of.Type != "Dataset" || of.Name != b.Name || of.Description != b.Summary || of.Version != b.Version || of.License.Name != b.Licence || b.Licence == "" ||
		of.SameAs != "https://github.com/"+b.Repository || of.Citation.URL != "https://arxiv.org/abs/2604.04202v2" || len(of.Creator) != 12 || of.Creator[0].Name != "Haonian Ji" {
		t.Errorf("%v, %+v", err, of)
	}
	var formats []string
	for _, d := range x.Distribution {
		rec := s.get(strings.TrimPrefix(d.ContentURL, "http://example.com"))
		if rec.Code != 200 || !strings.HasPrefix(rec.Header().Get("Content-Type"), d.EncodingFormat) {
			t.Errorf("%+v: status %d, %s", d, rec.Code, rec.Header().Get("Content-Type"))
		}
		formats = append(formats, d.EncodingFormat)
	}
	if want := []string{"text/csv", "application/json"}; !reflect.DeepEqual(formats, want) {
		t.Errorf("twins: %q", formats)
	}
	list := must.Get(s.Store.Benchmarks(t.Context()))(t)
	for _, b := range list {
		var of struct{ IsBasedOn map[string]any }
		_ = json.Unmarshal([]byte(s.page(t, "/b/"+b.ID).Find(`script[type="application/ld+json"]`).Text()), &of)
		for field, stated := range map[string]string{"license": b.Licence, "creator": b.Paper, "citation": b.Paper, "sameAs": b.Repository, "version": b.Version} {
			if v, ok := of.IsBasedOn[field]; ok != (stated != "") {
				t.Errorf("%s: %s is %v, the record states %q", b.ID, field, v, stated)
			}
		}
	}
	if s.page(t, "/b/clawarena/heatmap").Find(`script[type="application/ld+json"]`).Length() > 0 {
		t.Error("a page that is no data set says that it is one")
	}
}

// renamed is a store of which a benchmark has another name.
type renamed struct {
	Store
	name string
}

func (s renamed) FindBenchmark(ctx context.Context, id string) (results.Benchmark, error) {
	b, err := s.Store.FindBenchmark(ctx, id)
	b.Name, b.Licence = s.name, s.name
	return b, err
}

// TestDatasetHostile: no name ends the element that it stands in.
func TestDatasetHostile(t *testing.T) {
	name := `</script><script>alert(1)</script><!--<script>"\` + "\u2028"
	s := &testSite{Handler: New(Config{Store: renamed{bareServer(t).Store, name}})}
	x := linkedData(t, s, "/b/clawarena")
	if !strings.HasPrefix(x.IsBasedOn.Name, `</script><script>alert(1)</script><!--<script>"\`) || x.IsBasedOn.License.Name != x.IsBasedOn.Name {
		t.Errorf("%q", x.IsBasedOn.Name)
	}
}
