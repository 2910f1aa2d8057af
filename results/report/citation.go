package report

// Citation is the state of the database in which a page was made, by which it can
// be cited.
type Citation struct {
	Database string // its id and the stamp of what the page shows
	Date     string // of the last change of that, ISO; empty where none is known
	// Of a board: the address of the state in which it is, its digest, and the day on
	// which it came about; empty where none is kept.
	State, Digest, Day string
}
