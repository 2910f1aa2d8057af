package results

// Revision says which state of which database an answer was made from. All
// values are random tokens: equal ones mean equal content, also between a
// database and its copies, and different ones may. ID stays for the life of a
// database, All is another one after each change, and Benchmarks has for each
// benchmark the stamp that moves with what its own pages show: its dataset,
// runs, figures and boards, and the models, which all benchmarks share.
type Revision struct {
	ID         string
	All        string
	Benchmarks map[string]string
}

// Of is the stamp of a benchmark's pages. Where the benchmark is unknown, any
// change may make it known, so that it is the stamp of everything.
func (r Revision) Of(benchmark string) string {
	if stamp, ok := r.Benchmarks[benchmark]; ok {
		return stamp
	}
	return r.All
}
