package board

import (
	"github.com/clawatlas/clawatlas/results"
)

func boardGroupNames(rows []results.BoardRow) []string {
	var names []string
	for i := range rows {
		names = append(names, rows[i].Group)
	}
	return names
}

// boardGroupTitle heads a group. Where systems of all frameworks share a board
// the group has no name of its own.
func boardGroupTitle(r *results.BoardRow) string {
	switch {
	case r.Group != "":
		return r.Group
	case r.GroupKind == results.GroupAll:
		return "all systems"
	}
	return "no framework recorded"
}

// boardGroupNote says why the rows of a group stand by themselves.
func boardGroupNote(kind results.GroupKind) string {
	switch kind {
	case results.GroupAll:
		return "ranked together, on the dataset as it stands here"
	case results.GroupNative:
		return "ranked by itself: each model ran in its own provider's agent, so a difference may be the agent's and not the model's"
	case results.GroupRevision:
		return "not ranked: these runs were scored by other solutions than those of the dataset that stands here"
	}
	return "ranked by itself: another framework prompts a model and calls tools in its own way, so numbers across frameworks do not " +
		"compare models alone"
}

// tiedInGroups counts the leader's group of each block over the whole board, so
// that no filter changes what is drawn of it.
func tiedInGroups(rows []results.BoardRow) map[string]int {
	n := map[string]int{}
	for i := range rows {
		if c := rows[i].TieClass; c != nil && *c == results.LeadersClass {
			n[rows[i].Group]++
		}
	}
	return n
}

// anyTie reports whether any leader of a group is tied with another system.
func anyTie(rows []results.BoardRow) bool {
	for _, n := range tiedInGroups(rows) {
		if n > 1 {
			return true
		}
	}
	return false
}

// markTied marks the leader's group among the rows of a block as they are shown,
// and the row below its last. Figures and systems that the test tells from the
// leader can stand between. tied is the size of the group; a leader alone is tied
// with nobody.
func markTied(rows []BoardLine, tied int) {
	last := -1
	for i := range rows {
		rows[i].Tied = rows[i].Tied && tied > 1
		if rows[i].Tied {
			last = i
		}
	}
	if last >= 0 && last+1 < len(rows) {
		rows[last+1].Opens = true
	}
}
