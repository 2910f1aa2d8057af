package results

// Revision identifies the content from which a response was generated. All values are random
// tokens. Equal tokens mean equal content, even in copies of a database; different tokens may also
// mean equal content. ID never changes, and All changes with every write. Benchmarks has one token
// per benchmark, which changes with the benchmark's dataset, runs, reported results and
// leaderboards. It also changes with the models, because all benchmarks share them.
type Revision struct {
	ID         string
	All        string
	Benchmarks map[string]string
}

// Of returns the token for a benchmark's pages. For an unknown benchmark it returns All, because
// any write may add the benchmark.
func (r Revision) Of(benchmark string) string {
	if stamp, ok := r.Benchmarks[benchmark]; ok {
		return stamp
	}
	return r.All
}
