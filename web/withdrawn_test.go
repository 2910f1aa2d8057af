package web

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results/must"

	"github.com/clawatlas/clawatlas/results"
)

// goneStore is a store in which one run was withdrawn.
type goneStore struct{ Store }

func (goneStore) FindWithdrawal(_ context.Context, slug string) (results.Withdrawal, error) {
	if slug != "gone-run" {
		return results.Withdrawal{}, results.ErrNotFound
	}
	return results.Withdrawal{Run: slug, Benchmark: "b", Reason: "Personal <b>data\u202e.", At: 86400000}, nil
}

// TestWithdrawnAddresses: whatever belongs to a withdrawn run answers 410 and
// says why; what never was there answers 404.
func TestWithdrawnAddresses(t *testing.T) {
	h := New(Config{Store: goneStore{bareServer(t).Store}})
	for path, want := range map[string]int{
		"/runs/gone-run": 410, "/runs/gone-run/s/q1": 410, "/runs/gone-run/s/q1/raw": 410, "/api/v1/runs/gone-run": 410, "/api/v1/runs/gone-run/s/q1": 410,
		"/compare?a=gone-run&b=gone-run": 410, "/api/v1/compare?a=gone-run&b=gone-run": 410, "/runs/never-was": 404, "/api/v1/runs/never-was": 404,
	} {
		w := request(h, http.MethodGet, path)
		must.Equal(t, want, w.Code, "%s answers", path)
		if told := strings.Contains(w.Body.String(), "1970-01-02") && strings.Contains(w.Body.String(), "Personal"); told != (want == 410) {
			t.Errorf("%s: reason and day told: %v", path, told)
		}
		if strings.Contains(w.Body.String(), "<b>data") && strings.HasPrefix(w.Header().Get("Content-Type"), "text/html") || strings.Contains(w.Body.String(), "\u202e") {
			t.Errorf("%s: the reason acts: %s", path, w.Body)
		}
	}
}
