package ingest_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

// TestGauge reads each quantity from a record of three lines; what cannot be is
// absent, with one warning at its line.
func TestGauge(t *testing.T) {
	now := time.Date(2026, 11, 22, 0, 0, 0, 0, time.UTC)
	for _, c := range []struct{ kind, raw, want, warning string }{
		{"tokens", "12", "12", ""},
		{"tokens", "null", "-", ""},
		{"tokens", "-1", "-", "v is -1, below 0: left out"},
		{"tokens", "1.5", "-", "v is 1.5, not a whole number: left out"},
		{"tokens", "1e13", "-", "v is 1e13, more than any run has: left out"},
		{"tokens", "1e999", "-", "v is 1e999, not a number: left out"},
		{"tokens", `{"a":[1]}`, "-", `v is {"a":[1]}, not a number: left out`},
		{"usd", "0.25", "0.25", ""},
		{"usd", "0", "-", ""},
		{"usd", `"1"`, "-", `v is "1", not a number: left out`},
		{"seconds", "40.5", "40500", ""},
		{"seconds", "0", "0", ""},
		{"seconds", "1e10", "-", "v is 1e10, more than any run has: left out"},
		{"epoch", "1777254679.4", "1777254679400", ""},
		{"epoch", "0", "-", "v is 0, not a possible time of a run: left out"},
		{"epoch", "1e300", "-", "v is 1e300, not a possible time of a run: left out"},
		{"epoch", "1796400000", "-", "v is 1796400000, not a possible time of a run: left out"},
		{"time", `"2026-01-01T00:00:00Z"`, "1767225600000", ""},
		{"time", `"2026-01-01 00:00:00"`, "1767225600000 no zone", ""},
		{"time", `""`, "-", ""},
		{"time", `"2019-12-31T00:00:00"`, "-", `v is "2019-12-31T00:00:00", not a possible time of a run: left out`},
		{"time", `"2026-11-25T00:00:00Z"`, "-", `v is "2026-11-25T00:00:00Z", not a possible time of a run: left out`},
		{"time", "1767225600", "-", "v is 1767225600, not a time: left out"},
	} {
		data := []byte("{\"other\": 1,\n\"v\": " + c.raw + ",\n\"more\": 2}")
		var rec struct {
			V ingest.Scalar `json:"v"`
		}
		must.Do(t, ingest.DecodeJSON("r.json", data, 1, &rec))
		var warnings []results.Warning
		g := ingest.Gauge{File: "r.json", Data: data, Now: now, Warn: func(w results.Warning) { warnings = append(warnings, w) }}
		var got string
		switch c.kind {
		case "tokens":
			got = told(g.Tokens("v", rec.V))
		case "usd":
			got = told(g.USD("v", rec.V))
		case "seconds":
			got = told(g.Duration("v", rec.V, time.Second))
		case "epoch":
			got = told(g.Epoch("v", rec.V))
		case "time":
			got = told(g.Time("v", rec.V))
		}
		if g.NoZone {
			got += " no zone"
		}
		must.Equal(t, c.want, got, "%s %s", c.kind, c.raw)
		var want []results.Warning
		if c.warning != "" {
			want = []results.Warning{{File: "r.json", Line: 2, Message: c.warning}}
		}
		if fmt.Sprint(warnings) != fmt.Sprint(want) {
			t.Errorf("%s %s: warnings %+v, want %+v", c.kind, c.raw, warnings, want)
		}
	}
}

func told[T int64 | float64](v *T) string {
	if v == nil {
		return "-"
	}
	return fmt.Sprint(*v)
}
