package ablations

import (
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/chart"
	"github.com/clawatlas/clawatlas/views/ui"
)

// state is what the address says of the view.
func (a *Ablations) state() url.Values {
	from := ""
	if a.Query.From > 1 {
		from = fmt.Sprint(a.Query.From)
	}
	return link.With(nil, "sort", a.Query.Sort, "from", from, "run", a.Query.Run, a.Query.Page.Key, a.Query.Page.Value())
}

// turn is the address of this page with another value of one parameter.
func (a *Ablations) turn(key, value string) string {
	return link.To(link.With(a.state(), key, value), "b", a.Benchmark, "ablations") + "#tasks"
}

func (a *Ablations) systemsPager(g *Group) ui.Pager {
	return views.OffsetPager(g.Offset, len(g.Systems), g.Total, systemsAtOnce, "systems", func(offset string) string {
		from := ""
		if n := 0; offset != "" {
			if _, err := fmt.Sscan(offset, &n); err == nil {
				from = fmt.Sprint(n + 1)
			}
		}
		return link.To(link.With(a.state(), "from", from), "b", a.Benchmark, "ablations") + "#pairwise"
	})
}

func (g *Group) caption() string {
	of := ""
	if g.Total > len(g.Systems) {
		of = fmt.Sprintf(" Systems %d to %d of %d.", g.Offset+1, g.Offset+len(g.Systems), g.Total)
	}
	return fmt.Sprintf("Row minus column in points, paired; shaded: significant after Holm over the systems below the row’s (%d of %d).%s A cell opens the comparison.",
		g.significant(), len(g.Tests), of)
}

// one is a difference in points with one decimal.
func one(x float64) string {
	points := 100 * x
	return words.Fixed(&points, 1)
}

func at(s chart.ForestScale, v float64) string { return fmt.Sprintf("%.2f%%", s.At(v)) }

func extremes(m *Model) (lo, hi float64) { return slices.Min(m.Values()), slices.Max(m.Values()) }

// shapes are circle, square, diamond and triangle, around a common centre.
func shapes() []string {
	return []string{"M-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0z", "M-4-4h8v8h-8z", "M0-6 6 0 0 6-6 0z", "M0-5 5 4h-10z",
		"M-4.5-4.5h9v9h-9z", "M-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0z", "M0 5-5-4h10z", "M0-5.5 5.5 0 0 5.5-5.5 0z"}
}

func harnessNames(group string) (first, second string) {
	first, second, _ = strings.Cut(group, " against ")
	return first, second
}

// strongest is the span of the significant differences of the first group.
func strongest(list []effect) (lo, hi float64) {
	var all []float64
	for _, e := range list {
		if e.group == list[0].group && significant(e.holm) {
			all = append(all, e.difference)
		}
	}
	return span(all)
}

// directions count significant falls and rises; changes are the falls.
func directions(list []effect) (falls, rises int, changes []float64) {
	for _, e := range list {
		switch {
		case !significant(e.holm):
		case e.difference < 0:
			falls, changes = falls+1, append(changes, e.difference)
		default:
			rises++
		}
	}
	return falls, rises, changes
}

func tested(list []effect) (n int) {
	for _, e := range list {
		if e.p != nil {
			n++
		}
	}
	return n
}

func verb(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

// between is the span of changes: "by 8.5 to 11.8 points".
func between(lo, hi float64) string {
	if one(lo) == one(hi) {
		return "by " + one(hi) + " points"
	}
	return "by " + one(lo) + " to " + one(hi) + " points"
}

func allOf(n, of int) string {
	if n == of {
		return "all " + words.Numeral(of)
	}
	return fmt.Sprintf("%d of %d", n, of)
}
