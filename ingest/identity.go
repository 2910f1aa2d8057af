package ingest

import (
	"time"

	"github.com/clawatlas/clawatlas/results"
)

// Unrecorded stands for a model that neither the records nor the caller name.
const Unrecorded = "unrecorded"

// Identity is what the caller states about records, by flags or by a clawatlas.toml beside them.
type Identity struct {
	Benchmark string `toml:"benchmark"`
	Model     string `toml:"model"`
	Framework string `toml:"framework"`
	Variant   string `toml:"variant"`
	Provider  string `toml:"provider"`
	Date      string `toml:"date"`     // ISO date of the run
	Replaces  string `toml:"replaces"` // slug or digest of the run that this one corrects
}

// StartedAt is the stated date in Unix milliseconds; nil without a valid one.
func (id *Identity) StartedAt() *int64 {
	at, err := time.Parse(time.DateOnly, id.Date)
	if err != nil {
		return nil
	}
	return new(at.UnixMilli())
}

// BenchmarkID is the id of the benchmark that the caller names; empty if none is named.
func (id *Identity) BenchmarkID() string {
	if id.Benchmark == "" || results.ValidSlug(id.Benchmark) {
		return id.Benchmark
	}
	return results.NameID(id.Benchmark)
}

// stated is the identity as it is kept with a run, without what it corrects; nil if nothing is stated.
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
