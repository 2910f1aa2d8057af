package board

import (
	"cmp"
	"net/url"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/metric"
	"github.com/clawatlas/clawatlas/views"
)

const (
	SortRank = "rank"
	SortName = "name"
)

// BoardQuery is the query of a board page. It filters and sorts the rows without changing their
// ranks.
type BoardQuery struct {
	Preset     string // default convention of the benchmark
	Convention string
	Without    string // set of excluded tasks: empty for none, or results.WithoutImpossible
	Framework  string
	Evidence   string
	Group      string
	Part       string // substring of a system's name
	Sort       string // sort key: rank, name or a metric, best first; a leading minus reverses the order
}

// CheckSort returns an error for an unknown sort key.
func (q BoardQuery) CheckSort(keys []string) error {
	key := strings.TrimPrefix(q.Sort, "-")
	if q.Sort == "" || key == SortName || slices.Contains(keys, key) {
		return nil
	}
	return views.Refuse("sort=%s is not known; use one of %s, with a leading minus for the reverse order.", q.Sort,
		strings.Join(append([]string{SortRank, SortName}, keys...), ", "))
}

// Values returns the query parameters, without defaults.
func (q BoardQuery) Values() url.Values {
	return link.With(q.Choice(), "framework", q.Framework, "evidence", q.Evidence, "group", q.Group, "q", q.Part, "sort", q.Sort)
}

// Choice returns the query parameters that select one of the benchmark's boards.
func (q BoardQuery) Choice() url.Values {
	convention := q.Convention
	if convention == q.Preset {
		convention = ""
	}
	return link.With(url.Values{}, "convention", convention, "without", q.Without)
}

func (q BoardQuery) keeps(r *results.BoardRow) bool {
	if q.Framework != "" && r.System.Framework != q.Framework || q.Evidence != "" && string(r.Evidence) != q.Evidence || q.Group != "" &&
		r.Group != q.Group {
		return false
	}
	text := strings.ToLower(strings.Join([]string{r.Name, r.System.Model, r.System.Framework, r.System.Variant}, " "))
	return strings.Contains(text, strings.ToLower(q.Part))
}

// rows filters and sorts the rows within their groups, with unranked runs last.
func (q BoardQuery) rows(b results.Board, spent Spent) []results.BoardRow {
	list := []results.BoardRow{}
	order := map[string]int{}
	for i := range b.Rows {
		if _, ok := order[b.Rows[i].Group]; !ok {
			order[b.Rows[i].Group] = i
		}
		if q.keeps(&b.Rows[i]) {
			list = append(list, b.Rows[i])
		}
	}
	less := q.order(spent)
	slices.SortStableFunc(list, func(x, y results.BoardRow) int {
		if d := order[x.Group] - order[y.Group]; d != 0 {
			return d
		}
		if a, b := views.Unranked(&x), views.Unranked(&y); a != b {
			if b {
				return -1
			}
			return 1
		}
		return less(&x, &y)
	})
	return list
}

// order returns a function that compares two rows of a group by the sort key. Equal rows keep the
// board's order.
func (q BoardQuery) order(spent Spent) func(x, y *results.BoardRow) int {
	key, turned := strings.CutPrefix(q.Sort, "-")
	switch key {
	case "":
		return func(x, y *results.BoardRow) int { return 0 }
	case SortName:
		return func(x, y *results.BoardRow) int {
			d := strings.Compare(sortName(x), sortName(y))
			if turned {
				return -d
			}
			return d
		}
	}
	if expenseAxis(key) != nil && spent != nil {
		return func(x, y *results.BoardRow) int {
			return views.CompareValues(spent(x)[key], spent(y)[key], !turned)
		}
	}
	low := metric.Of(key).Low
	return func(x, y *results.BoardRow) int {
		return views.CompareValues(least(x.Metrics[key]), least(y.Metrics[key]), low != turned)
	}
}

func least(m results.MetricValue) *float64 {
	if m.Value == nil && m.Bounds != nil {
		return &m.Bounds[0]
	}
	return m.Value
}

func sortName(r *results.BoardRow) string {
	return strings.ToLower(strings.Join([]string{cmp.Or(r.Name, r.System.Model), r.System.Framework, r.System.Variant}, " "))
}
