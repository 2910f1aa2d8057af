package views

// Impossible is what a page says of a task that no answer can pass.
type Impossible struct {
	Reason string // empty if an answer can
	Tasks  string // address of the list of tasks in doubt
}
