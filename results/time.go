package results

// Plausible times of a run, in Unix milliseconds.
const (
	firstTime = 1577836800000 // 2020-01-01: no such agent ran before
	lastTime  = 4102444800000 // 2100-01-01
)

// PossibleTime reports whether ms (Unix milliseconds) is plausible; times in the future are checked
// by readers.
func PossibleTime(ms int64) bool { return ms >= firstTime && ms <= lastTime }
