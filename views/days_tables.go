package views

func WholeOrNone(n *int) Cell {
	if n == nil {
		return Number(nil, 0)
	}
	return Whole(*n)
}
