package home

import (
	"fmt"
	"strings"

	"github.com/clawatlas/clawatlas/results"
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
			Chats: n.Chats.K, ChatsChanged: n.Chats.N})
	}
	if len(x.Scenarios) == 0 {
		return nil
	}
	return x
}

func (x *Finding) looks(l *findings.Looks) {
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
	x.Fact = who + " looked at " + fmt.Sprintf(share(t.Files, t.FilesChanged), "files") + " and at " +
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
	}{{"changed files", t.Files, t.FilesChanged, link.Benchmark(x.Benchmark, "world")}, {"changed chats", t.Chats,
		t.ChatsChanged, link.Benchmark(x.Benchmark, "world")}} {
		k := k
		x.Rows = append(x.Rows, FindingRow{Label: k.label, Count: &k.k, Out: &k.n, URL: k.address})
	}
	x.evidence("What changed, who was told and who looked", link.Benchmark(x.Benchmark, "world"))
	if l.Row.Run != nil {
		x.evidence("The run of "+who, link.Run(*l.Row.Run))
	}
	x.evidence("How a look is told from a trace", link.Doc("statistics"))
}
