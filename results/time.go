package results

// Times at which an agent can have run, in Unix milliseconds.
const (
	firstTime = 1577836800000 // 2020-01-01: no such agent ran before
	lastTime  = 4102444800000 // 2100-01-01
)

// PossibleTime reports whether an agent can have run at ms, Unix milliseconds.
// What lies in the future when a record is read is for its reader to refuse.
func PossibleTime(ms int64) bool { return ms >= firstTime && ms <= lastTime }
