package world

import (
	"cmp"
	"fmt"
	"github.com/clawatlas/clawatlas/views"
	"slices"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/link"
	worldreport "github.com/clawatlas/clawatlas/results/report/world"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/results/world"
)

// mostMisses is how many misses of a group a page lists, and mostNames how many
// systems of each by name. The answer in JSON has all.
const (
	mostMisses = 10
	mostNames  = 5
)

// missGroup is what systems missed in one way.
type missGroup struct {
	Title  string
	Misses []worldMiss // the most common first
	Left   int         // misses that are not listed
}

// worldMiss is one thing that systems missed.
type worldMiss struct {
	Round   results.TaskName
	Change  int // number of the changed object in its scenario; 0: it is about none
	Text    string
	Systems int
	By      []missedBy // the first systems

	last string // run that was counted last
}

// missedBy is one system with the trial in which it missed something.
type missedBy struct {
	views.Link
	Why views.Link // the step that says more; without a label there is none
}

// missGroups lists what the systems missed, the gravest group first and empty ones
// left out.
func missGroups(list []worldreport.WorldSystem) []missGroup {
	groups := []missGroup{{Title: "Answered without opening any changed object"},
		{Title: "Replaced value written, and not the new one"}, {Title: "Old belief kept, or new one missed"},
		{Title: "Rule of the user lost"},
		{Title: "Changed file not noticed"}, {Title: "Changed chat not noticed"}}
	for i := range list {
		s := &list[i]
		if n := s.Noticed; n != nil {
			for _, name := range n.Rounds.Blind {
				groups[0].Add(s, worldMiss{Round: name}, views.Link{})
			}
			groups[4].unseen(s, "file", n.Files.Misses)
			groups[5].unseen(s, "chat", n.Chats.Misses)
		}
		if s.Values != nil {
			for _, v := range s.Values.Rounds {
				if v.Written == string(world.OldOnly) {
					groups[1].Add(s, worldMiss{Round: results.TaskName{Scenario: v.Scenario, Task: v.Task}, Text: v.Value}, views.Link{})
				}
			}
		}
		if s.Revised != nil {
			for _, m := range s.Revised.Misses {
				groups[2].Add(s, worldMiss{Round: results.TaskName{Scenario: m.Scenario, Task: m.Task}, Text: missText(m)}, views.Link{})
			}
		}
		if s.Preferences != nil {
			for _, l := range s.Preferences.LostIn {
				groups[3].Add(s, worldMiss{Round: results.TaskName{Scenario: l.Scenario, Task: l.Task}, Text: l.Rule}, views.Link{})
			}
		}
	}
	for i := range groups {
		groups[i].cut()
	}
	return slices.DeleteFunc(groups, func(g missGroup) bool { return len(g.Misses) == 0 })
}

// unseen adds the changes that a system did not notice.
func (g *missGroup) unseen(s *worldreport.WorldSystem, kind string, list []world.NoticedMiss) {
	for i := range list {
		m := &list[i]
		text := m.Name + ", " + effectWord(m.Effect)
		if m.Gone > 0 {
			text += fmt.Sprintf(" (%s gone)", words.Counted(m.Gone, unitOf(kind)))
		}
		g.Add(s, worldMiss{Round: results.TaskName{Scenario: m.Scenario, Task: m.Round}, Change: m.Change, Text: text + ", " +
			m.Told}, whyUnseen(s.Run, m))
	}
}

// whyUnseen leads to the call that hid a change, or that came closest to it.
func whyUnseen(run string, m *world.NoticedMiss) views.Link {
	switch h := m.Hidden; {
	case h != nil:
		return views.Link{Label: fmt.Sprintf("the tool listed %d of %d", h.Shown, h.Exist),
			Href: link.AttemptStep(run, m.Scenario, h.At, 1, h.Step)}
	case m.At != "":
		return views.Link{Label: m.Level, Href: link.AttemptStep(run, m.Scenario, m.At, 1, m.Step)}
	}
	return views.Link{}
}

// Add notes that a system missed something.
func (g *missGroup) Add(s *worldreport.WorldSystem, x worldMiss, why views.Link) {
	i := slices.IndexFunc(g.Misses, func(m worldMiss) bool { return m.Round == x.Round && m.Change == x.Change && m.Text == x.Text })
	if i < 0 {
		i = len(g.Misses)
		g.Misses = append(g.Misses, x)
	}
	m := &g.Misses[i]
	if m.last == s.Run {
		return // without an answer all options of a question are missed
	}
	m.last = s.Run
	if m.Systems++; len(m.By) < mostNames {
		m.By = append(m.By, missedBy{views.Link{Label: s.Name, Href: link.Trial(s.Run, x.Round.Scenario, x.Round.Task)}, why})
	}
}

// cut leaves the most common ones.
func (g *missGroup) cut() {
	slices.SortStableFunc(g.Misses, func(a, b worldMiss) int { return cmp.Compare(b.Systems, a.Systems) })
	if g.Left = max(0, len(g.Misses)-mostMisses); g.Left > 0 {
		g.Misses = g.Misses[:mostMisses]
	}
}

// missText says what is wrong with an option, and which belief it is about.
func missText(m world.Miss) string {
	is := "option " + m.Option + ", which states the new belief, not chosen"
	switch {
	case !m.Answered:
		is = "no answer"
	case m.Stale:
		is = "option " + m.Option + ", which restates the old belief, chosen"
	}
	return is + " (" + m.Before + " → " + m.After + ")"
}

// More says how many names are left out.
func (m worldMiss) More() string {
	if m.Systems == len(m.By) {
		return ""
	}
	return "and " + words.Count(m.Systems-len(m.By)) + " more"
}
