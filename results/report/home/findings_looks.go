package home

import (
	"fmt"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/days"
	"github.com/clawatlas/clawatlas/results/findings"
	"github.com/clawatlas/clawatlas/results/link"
	"github.com/clawatlas/clawatlas/results/report"
	"github.com/clawatlas/clawatlas/results/words"
	"github.com/clawatlas/clawatlas/results/world"
)

// NewRunLooks counts what a run looked at, scenario by scenario; nil if its traces, or
// the texts of the worlds, are not known.
func NewRunLooks(row results.BoardRow, looked *results.Looked, worlds []results.World) *findings.RunLooks {
	x := &findings.RunLooks{Row: row}
	for i := range worlds {
		of := results.Looked{}
		for _, l := range looked.Looks {
			if l.Scenario == worlds[i].Scenario {
				of.Looks = append(of.Looks, l)
			}
		}
		n := world.NoticedBy(&of, worlds[i:i+1], nil)
		if n == nil || n.Files.N+n.Chats.N == 0 {
			continue
		}
		x.Scenarios = append(x.Scenarios, findings.Looked{Scenario: worlds[i].Scenario, Files: n.Files.K, FilesChanged: n.Files.N,
			Chats: n.Chats.K, ChatsChanged: n.Chats.N, FilesTold: n.Files.Told, ChatsTold: n.Chats.Told})
	}
	if len(x.Scenarios) == 0 {
		return nil
	}
	return x
}

func (x *Finding) looks(l *findings.Looks, layout string) {
	x.Noun = "changed object"
	t := l.Total
	x.N = t.FilesChanged + t.ChatsChanged
	who := report.RowName(&l.Row)
	more, less := "files", "chats"
	if l.Diff < 0 {
		more, less = less, more
	}
	share := func(k, n int) string {
		v := float64(k) / float64(n)
		return fmt.Sprintf("%s of %s changed", words.Count(k), words.Count(n)) + " %s (" + words.Pct(&v) + " %%)"
	}
	x.Title = who + " looks at changed " + more + ", less at " + less
	x.Fact = words.Capital(words.InLayout(layout)+who+" looked at ") + fmt.Sprintf(share(t.Files, t.FilesChanged), "files") + " and at " +
		fmt.Sprintf(share(t.Chats, t.ChatsChanged), "chats") + "."
	pct := func(v float64) string {
		text := words.Pct(&v)
		if v > 0 {
			text = "+" + text
		}
		return text
	}
	x.Rest = fmt.Sprintf(" The shares differ by %s points (%s to %s, 95 %%).", strings.TrimPrefix(pct(l.Diff), "+"),
		pct(l.CI.Lo), pct(l.CI.Hi))
	x.Rest += toldWords(&t)
	ci := [2]float64{l.CI.Lo, l.CI.Hi}
	x.Interval = &FindingInterval{Label: "share of changed files that it looked at, minus that of chats", Value: l.Diff, CI: &ci}
	best := "the one ranked system whose looks are known"
	if l.Systems > 1 {
		best = "the best of " + words.Counted(l.Systems, "ranked system") + " whose looks are known"
	}
	x.About = fmt.Sprintf("Student's t over %s, as objects of one are changed and looked at together. It is about one "+
		"run, of %s, and does not say how another would look. A chat that a tool did not list counts as not looked at.",
		words.Counted(l.Units, nounFor(x.Of, "scenario")), best)
	x.Holds = "It holds while the interval of the difference does not reach 0, over 10 changed files and 10 changed chats or more."
	for _, k := range []struct {
		label   string
		k, n    int
		address string
	}{{"changed files", t.Files, t.FilesChanged, link.Benchmark(x.Benchmark, "days")}, {"changed chats", t.Chats,
		t.ChatsChanged, link.Benchmark(x.Benchmark, "days")}} {
		k := k
		x.Rows = append(x.Rows, FindingRow{Label: k.label, Count: &k.k, Out: &k.n, URL: k.address})
	}
	for _, told := range world.ToldWays() {
		for _, of := range []struct {
			kind string
			c    days.Count
		}{{"files", t.FilesTold[string(told)]}, {"chats", t.ChatsTold[string(told)]}} {
			if of.c.N > 0 {
				x.Rows = append(x.Rows, FindingRow{Label: of.kind + " " + toldWord(told), Count: &of.c.K, Out: &of.c.N,
					URL: link.Benchmark(x.Benchmark, "days")})
			}
		}
	}
	x.evidence("What changed, who was told and who looked", link.Benchmark(x.Benchmark, "days"))
	if l.Row.Run != nil {
		x.evidence("The run of "+who, link.Run(*l.Row.Run))
	}
	x.evidence("How a look is told from a trace", link.Doc("statistics"))
}

// toldWord says how a round tells of a change.
func toldWord(told world.Told) string {
	switch told {
	case world.Named:
		return "that the question names"
	case world.Announced:
		return "of which it says only that something changed"
	}
	return "of which it says nothing"
}

// toldWords say that questions hand over files and hardly a chat, and what is left of
// the difference where they tell of both alike.
func toldWords(t *findings.Looked) string {
	files, chats := t.FilesTold[string(world.Named)], t.ChatsTold[string(world.Named)]
	text := fmt.Sprintf(" Questions name %s of %s files and %s of %s chats.", words.Count(files.N), words.Count(t.FilesChanged),
		words.Count(chats.N), words.Count(t.ChatsChanged))
	var parts []string
	for _, told := range []struct {
		way  world.Told
		text string
	}{{world.Named, "of those named it looked at "}, {world.Announced, "of those announced at "}} {
		f, c := t.FilesTold[string(told.way)], t.ChatsTold[string(told.way)]
		if f.N > 0 && c.N > 0 {
			parts = append(parts, fmt.Sprintf("%s%s of %s against %s of %s", told.text, words.Count(f.K), words.Counted(f.N, "file"),
				words.Count(c.K), words.Counted(c.N, "chat")))
		}
	}
	if len(parts) > 0 {
		text += " " + words.Capital(strings.Join(parts, ", ")) + "."
	}
	return text
}
