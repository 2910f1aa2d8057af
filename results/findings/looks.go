package findings

import (
	"math"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/stats"
	"github.com/clawatlas/clawatlas/results/world"
)

// Looked counts the changed files and chats of one scenario, and how many of them the agent read
// according to its traces.
type Looked struct {
	Scenario            string
	Files, FilesChanged int
	Chats, ChatsChanged int
}

// RunLooks describes the read access of the run that represents a system.
type RunLooks struct {
	Row       results.BoardRow
	Scenarios []Looked // counts of each scenario with a change that the agent could have read
}

// NewRunLooks counts by scenario how many of the changed files and chats a run read; nil if its
// traces or the texts of the environments are not known.
func NewRunLooks(row results.BoardRow, looked *results.Looked, worlds []results.World) *RunLooks {
	x := &RunLooks{Row: row}
	for i := range worlds {
		var here []results.Look
		for _, l := range looked.Looks {
			if l.Scenario == worlds[i].Scenario {
				here = append(here, l)
			}
		}
		n := world.NoticedBy(here, worlds[i:i+1])
		if n == nil || n.Files.N+n.Chats.N == 0 {
			continue
		}
		x.Scenarios = append(x.Scenarios, Looked{Scenario: worlds[i].Scenario, Files: n.Files.K, FilesChanged: n.Files.N,
			Chats: n.Chats.K, ChatsChanged: n.Chats.N})
	}
	if len(x.Scenarios) == 0 {
		return nil
	}
	return x
}

// Looks is the difference between the rates at which an agent read changed files and changed chats.
type Looks struct {
	Row     results.BoardRow
	Total   Looked // sum over all scenarios
	Diff    float64
	CI      stats.Interval // 95 % confidence interval of the files' rate minus the chats' rate
	Units   int            // number of scenarios over which the interval is computed
	Systems int            // number of ranked systems with known read access
}

const (
	looksObjects = 10 // minimum number of files, and of chats, to compute a rate
	looksUnits   = 6  // minimum number of scenarios to estimate the variation
)

// looks returns a finding if the best ranked system with known read access reads changed files and
// changed chats at significantly different rates: the interval of the difference excludes 0. The
// jackknife omits whole scenarios, because changes within a scenario are not independent.
func looks(in Input) *Looks {
	if in.Looks == nil {
		return nil
	}
	list := in.Looks.Scenarios
	l := &Looks{Row: in.Looks.Row, Units: len(list), Systems: in.LooksKnown}
	all := make([]int32, len(list))
	for i := range list {
		all[i] = int32(i)
	}
	l.Total = sumLooked(list, all)
	if l.Total.FilesChanged < looksObjects || l.Total.ChatsChanged < looksObjects || l.Units < looksUnits {
		return nil
	}
	l.Diff = l.Total.difference()
	se, df := stats.Jackknife(stats.LeaveOneOut(len(list), func(rest []int32) float64 { return sumLooked(list, rest).difference() }))
	ci, ok := stats.DifferenceInterval(l.Diff, se, float64(df), stats.Level)
	if !ok || ci.Lo <= 0 && ci.Hi >= 0 {
		return nil
	}
	l.CI = ci
	return l
}

func sumLooked(list []Looked, sample []int32) (sum Looked) {
	for _, i := range sample {
		x := &list[i]
		sum.Files += x.Files
		sum.FilesChanged += x.FilesChanged
		sum.Chats += x.Chats
		sum.ChatsChanged += x.ChatsChanged
	}
	return sum
}

// difference returns the files' rate minus the chats' rate; NaN if there are no changed files or no
// changed chats.
func (x Looked) difference() float64 {
	if x.FilesChanged == 0 || x.ChatsChanged == 0 {
		return math.NaN()
	}
	return float64(x.Files)/float64(x.FilesChanged) - float64(x.Chats)/float64(x.ChatsChanged)
}
