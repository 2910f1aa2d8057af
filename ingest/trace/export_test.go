package trace

// Dialects lists the dialects that a file by itself can be of.
func Dialects() []Dialect {
	var list []Dialect
	for _, a := range dialects {
		if a.why != "" {
			list = append(list, a.name)
		}
	}
	return list
}
