package days

import (
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/results/world"
	"github.com/clawatlas/clawatlas/views/ui"
)

// tracks shows scenarios update by update. Each has one line for the changes, one for their mention
// in the prompt, and lines for what each run read, answered and passed.
type tracks struct {
	Of      results.Benchmark
	List    []*WorldScenario
	Name    func(label string) string
	Updates int // maximum number of updates of a scenario
	Inside  bool
	Query   url.Values // query parameters of a scenario's page
}

// track is one line of a scenario. It has one cell for the time before the first update and one
// after each update.
type track struct {
	Label string
	Mark  string
	Cells []cell
}

// cell is one period between updates.
type cell struct {
	Href, Round string // URL and slug of the first round after the update
	Passed      string // number of passed rounds and of rounds with a verdict
	Said        string
	Glyphs      []glyph
}

// glyph is the symbol of one file, chat or answer. The shape shows the kind, and the fill shows how
// much was read or updated.
type glyph struct{ Class, Text, Title string }

func newTracks(b results.Benchmark, list []*WorldScenario, name func(string) string, inside bool, q url.Values) tracks {
	t := tracks{Of: b, List: list, Name: name, Inside: inside, Query: q}
	for _, x := range list {
		t.Updates = max(t.Updates, len(x.Epochs)-1)
	}
	return t
}

func (t tracks) of(x *WorldScenario) []track {
	list := []track{{Label: "changed"}, {Label: "in the prompt"}}
	for i := range x.Runs {
		if x.Runs[i].Noticed != nil {
			list = append(list, track{Label: "read by " + t.Name(x.Runs[i].Name), Mark: runMark(i)})
		}
	}
	for i := range x.Runs {
		list = append(list, track{Label: "answers of " + t.Name(x.Runs[i].Name), Mark: runMark(i)})
	}
	for i := 0; i <= t.Updates; i++ {
		if i >= len(x.Epochs) {
			for k := range list {
				list[k].Cells = append(list[k].Cells, cell{})
			}
			continue
		}
		e := x.Epochs[i]
		e.Changes = slices.SortedStableFunc(slices.Values(e.Changes), func(a, b WorldChange) int { return -strings.Compare(a.Kind, b.Kind) })
		cells := []cell{t.changed(x, &e), told(&e)}
		for k := range x.Runs {
			if x.Runs[k].Noticed != nil {
				cells = append(cells, looked(&e, &x.Runs[k].Epochs[i]))
			}
		}
		for k := range x.Runs {
			cells = append(cells, answered(&x.Runs[k].Epochs[i]))
		}
		for k := range list {
			list[k].Cells = append(list[k].Cells, cells[k])
		}
	}
	return list
}

func (t tracks) address(x *WorldScenario) string {
	return link.To(t.Query, "b", x.Benchmark, "days", x.Scenario)
}

func runMark(i int) string { return fmt.Sprintf("mk mk%d", i+1) }

// objectClass returns the CSS class of the symbol for a chat (circle) or a file (square).
func objectClass(fill string, c *WorldChange) string {
	if c.Kind == string(world.Chat) {
		return fill + " c"
	}
	return fill
}

func (t tracks) changed(x *WorldScenario, e *WorldEpoch) cell {
	if e.Update == 0 {
		return cell{}
	}
	c := cell{Round: e.Round, Href: fmt.Sprintf("#u%d", e.Update)}
	if !t.Inside {
		c.Href = t.address(x) + c.Href
	}
	for i := range e.Changes {
		o := &e.Changes[i]
		c.Glyphs = append(c.Glyphs, glyph{Class: "s", Text: effectSign(o.Effect), Title: ui.Plain(o.Name) + ": " + effectWords(o)})
	}
	return c
}

