package board

import (
	"fmt"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/board"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/views"
)

// Gap is the tested difference in the headline metric between the first two ranked systems.
type Gap struct {
	Diff, P float64
	CI      *[2]float64 // 95 % interval; nil if the test has too few tasks to bound the difference
}

func NewGap(g *views.JudgedGroup) *Gap {
	if len(g.Systems) != 2 {
		return nil
	}
	c := g.Families.Compare(0, 1)
	gap := &Gap{Diff: g.Families.Difference(0, 1), P: c.P}
	if gap.Diff != gap.Diff || gap.P != gap.P { // true for NaN, which means that there is no data
		return nil
	}
	if c.CI != nil {
		gap.CI = &[2]float64{c.CI.Lo, c.CI.Hi}
	}
	return gap
}

// words formats the difference as "4.5 points of CRS" and its test as "(95 % CI −4.8 to +13.7, p
// 0.33)".
func (g Gap) words(m views.MetricInfo) (diff, test string) {
	x := g.Diff
	if x < 0 {
		x = -x
	}
	diff = inProse(m, x) + " points of " + m.Label
	if !m.Percent() && m.Unit != "" {
		diff = inProse(m, x) + " " + m.Unit + " of " + m.Label
	}
	test = "(p " + words.PValue(&g.P) + ")"
	if g.CI != nil {
		test = fmt.Sprintf("(95 %% CI %s to %s, p %s)", signed(m, g.CI[0]), signed(m, g.CI[1]), words.PValue(&g.P))
	}
	return diff, test
}

func inProse(m views.MetricInfo, v float64) string {
	if m.Percent() {
		v *= 100
		return words.Fixed(&v, 1)
	}
	return words.Fixed(&v, m.Digits)
}

func signed(m views.MetricInfo, v float64) string {
	if v > 0 {
		return "+" + inProse(m, v)
	}
	return inProse(m, v)
}

// TiedForFirst reports whether a system is tied with the leader in the tests and its rank interval,
// if known, includes 1.
func TiedForFirst(r *results.BoardRow) bool {
	return r.TieClass != nil && *r.TieClass == results.LeadersClass && (r.RankInterval == nil || r.RankInterval[0] == 1)
}

// First returns the systems tied for first in the largest group, starting with the leader.
func First(b results.Board) []results.BoardRow { return pick(board.TopOf(b).Tied, TiedForFirst) }

// Verdict states which system leads the board and whether the lead is significant. If name is
// empty, the board is not named.
func Verdict(name string, b results.Board, task string, gap *Gap) (fact, rest string) {
	top, m := board.TopOf(b), views.MetricOf(b.Headline)
	first := pick(top.Tied, TiedForFirst)
	others, near := top.Ranked-len(first), len(top.Tied)-len(first)
	on := ""
	if name != "" {
		on = " on " + views.InFull(name)
	}
	value := func(r *results.BoardRow) string { return inProse(m, *r.Metrics[b.Headline].Value) }
	switch {
	case len(first) == 0 && top.Printed == nil:
		return "No system is ranked" + on + ".", ""
	case len(first) == 0:
		return "No system is ranked" + on + ".", "The highest reported result is " + views.RowName(top.Printed) + " (" +
			m.Show(top.Printed.Metrics[b.Headline].Value) + "); there are no run records to test it."
	case top.Ranked == 1:
		return named(b, first) + " is the only ranked system" + on + ".", ""
	case top.TooFew:
		return fmt.Sprintf("%s is highest%s, but with %s no difference can be significant.", named(b, first[:1]), on,
			words.Counted(b.Statistics.Clusters, b.Statistics.Unit)), ""
	case top.Ranked == 2 && len(first) == 2:
		fact = named(b, first) + " are tied" + on + "."
		if gap != nil {
			names, _ := apart(b, first)
			diff, test := gap.words(m)
			rest = fmt.Sprintf("%s scores %s higher %s: no significant difference.", names[0], diff, test)
		}
		return fact, rest
	case top.Ranked == 2 && len(first) == 1 && top.Next != nil:
		pair := []results.BoardRow{first[0], *top.Next}
		names, shared := apart(b, pair)
		fact = names[0] + " (" + value(&pair[0]) + ") beats " + names[1] + " (" + value(&pair[1]) + ")" + on + strings.TrimSuffix(shared, ",") + "."
		if gap != nil {
			diff, test := gap.words(m)
			rest = "The difference is " + diff + " " + test + "."
		}
		return fact, rest
	case len(first) == 1:
		fact = named(b, first) + " leads" + on + "."
	default:
		fact = named(b, first) + " are tied for first" + on + "."
	}
	test := " (paired test, " + words.Counted(b.Statistics.Tasks, task) + ")."
	switch behind := others - near; {
	case others == 0:
		rest = "None differs significantly from the leader" + test
	case near == 0 && others == 1:
		rest = "The other system is significantly behind" + test
	case near == 0:
		rest = "The other " + words.Numeral(others) + " systems are significantly behind" + test
	case behind == 0:
		rest = "No other system is significantly behind the leader" + test
	default:
		rest = words.Capital(words.Numeral(behind)) + " of the other " + words.Numeral(others) + " are significantly behind the leader" + test
	}
	return fact, rest
}

// namedAtOnce is the maximum number of systems named in a sentence. If only one more remains, it is
// named too.
const namedAtOnce = 3

func named(b results.Board, rows []results.BoardRow) string {
	names, shared := apart(b, rows)
	if len(names) > namedAtOnce+1 {
		names = append(names[:namedAtOnce:namedAtOnce], words.Count(len(names)-namedAtOnce)+" more")
	}
	return words.List(names) + shared
}

// apart returns distinct names for the systems, and a phrase for the model or harness that they
// share.
func apart(b results.Board, rows []results.BoardRow) (names []string, shared string) {
	both := map[bool]string{true: "both", false: "all"}[len(rows) == 2]
	models, harnesses := distinct(rows, func(r *results.BoardRow) string { return r.System.Model }), distinct(rows, frameworkOf)
	many := len(distinct(board.Population(b), frameworkOf)) > 1
	alone := len(models) == 1 && len(harnesses) == len(rows) && len(rows) > 1
	together := many && len(rows) > 1 && len(harnesses) == 1 && frameworkOf(&rows[0]) != "" && len(models) == len(rows)
	for i := range rows {
		name := views.RowName(&rows[i])
		switch {
		case alone:
			name = words.Plain(rows[i].System.Framework)
		case many && !together && rows[i].System.Framework != "":
			name += " on " + words.Plain(rows[i].System.Framework)
		}
		names = append(names, views.InFull(name))
	}
	switch {
	case alone:
		shared = ", " + both + " on " + views.RowName(&rows[0]) + ","
	case together:
		shared = ", " + both + " on " + words.Plain(harnesses[0]) + ","
	}
	return names, shared
}
