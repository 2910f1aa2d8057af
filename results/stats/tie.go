package stats

// TieClasses groups a board into classes of systems that cannot be told from the
// best of their class. order lists the systems, best first; significant tells
// whether system i differs significantly from the anchor, and is asked once per
// system that does not open the board. The result runs along order: its k-th
// number is the class of system order[k], counted from 1.
//
// The best system is the anchor of class 1. A system joins while it does not
// differ significantly from the anchor; the first that does opens the next class
// and becomes its anchor. So membership is a statement about the comparison with
// the anchor alone: two members of one class need not be equal to each other,
// and neighbours in different classes need not differ. Compute it over the whole
// board, before any filter.
//
// The anchor is fixed because ties are not transitive: a chain of neighbours that
// each tie with the next would put a whole board into one class.
func TieClasses(order []int, significant func(anchor, i int) bool) []int {
	classes := make([]int, len(order))
	class, anchor := 0, 0
	for k, system := range order {
		if k == 0 || significant(anchor, system) {
			class++
			anchor = system
		}
		classes[k] = class
	}
	return classes
}
