package results_test

import (
	"testing"
	"time"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

func TestPossibleTime(t *testing.T) {
	for at, want := range map[string]bool{
		"0001-01-01T00:00:00Z": false, "1970-01-01T00:00:00Z": false, "2019-12-31T23:59:59Z": false,
		"2020-01-01T00:00:00Z": true, "2026-11-22T06:00:00Z": true, "2100-01-01T00:00:01Z": false, "9999-01-01T00:00:00Z": false,
	} {
		x := must.Get(time.Parse(time.RFC3339, at))(t)
		must.Equal(t, want, results.PossibleTime(x.UnixMilli()), "%s", at)
	}
}
