package views

// Name is the model's name for people.
func Name(names map[string]string, id string) string {
	if n := names[id]; n != "" {
		return n
	}
	return id
}
