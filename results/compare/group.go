package compare

import (
	"math"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/board"
	"github.com/clawatlas/clawatlas/results/stats"
)

// Family is a partition of the common tasks into groups. The p-values are adjusted for the number
// of groups.
type Family struct {
	ID     string // property that defines the groups: kind or scenario
	Groups []Group
}

// Group is a group of common tasks.
type Group struct {
	ID    string
	Table stats.TwoByTwo
	Mixed int // number of tasks that are not counted in Table, see the relation Mixed
	// Difference is the difference of mean scores, or of pass rates if all scores are 0 or 1.
	Difference
	P, Holm *float64 // p-value of McNemar's exact test, or of a sign-flip test over tasks if scores are partial; Holm is adjusted

	fractional, identical bool
	scores                Difference
}

// N returns the number of tasks in the group.
func (g *Group) N() int { return g.Table.N() + g.Mixed }

// Family returns the family with the given id, or nil.
func (c *Comparison) Family(id string) *Family {
	for i := range c.Groups {
		if c.Groups[i].ID == id {
			return &c.Groups[i]
		}
	}
	return nil
}

// families groups the common tasks by kind, unless all are of one kind, and by scenario.
func (c *Comparison) families() []Family {
	list := []Family{{"kind", c.groups(func(t *results.Task) string { return t.Kind })},
		{"scenario", c.groups(func(t *results.Task) string { return t.Scenario })}}
	if len(list[0].Groups) < 2 {
		return list[1:]
	}
	return list
}

// groups divides the common tasks by a key, which the callback returns for each task, in order of
// first occurrence. It omits tasks with an empty key.
func (c *Comparison) groups(of func(*results.Task) string) []Group {
	parts := map[string][]*Task{}
	var order []string
	for i := range c.Tasks {
		t := &c.Tasks[i]
		id := of(t.Task)
		if !t.Common() || id == "" {
			continue
		}
		if parts[id] == nil {
			order = append(order, id)
		}
		parts[id] = append(parts[id], t)
	}
	groups := make([]Group, len(order))
	for i, id := range order {
		g := groupOf(id, parts[id])
		if n := float64(len(parts[id])); n > 1 && g.fractional && c.added.Variance > 0 {
			t := board.RunsTest(*g.Diff, board.Precision{SE: *g.SE * math.Sqrt(n/(n-1)), DF: len(parts[id]) - 1}, c.added)
			g.CI, g.P = t.CI, stats.Finite(t.P)
		}
		groups[i] = g
	}
	Adjust(groups)
	return groups
}

// Adjust applies the Holm correction to groups that were tested together. Untested groups are not
// counted.
func Adjust(groups []Group) {
	p := make([]float64, len(groups))
	for i := range groups {
		p[i] = math.NaN()
		if groups[i].P != nil {
			p[i] = *groups[i].P
		}
	}
	for i, x := range stats.Holm(p) {
		groups[i].Holm = stats.Finite(x)
	}
}

// groupOf compares the scores of the two runs on the given tasks, of which there must be at least
// one.
func groupOf(id string, tasks []*Task) Group {
	g := Group{ID: id, identical: true}
	a, b, d := make([]float64, len(tasks)), make([]float64, len(tasks)), make([]float64, len(tasks))
	for i, t := range tasks {
		a[i], b[i] = *t.A.Score, *t.B.Score
		d[i] = a[i] - b[i]
		g.fractional = g.fractional || t.Repeated() || a[i] != 0 && a[i] != 1 || b[i] != 0 && b[i] != 1
		g.identical = g.identical && a[i] == b[i] && t.A.points == t.B.points
		switch t.Relation() {
		case Both:
			g.Table.Both++
		case OnlyA:
			g.Table.OnlyA++
		case OnlyB:
			g.Table.OnlyB++
		case Mixed:
			g.Mixed++
		default:
			g.Table.Neither++
		}
	}
	g.scores = scoreDifference(a, b)
	if !g.fractional {
		g.Difference = passDifference(g.Table)
		g.P = stats.Finite(stats.McNemarExact(g.Table))
		return g
	}
	g.Difference = g.scores
	p, _ := stats.SignFlip(d, stats.Seed, stats.Draws)
	g.P = stats.Finite(p)
	return g
}

// scoreDifference returns the difference of mean scores with Student's t interval, treating the
// tasks as independent.
func scoreDifference(a, b []float64) Difference {
	n := float64(len(a))
	diff, se := stats.PairedDiff(a, b)
	d := Difference{A: stats.Finite(mean(a)), B: stats.Finite(mean(b)), Diff: stats.Finite(diff), SE: stats.Finite(se)}
	if len(a) > 1 {
		if ci, ok := stats.TInterval(diff, se*math.Sqrt(n/(n-1)), n-1, stats.Level); ok {
			d.CI = &ci
		}
	}
	return d
}

func mean(x []float64) float64 {
	sum := 0.0
	for _, v := range x {
		sum += v
	}
	return sum / float64(len(x))
}
