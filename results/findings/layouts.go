package findings

import (
	"slices"

	"github.com/clawatlas/clawatlas/results"
)

// overwritten holds where updates change ten chats or more in the layout in which the
// world is kept, and overwrite one in four of them or more. It is counted of the
// dataset's own files; no run has a part in it.
func overwritten(layouts []results.WorldLayout) bool {
	if len(layouts) == 0 {
		return false
	}
	e := layouts[0].Effects.Chats
	return e.Total() >= looksObjects && e.Replaced*leastBroken >= e.Total()
}

// layoutsOf are the layouts in which some rows run, in the order of the rows; nil if
// what becomes of chats is the same in all of them.
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
