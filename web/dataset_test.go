package web

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

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
	doc := s.page(t, "/b/clawarena")
	if doc.Find(`script:not([src]):not([type="application/ld+json"])`).Length() > 0 {
		t.Error("the page has a script of its own")
	}
	var x struct {
		IsBasedOn struct {
			Name    string
			License struct{ Name string }
		}
	}
	must.Do(t, json.Unmarshal([]byte(doc.Find(`head > script[type="application/ld+json"]`).Text()), &x))
	if of := x.IsBasedOn; !strings.HasPrefix(of.Name, `</script><script>alert(1)</script><!--<script>"\`) || of.License.Name != of.Name {
		t.Errorf("%q", of.Name)
	}
}
