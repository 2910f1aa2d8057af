package ui

// PickWord says what Pick marks.
func PickWord(gold, picked bool) string {
	switch {
	case gold && picked:
		return "correct and chosen"
	case gold:
		return "correct, omitted"
	case picked:
		return "wrong, chosen"
	}
	return "wrong, not chosen"
}
