package web

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/board"
	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/score"
)

// pairSaid is what one page says of two runs.
type pairSaid struct {
	P, PHolm *float64
	Family   int
	Verdict  string // a_ahead, b_ahead or what else the comparison says
}

// TestOneVerdictForEachPair walks all pairs of all boards under all conventions: the
// board, the comparison, the matrix of runs and the page of the model say the same of
// each, and an interval leaves out 0 exactly if the pair's own test separates.
func TestOneVerdictForEachPair(t *testing.T) {
	if testing.Short() {
		t.Skip("not among the quick tests: it asks for all pairs")
	}
	site := testServer(t)
	benchmarks := must.Get(site.Store.Benchmarks(t.Context()))(t)
	w := verdicts{T: t, site: site, known: map[string]pairSaid{}}
	for _, b := range benchmarks {
		for i, c := range score.ConventionsOf(b) {
			list, err := site.Store.FindBoard(t.Context(), b.ID, c.ID, "")
			if err != nil {
				continue
			}
			groups := map[string][]results.BoardRow{}
			for _, r := range board.Population(list) {
				groups[r.Group] = append(groups[r.Group], r)
			}
			for _, rows := range groups {
				w.group(c.ID, rows, i == 0)
			}
		}
	}
	t.Logf("%d pairs, %d separable, %d of them with the leader, %d apart alone and not in their family", w.pairs, w.separable, w.behind, w.alone)
	if w.pairs < 100 || w.separable < 20 || w.behind < 3 || w.alone < 3 {
		t.Error("too few pairs of a kind to tell anything")
	}
}

// verdicts counts what was walked.
type verdicts struct {
	*testing.T
	site                            *testSite
	known                           map[string]pairSaid // by the runs of the default convention
	pairs, separable, behind, alone int
}

// group walks the pairs of one group, in the board's order.
func (w *verdicts) group(convention string, rows []results.BoardRow, preset bool) {
	matrix := w.matrix(convention, rows)
	for i := range rows {
		if i > 0 && !preset && len(rows) > 6 {
			break // of large boards under another convention the leader's pairs are enough
		}
		for j := i + 1; j < len(rows); j++ {
			w.pairs++
			a, b := *rows[i].Run, *rows[j].Run
			said := w.compared(convention, a, b)
			if preset {
				w.known[a+" "+b] = said
			}
			if said.Family != len(rows)-1-i {
				w.Errorf("%s %s: a family of %d, want %d", a, b, said.Family, len(rows)-1-i)
			}
			if i == 0 {
				if leads := said.Verdict == "a_ahead" || said.Verdict == "b_ahead"; leads != (*rows[j].TieClass == results.BehindClass) {
					w.Errorf("%s %s: %s, but class %d on the board", a, b, said.Verdict, *rows[j].TieClass)
				} else if leads {
					w.behind++
				}
			}
			if m, ok := matrix[[2]string{a, b}]; ok && !m.same(said) {
				w.Errorf("%s %s: %s compared, %s in the matrix", a, b, said.words(), m.words())
			}
		}
	}
	if preset {
	}
}

// compared is the pair's own page.
func (w *verdicts) compared(convention, a, b string) pairSaid {
	var x struct {
		Outcome, Headline string
		Metrics           map[string]struct {
			P  *float64
			CI *[2]float64
		}
		Endpoints struct {
			Headline struct {
				P      *float64
				PHolm  *float64 `json:"p_holm"`
				Family int
			}
		}
	}
	w.site.object(w.T, "/api/v1/compare?"+url.Values{"a": {a}, "b": {b}, "convention": {convention}, "limit": {"1"}}.Encode(), &x)
	for key, m := range x.Metrics {
		if m.P != nil && (*m.P < 0.05) != (m.CI != nil && (m.CI[0] > 0 || m.CI[1] < 0)) {
			w.Errorf("%s %s, %s: p %v and interval %v", a, b, key, *m.P, m.CI)
		}
	}
	h := x.Endpoints.Headline
	said := pairSaid{P: h.P, PHolm: h.PHolm, Family: h.Family, Verdict: x.Outcome}
	apart := strings.HasSuffix(x.Outcome, "_ahead")
	if apart {
		w.separable++
	}
	if h.P != nil && *h.P < 0.05 && !apart {
		w.alone++
	}
	if x.Outcome != "identical" && x.Outcome != "too_few_scenarios" && (h.PHolm == nil || apart != (*h.PHolm < 0.05)) {
		w.Errorf("%s %s: %s", a, b, said.words())
	}
	return said
}

// matrix are the pairs of the first ten runs, each against each.
func (w *verdicts) matrix(convention string, rows []results.BoardRow) map[[2]string]pairSaid {
	said := map[[2]string]pairSaid{}
	q := url.Values{"convention": {convention}}
	for _, r := range rows[:min(len(rows), 10)] {
		q.Add("run", *r.Run)
	}
	if len(q["run"]) < 3 {
		return said
	}
	var m struct {
		Pairs []struct {
			A, B, Outcome string
			P             *float64
			PHolm         *float64 `json:"p_holm"`
			Family        int
		}
	}
	w.site.object(w.T, "/api/v1/compare?"+q.Encode(), &m)
	for _, x := range m.Pairs {
		said[[2]string{x.A, x.B}] = pairSaid{P: x.P, PHolm: x.PHolm, Family: x.Family, Verdict: x.Outcome}
	}
	return said
}

func (x pairSaid) same(y pairSaid) bool {
	return x.Verdict == y.Verdict && x.Family == y.Family && (x.P == nil) == (y.P == nil) && (x.P == nil || *x.P == *y.P && *x.PHolm == *y.PHolm)
}

func (x pairSaid) words() string {
	text := x.Verdict
	for _, p := range []*float64{x.P, x.PHolm} {
		if p != nil {
			text += fmt.Sprintf(" %.5f", *p)
		}
	}
	return text
}
