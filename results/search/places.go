package search

// StepMatches says how often a step of a trace holds what was searched for.
type StepMatches struct {
	StepID int // place in the trace, counted from 1
	Count  int // matches in its text; 0 where they were not counted
}

// Places are the byte ranges of a text that the terms match, in their order.
// None begins before the one before it ends: of matches that overlap the later
// one has only the rest. There are as many as CutSnippet counts.
func Places(text string, terms []Pattern) [][2]int {
	var list [][2]int
	end := 0
	for _, m := range matches(text, terms) {
		if m.end > end {
			list = append(list, [2]int{max(m.start, end), m.end})
			end = m.end
		}
	}
	return list
}
