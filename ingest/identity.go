package ingest

import (
	"time"

	"github.com/clawatlas/clawatlas/results"
)

// Unrecorded is the name of a model that neither the records nor the caller state.
const Unrecorded = "unrecorded"

// Identity holds the caller's statements about records, from flags or from a clawatlas.toml next to
// them.
type Identity struct {
	Benchmark string `toml:"benchmark"`
	Model     string `toml:"model"`
	Framework string `toml:"framework"`
	Variant   string `toml:"variant"`
	Provider  string `toml:"provider"`
	Date      string `toml:"date"`     // ISO date of the run
	Replaces  string `toml:"replaces"` // slug or digest of the run that this one corrects
}

// StartedAt returns the stated date in Unix milliseconds, or nil without a valid one.
func (id *Identity) StartedAt() *int64 {
	at, err := time.Parse(time.DateOnly, id.Date)
	if err != nil {
		return nil
	}
	return new(at.UnixMilli())
}

// BenchmarkID returns the id of the benchmark that the caller names, or "" if none.
func (id *Identity) BenchmarkID() string {
	if id.Benchmark == "" || results.ValidSlug(id.Benchmark) {
		return id.Benchmark
	}
	return results.NameID(id.Benchmark)
}

// stated returns the identity as stored with a run, without Replaces. It is nil if nothing is
// stated.
func (id *Identity) stated() map[string]string {
	m := map[string]string{}
	for name, value := range id.fields() {
		if *value != "" {
			m[name] = *value
		}
	}
	if len(m) == 0 {
		return nil
	}
	return m
}

func statedOf(from results.ReadFrom) (id Identity) {
	for name, value := range id.fields() {
		*value = from.Stated[name]
	}
	return id
}

func (id *Identity) fields() map[string]*string {
	return map[string]*string{"benchmark": &id.Benchmark, "model": &id.Model, "framework": &id.Framework, "variant": &id.Variant,
		"provider": &id.Provider, "date": &id.Date}
}
