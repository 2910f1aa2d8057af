package views

func YesNo(is bool) Cell {
	if is {
		return Words("yes")
	}
	return Words("no")
}
