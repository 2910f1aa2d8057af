package ablations

import (
	"cmp"
	"fmt"
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
	"github.com/clawatlas/clawatlas/views/table"
	"github.com/clawatlas/clawatlas/views/ui"
)

func (a *Ablations) state() url.Values {
	from := ""
	if a.Query.From > 1 {
		from = fmt.Sprint(a.Query.From)
	}
	return link.With(nil, "sort", a.Query.Sort, "from", from, "run", a.Query.Run, a.Query.Page.Key, a.Query.Page.Value())
}

func (a *Ablations) turn(key, value string) string {
	return link.To(link.With(a.state(), key, value), "b", a.Benchmark, "ablations")
}

func (a *Ablations) systemsPager(g *Group) ui.Pager {
	return table.Pager(g.Offset, len(g.Systems), g.Total, systemsAtOnce, "systems", func(offset string) string {
		if n, err := strconv.Atoi(offset); err == nil {
			offset = strconv.Itoa(n + 1)
		}
		return a.turn("from", offset) + "#pairwise"
	})
}

// testsLinked is the maximum number of tests for which every test of a group links to its
// comparison. In larger groups, only the tests of the first system and of neighbours have links.
const testsLinked = 60

func (g *Group) linked(i, k int) bool { return len(g.Tests) <= testsLinked || i == 0 || k == i+1 }

func (g *Group) caption() string {
	of, cells := "", "A cell opens the comparison."
	if g.Total > len(g.Systems) {
		of = fmt.Sprintf(" Systems %d to %d of %d.", g.Offset+1, g.Offset+len(g.Systems), g.Total)
	}
	if len(g.Tests) > testsLinked {
		cells = "Cells of the first row and of neighbours open the comparison."
	}
	return fmt.Sprintf("Row minus column in points. Shaded: significant in the paired test, after Holm’s adjustment over all systems below that of the row (%d of %d pairs).%s %s",
		g.significant(), len(g.Tests), of, cells)
}

// Formats a difference in points with one decimal place.
func one(x float64) string {
	points := 100 * x
	return words.Fixed(&points, 1)
}

// Formats the range of some changes: "by 8.5 to 11.8 points".
func between(changes []float64) string {
	lo, hi := math.Inf(1), 0.0
	for _, x := range changes {
		lo, hi = min(lo, math.Abs(x)), max(hi, math.Abs(x))
	}
	if one(lo) == one(hi) {
		return "by " + one(hi) + " points"
	}
	return "by " + one(lo) + " to " + one(hi) + " points"
}

func directions(list []effect) (falls, rises []float64) {
	for _, e := range list {
		switch {
		case !significant(e.holm):
		case e.difference < 0:
			falls = append(falls, e.difference)
		default:
			rises = append(rises, e.difference)
		}
	}
	return falls, rises
}

// lead returns the introductory sentence of a section.
func (a *Ablations) lead(block string) (s views.Sentence) {
	switch block {
	case "harness":
		a.leadHarness(&s)
	case "pairs":
		list := a.pairEffects()
		falls, rises := directions(list)
		if len(falls) == 0 {
			s.Add("None of " + words.Plural(len(list), "added difficulty", "added difficulties") + " lowers the mean score significantly.")
			break
		}
		s.Strong(fmt.Sprintf("%d of %s the mean score significantly, %s.", len(falls),
			words.Plural(len(list), "added difficulty lowers", "added difficulties lower"), between(falls)))
		if rest := len(list) - len(falls) - len(rises); len(rises) > 0 {
			s.Add(fmt.Sprintf(" %d raise it, %d show no significant change.", len(rises), rest))
		} else if rest > 0 {
			s.Add(fmt.Sprintf(" The other %d show no significant change.", rest))
		}
	case "additions":
		a.leadAdditions(&s)
	case "runs":
		r := &a.Repeats[0]
		s.Strong(fmt.Sprintf("%d runs of %s range from %s to %s %%", r.N, r.Name, words.Pct(&r.Min), words.Pct(&r.Max)))
		s.Add(", mean " + words.Pct(&r.Mean) + " %.")
	default:
		g := &a.Pairwise[0]
		s.Strong(fmt.Sprintf("%d of %s of systems differ significantly.", g.significant(), words.Counted(len(g.Tests), "pair")))
	}
	return s
}

// leadHarness adds the sentence about the first pair of harnesses in the table. Without tests, it
// describes the model with the widest range.
func (a *Ablations) leadHarness(s *views.Sentence) {
	list := a.harnessEffects()
	if len(list) == 0 {
		m := a.Widest()
		lo, hi := m.least(), slices.Max(m.Values())
		s.Add(fmt.Sprintf("%s scores between %s and %s %% depending on the harness. No two of the harnesses have run records of one model, so this is not tested.",
			m.Name, words.Pct(&lo), words.Pct(&hi)))
		return
	}
	group := slices.DeleteFunc(slices.Clone(list), func(e effect) bool { return e.group != list[0].group })
	falls, rises := directions(group)
	first, second, _ := strings.Cut(list[0].group, " against ")
	if len(rises) == 0 {
		first, second, rises, falls = second, first, falls, nil
	}
	switch {
	case len(rises) == 0:
		s.Add("None of " + words.Counted(len(list), "paired comparison") + " of two harnesses on one model shows a significant difference.")
	case len(group) == 1:
		s.Strong(first + " beats " + second + " " + between(rises))
		s.Add(", both on " + group[0].name + ".")
	case len(rises) == len(group):
		s.Strong(first + " beats " + second + " on all " + words.Numeral(len(group)) + " models, " + between(rises) + ".")
	default:
		s.Strong(fmt.Sprintf("%s beats %s on %d of %d models, %s", first, second, len(rises), len(group), between(rises)))
		if len(falls) > 0 {
			s.Add(fmt.Sprintf(", and loses to it on %d, %s", len(falls), between(falls)))
		}
		s.Add(".")
	}
}

func (a *Ablations) leadAdditions(s *views.Sentence) {
	list := a.additionEffects()
	tested := slices.DeleteFunc(slices.Clone(list), func(e effect) bool { return e.p == nil })
	falls, rises := directions(list)
	switch {
	case len(tested) == 0:
		by := func(x, y effect) int { return cmp.Compare(x.difference, y.difference) }
		lo, hi := slices.MinFunc(list, by).difference, slices.MaxFunc(list, by).difference
		s.Add(fmt.Sprintf("Additions change the score by %s to %s points, as the paper reports; there are no run records to test it.", words.Points(&lo), words.Points(&hi)))
	case len(falls)+len(rises) == 0:
		s.Add("None of " + words.Plural(len(tested), "tested addition", "tested additions") + " changes the score significantly.")
	default:
		s.Strong(fmt.Sprintf("%d of %s the score significantly", len(rises), words.Plural(len(tested), "tested addition raises", "tested additions raise")))
		s.Add(fmt.Sprintf(", %d lower it.", len(falls)))
	}
}
