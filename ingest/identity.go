package ingest

import (
	"time"

	"github.com/clawatlas/clawatlas/results"
)

// Unrecorded is the model name if neither the records nor the caller state one.
const Unrecorded = "unrecorded"

// Identity holds the caller's statements about records. They come from flags or from a
// clawatlas.toml next to the records.
type Identity struct {
	Benchmark string `toml:"benchmark"`
	Model     string `toml:"model"`
	Framework string `toml:"framework"`
	Variant   string `toml:"variant"`
	Provider  string `toml:"provider"`
	Date      string `toml:"date"`     // ISO date of the run
	Replaces  string `toml:"replaces"` // slug or digest of the run that this run corrects
}

// StartedAt returns the stated date in Unix milliseconds. It returns nil if the date is missing or
// invalid.
func (id *Identity) StartedAt() *int64 {
	at, err := time.Parse(time.DateOnly, id.Date)
	if err != nil {
		return nil
	}
	return new(at.UnixMilli())
}

// BenchmarkID returns the id of the benchmark stated by the caller, or "" if none.
func (id *Identity) BenchmarkID() string {
	if id.Benchmark == "" || results.ValidSlug(id.Benchmark) {
		return id.Benchmark
	}
	return results.NameID(id.Benchmark)
}

// stated returns the identity in the form stored with a run, without Replaces. It returns nil if
// the caller stated nothing.
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
