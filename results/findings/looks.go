package findings

import (
	"math"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/stats"
	"github.com/clawatlas/clawatlas/results/world"
)

// Looked is how many of the objects that updates changed in one scenario an agent
// looked at, as far as its traces tell: files and chats apart.
type Looked struct {
	Scenario            string
	Files, FilesChanged int
	Chats, ChatsChanged int
}

// RunLooks are the looks of the run that stands for a system.
type RunLooks struct {
	Row       results.BoardRow
	Scenarios []Looked // those with a change that could be noticed
}

// NewRunLooks counts what a run read of what updates changed, scenario by scenario; nil if
// its traces, or the texts of the environments, are not known.
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

// Looks says that an agent looks at changed objects of one kind more than at those of
// the other.
type Looks struct {
	Row     results.BoardRow
	Total   Looked // over all scenarios
	Diff    float64
	CI      stats.Interval // of the share of files minus that of chats, 95 %
	Units   int            // scenarios
	Systems int            // ranked systems whose looks are known
}

const (
	looksObjects = 10 // of each kind; a rate over fewer is none
	looksUnits   = 6  // scenarios; fewer show too little of how they differ
)

// looks holds for the best ranked system whose looks are known, where the interval of
// the difference does not reach 0. Objects of one scenario are changed and looked at
// together, so whole scenarios are left out.
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

// difference is the share of files minus that of chats; NaN without objects of a kind.
func (x Looked) difference() float64 {
	if x.FilesChanged == 0 || x.ChatsChanged == 0 {
		return math.NaN()
	}
	return float64(x.Files)/float64(x.FilesChanged) - float64(x.Chats)/float64(x.ChatsChanged)
}
