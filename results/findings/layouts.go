package findings

import (
	"slices"

	"github.com/clawatlas/clawatlas/results"
)

// overwritten reports whether updates change at least ten chats in the replayed layout and
// overwrite at least a quarter of them. The result depends only on the dataset's files, not on
// runs.
func overwritten(layouts []results.WorldLayout) bool {
	if len(layouts) == 0 {
		return false
	}
	e := layouts[0].Effects.Chats
	return e.Total() >= looksObjects && e.Replaced*leastBroken >= e.Total()
}

// layoutsOf returns the layouts of the rows' harnesses, in order; nil if updates affect chats
// equally in all of them.
func layoutsOf(layouts []results.WorldLayout, rows []results.BoardRow) []results.WorldLayout {
	var list []results.WorldLayout
	apart := false
	for i := range rows {
		id := results.NameID(rows[i].System.Framework)
		at := slices.IndexFunc(layouts, func(l results.WorldLayout) bool { return l.Layout == id })
		if at < 0 || slices.ContainsFunc(list, func(l results.WorldLayout) bool { return l.Layout == id }) {
			continue
		}
		list = append(list, layouts[at])
		apart = apart || layouts[at].Effects.Chats != list[0].Effects.Chats
	}
	if !apart {
		return nil
	}
	return list
}
