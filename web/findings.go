package web

// NoFinding is a request for a finding that does not hold.
type NoFinding struct{ Text string }

// Error implements error. The reader sees it.
func (e NoFinding) Error() string { return e.Text }
