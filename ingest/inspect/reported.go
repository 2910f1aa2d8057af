package inspect

import (
	"cmp"
	"fmt"
	"maps"
	"path"
	"slices"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results"
)

// sums gathers what the samples say, to be held against what the header says of them
// together.
type sums struct {
	values map[string]map[string][]float64 // by scorer, by sample: one value for each epoch
	tokens map[string]int64                // by model
}

func (x *sums) add(task string, list []verdict) {
	if x.values == nil {
		x.values = map[string]map[string][]float64{}
	}
	for i := range list {
		v := &list[i]
		if v.value == nil {
			continue
		}
		if x.values[v.id] == nil {
			x.values[v.id] = map[string][]float64{}
		}
		x.values[v.id][task] = append(x.values[v.id][task], *v.value)
	}
}

func (x *sums) spend(model string, u spent) {
	if u.total == nil {
		return
	}
	if x.tokens == nil {
		x.tokens = map[string]int64{}
	}
	x.tokens[model] += *u.total
}

// reportedDigits is how exactly the header writes its numbers: as the shortest text that
// gives the same number again.
const reportedDigits = 9

// reported lists the metrics of the header, each with what the records give. Those of the
// scorer that gives the scores are computed from them where the run is shown.
func (l *reader) reported() []results.Reported {
	if l.h.Results == nil {
		return nil
	}
	file := rawName(l.in, headerName)
	var out []results.Reported
	for i := range l.h.Results.Scores {
		s := &l.h.Results.Scores[i]
		reducer := cmp.Or(s.Reducer.Text(), l.h.config.reducer())
		id, computed := s.id(), map[string]*float64{}
		for _, m := range ingest.SumUp(l.sums.list(id)) {
			computed[m.Key] = m.Value
		}
		leads := id == l.rules.headline && !l.rules.outside[id]
		for name, v := range members(s.Metrics) {
			r := results.Reported{File: file, Metric: metricKey(path.Base(name), reducer), Digits: reportedDigits}
			if !leads {
				r.Of = id
			}
			stated := memberOf(v, "value")
			if x, ok := number(stated); ok {
				r.Value, r.Note = &x, l.basis(s, computed[r.Metric] != nil)
				if !leads {
					r.Computed = computed[r.Metric]
				}
			} else {
				r.Note = fmt.Sprintf("the header states %.40s, which is no number", plain(stated))
				l.warn(headerName, "%s of %s is %.40s, no number: it is not compared", name, id, plain(stated))
			}
			out = append(out, r)
		}
	}
	return out
}

// basis says over how many samples the records give a metric of a scorer, or why they do
// not.
func (l *reader) basis(s *scored, known bool) string {
	n := len(l.sums.values[s.id()])
	over := "over " + ingest.Counted(n, "sample")
	if said := s.Scored.Whole(1e9); said != nil && *said != n {
		over += fmt.Sprintf(", the header says %d", *said)
	}
	switch {
	case n == 0:
		return "no sample in the log has a value of " + s.id()
	case !known:
		return over + "; how this metric is computed is not in the log"
	}
	return over
}

// list gives the values of a scorer, sample by sample.
func (x *sums) list(id string) [][]float64 {
	var list [][]float64
	for _, task := range slices.Sorted(maps.Keys(x.values[id])) {
		list = append(list, x.values[id][task])
	}
	return list
}

// metricKey names a metric with the way in which epochs become one value, if that is not
// their mean.
func metricKey(name, reducer string) string {
	if reducer == "" || reducer == "mean" {
		return name
	}
	return name + "_" + reducer
}

// compareUsage holds the tokens that the header counts against those of the samples. A
// header counts calls that no sample is left of. Before 2025 samples did not state their
// tokens, so that there is nothing to hold against.
func (l *reader) compareUsage() {
	if len(l.sums.tokens) == 0 {
		return
	}
	var stated []string
	for model, v := range members(l.h.Stats.Usage) {
		u := usageOf(v)
		if u.total == nil || l.traces == 0 {
			continue
		}
		if got := l.sums.tokens[model]; got != *u.total {
			l.warn(headerName, "the header counts %d tokens of %s, the samples %d", *u.total, model, got)
		}
		stated = append(stated, model)
	}
	if len(stated) == 0 {
		return
	}
	for _, model := range slices.Sorted(maps.Keys(l.sums.tokens)) {
		if n := l.sums.tokens[model]; n > 0 && !slices.Contains(stated, model) {
			l.warn(headerName, "the samples count %d tokens of %s, which the header does not name", n, model)
		}
	}
}
