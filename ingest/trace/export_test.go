package trace

// Dialects lists the dialects that a file by itself can be of.
func Dialects() []Dialect {
	var list []Dialect
	for _, a := range dialects {
		if a.name != DialectText {
			list = append(list, a.name)
		}
	}
	return list
}
