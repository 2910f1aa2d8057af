package views

import (
	"net/url"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/views/ui"
)

// benchmarkTab is one view of a benchmark at /b/{benchmark}/{Path}.
type benchmarkTab struct{ Path, Label string }

// benchmarkTabs lists the views of a benchmark in their order. A new page adds
// its line here.
func benchmarkTabs() []benchmarkTab {
	return []benchmarkTab{
		{"", "Leaderboard"},
		{"heatmap", "Heatmap"},
		{"days", "Days"},
		{"world", "World"},
		{"redlines", "Red lines"},
		{"kinds", "Kinds"},
		{"repeats", "Repeats"},
		{"efficiency", "Efficiency"},
		{"tools", "Tools"},
		{"matrix", "Matrix"},
		{"tables", "Tables"},
		{"cases", "Cases"},
		{"tasks", "Tasks"},
		{"method", "Method"},
	}
}

func benchmarkTabList(b results.Benchmark, current string) []ui.Tab {
	var list []ui.Tab
	for _, t := range benchmarkTabs() {
		if t.Path != current && !hasTab(b, t.Path) {
			continue
		}
		href := "/b/" + url.PathEscape(b.ID)
		if t.Path != "" {
			href += "/" + t.Path
		}
		list = append(list, ui.Tab{Label: t.Label, Href: href, Current: t.Path == current})
	}
	return list
}

// hasTab reports whether a view has something to show.
func hasTab(b results.Benchmark, view string) bool {
	switch view {
	case "days":
		return hasDays(b)
	case "world":
		return b.HasWorld
	case "kinds":
		return b.HasKinds
	case "repeats":
		return b.HasRepeats
	case "redlines":
		return b.HasRedLines
	}
	return true
}

// hasDays reports whether tasks of the benchmark's family happen over days or
// updates. A reward of Harbor and a figure of STAGE-Claw know of none.
func hasDays(b results.Benchmark) bool {
	return b.Scoring == results.ScoringClawArena || b.Scoring == results.ScoringClawMark
}