func told(e *WorldEpoch) (c cell) {
	n := map[string]int{}
	for i := range e.Changes {
		o := &e.Changes[i]
		n[o.Told]++
		fill := map[string]string{string(world.Named): "y", string(world.Announced): "h"}[o.Told]
		if fill == "" {
			fill = "n"
		}
		c.Glyphs = append(c.Glyphs, glyph{Class: objectClass(fill, o), Title: ui.Plain(o.Name) + ": " + toldWord(o.Told)})
	}
	c.Said = fmt.Sprintf("%d named, %d announced, %d not mentioned", n[string(world.Named)], n[string(world.Announced)], n[string(world.Silent)])
	return c
}

func looked(e *WorldEpoch, r *WorldRunEpoch) (c cell) {
	seen := 0
	for i := range e.Changes {
		o, g := &e.Changes[i], glyph{Class: "u", Text: "·"}
		level := world.Untraced
		if l := r.look(o.Number); l != nil {
			level = world.Level(l.Level)
			g.Title = ui.Plain(o.Name) + ": " + lookWords(l)
		}
		switch {
		case level.Noticed():
			seen++
			g.Class, g.Text = "y", ""
		case level == world.Listed:
			g.Class, g.Text = "h", ""
		case level == world.Refused:
			g.Class, g.Text = "n rf", "!"
		case level == world.Never:
			g.Class, g.Text = "n", ""
		}
		g.Class = objectClass(g.Class, o)
		c.Glyphs = append(c.Glyphs, g)
	}
	c.Said = fmt.Sprintf("%d of %d read", seen, len(e.Changes))
	return c
}

func answered(r *WorldRunEpoch) (c cell) {
	passed, n := r.passed()
	if n > 0 {
		c.Passed = fmt.Sprintf("%d/%d", passed, n)
		c.Said = fmt.Sprintf("%d of %d passed", passed, n)
	}
	right, asked := 0, 0
	for i := range r.Beliefs {
		b := &r.Beliefs[i]
		if !b.Judged {
			continue
		}
		asked++
		g := glyph{Class: "no", Text: "✕", Title: fmt.Sprintf("%s: not updated from “%s” to “%s”", b.Task, b.Before, b.After)}
		if b.Right {
			right++
			g.Class, g.Text, g.Title = "ok", "✓", strings.Replace(g.Title, "not updated", "updated", 1)
		}
		if !b.First {
			g.Class += " later"
		}
		c.Glyphs = append(c.Glyphs, g)
	}
	if asked > 0 {
		c.Said += fmt.Sprintf(", %d of %d answers updated", right, asked)
	}
	return c
}

func (e *WorldRunEpoch) passed() (k, n int) {
	for i := range e.Checks {
		if s := e.Checks[i].Score; s != nil {
			if n++; *s >= 1 {
				k++
			}
		}
	}
	return k, n
}

func effectSign(effect string) string {
	switch world.Effect(effect) {
	case world.New:
		return "+"
	case world.Appended:
		return "»"
	}
	return "±"
}

func effectWords(c *WorldChange) string {
	unit, effect := "line", c.Effect
	if c.Kind == string(world.Chat) {
		unit = "message"
	}
	if world.Effect(effect) == world.Deleted {
		effect = "shortened"
	}
	text := c.Kind + " " + effect
	var parts []string
	if c.Removed > 0 {
		parts = append(parts, words.Counted(c.Removed, unit)+" removed")
	}
	if c.Added > 0 {
		parts = append(parts, words.Counted(c.Added, unit)+" added")
	}
	if len(parts) > 0 {
		text += ": " + strings.Join(parts, ", ")
	}
	return text
}

// lookWords describes how the agent accessed a changed file or chat, and in which step.
func lookWords(l *WorldLook) string {
	text := "not read"
	switch level := world.Level(l.Level); {
	case level == world.ByScript:
		text = "read by a script"
	case level.Noticed():
		text = "read"
	case level == world.Refused:
		text = "access refused"
	case level == world.Listed:
		text = "seen in a listing only"
	case level == world.Untraced:
		return "no trace"
	}
	if l.Round != "" {
		text += fmt.Sprintf(" in %s, step %d", l.Round, l.Step)
	}
	return text
}
