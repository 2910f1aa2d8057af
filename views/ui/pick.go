package ui

// pickGlyph marks what happened to one option of a multi-choice task.
func pickGlyph(gold, picked bool) string {
	switch {
	case gold && picked:
		return "●"
	case gold:
		return "○"
	case picked:
		return "✕"
	}
	return "·"
}

func pickWord(gold, picked bool) string {
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

func pickClass(gold, picked bool) string {
	switch {
	case gold && picked:
		return "v-pass"
	case gold != picked:
		return "v-fail"
	}
	return "v-missing"
}
