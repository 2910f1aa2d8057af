package web

import (
	"net/url"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/board"
	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/results/score"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/link"
)

// Orders of a board that are no metric.
const (
	sortRank = "rank"
	sortName = "name"
)

// boardQuery is what the URL of a board asks for. Filters and order choose
// among finished rows: they never change a rank, an interval or a class.
type boardQuery struct {
	preset     string // the benchmark's default convention
	convention string
	without    string // which tasks are left out: none, or results.WithoutDoubtful
	framework  string
	evidence   string
	group      string
	name       string // part of a system's name
	sort       string // rank, name or a metric, best first; a leading minus turns it round
	page       report.Window
}

// boardFields are the parameters of a board.
func boardFields() query {
	return query{textField("convention"), wordField("without", "", results.WithoutDoubtful), textField("framework"),
		wordField("evidence", "", string(results.Recomputed), string(results.Records), string(results.Published)), textField("group"), textField("q"), textField("sort")}
}

func parseBoardQuery(c echo.Context, b results.Benchmark) (boardQuery, error) {
	var ids []string
	for _, v := range score.Conventions(b.Scoring) {
		ids = append(ids, v.ID)
	}
	a := ask(c)
	q := boardQuery{preset: ids[0], without: a.word("without"), framework: a.text("framework"), evidence: a.word("evidence"), group: a.text("group"), name: strings.TrimSpace(a.text("q")), sort: a.text("sort")}
	var err error
	if q.convention, err = oneOf(c, "convention", ids...); err != nil {
		return q, err
	}
	if q.sort == sortRank {
		q.sort = ""
	}
	return q, nil
}

// checkSort refuses an order that the board does not have.
func (q boardQuery) checkSort(keys []string) error {
	key := strings.TrimPrefix(q.sort, "-")
	if q.sort == "" || key == sortName || slices.Contains(keys, key) {
		return nil
	}
	return bad("sort=%s is not known; use one of %s, with a leading minus to turn the order round.", q.sort, orList(append([]string{sortRank, sortName}, keys...)))
}

// values is the query as a URL has it, without what is preset.
func (q boardQuery) values() url.Values {
	return link.With(q.board(), "framework", q.framework, "evidence", q.evidence, "group", q.group, "q", q.name, "sort", q.sort)
}

// board are the parameters that say which of the benchmark's boards is meant.
func (q boardQuery) board() url.Values {
	convention := q.convention
	if convention == q.preset {
		convention = ""
	}
	return link.With(url.Values{}, "convention", convention, "without", q.without)
}

// filtered reports whether rows may be left out.
func (q boardQuery) filtered() bool {
	return q.framework != "" || q.evidence != "" || q.group != "" || q.name != ""
}

// keeps reports whether a row passes the filters.
func (q boardQuery) keeps(r *results.BoardRow) bool {
	if q.framework != "" && r.System.Framework != q.framework || q.evidence != "" && string(r.Evidence) != q.evidence || q.group != "" && r.Group != q.group {
		return false
	}
	text := strings.ToLower(strings.Join([]string{r.Name, r.System.Model, r.System.Framework, r.System.Variant}, " "))
	return strings.Contains(text, strings.ToLower(q.name))
}

// rows are the filtered rows in the asked order. Groups stay together in the
// board's order, and runs that are not ranked stay last in theirs.
func (q boardQuery) rows(b results.Board) []results.BoardRow {
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
	less := q.order()
	slices.SortStableFunc(list, func(x, y results.BoardRow) int {
		if d := order[x.Group] - order[y.Group]; d != 0 {
			return d
		}
		if a, b := unranked(&x), unranked(&y); a != b {
			if b {
				return -1
			}
			return 1
		}
		return less(&x, &y)
	})
	return list
}

// unranked reports whether a row is a run that takes no part in the ranking.
func unranked(r *results.BoardRow) bool { return r.Run != nil && !board.InPopulation(r) }

// order compares two rows of one group; equal ones keep the board's order.
func (q boardQuery) order() func(x, y *results.BoardRow) int {
	key, turned := strings.CutPrefix(q.sort, "-")
	switch key {
	case "":
		return func(x, y *results.BoardRow) int { return 0 }
	case sortName:
		return func(x, y *results.BoardRow) int {
			d := strings.Compare(strings.ToLower(rowName(x)), strings.ToLower(rowName(y)))
			if turned {
				return -d
			}
			return d
		}
	}
	low := views.MetricOf(key).Low
	return func(x, y *results.BoardRow) int {
		return report.CompareValues(least(x.Metrics[key]), least(y.Metrics[key]), low != turned)
	}
}

// least is a value, or the lower of the bounds in its place.
func least(m results.MetricValue) *float64 {
	if m.Value == nil && m.Bounds != nil {
		return &m.Bounds[0]
	}
	return m.Value
}

// rowName is what a row is called and sorted by.
func rowName(r *results.BoardRow) string {
	name := r.Name
	if name == "" {
		name = r.System.Model
	}
	return name + " " + r.System.Framework + " " + r.System.Variant
}
