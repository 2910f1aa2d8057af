package results

// Range of plausible run times, in Unix milliseconds.
const (
	firstTime = 1577836800000 // 2020-01-01; there were no such agents earlier
	lastTime  = 4102444800000 // 2100-01-01
)

// PossibleTime reports whether a time in Unix milliseconds is plausible. It does not detect times
// in the future, which importers check.
func PossibleTime(ms int64) bool { return ms >= firstTime && ms <= lastTime }
