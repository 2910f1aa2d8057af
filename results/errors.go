package results

import "errors"

// Sentinel errors used across packages. Callers test them with errors.Is.
var (
	// ErrNotFound means that the requested item does not exist, such as a benchmark, run, task or
	// step.
	ErrNotFound = errors.New("not found")
	// ErrUnchanged means that the database already holds the same records.
	ErrUnchanged = errors.New("records are already in the database")
	// ErrConflict means that a stored record contradicts the record to be saved.
	ErrConflict = errors.New("conflicts with a stored record")
	// ErrNewerDatabase means that a newer version of the program has written the database.
	ErrNewerDatabase = errors.New("database was written by a newer version of clawatlas")
	// ErrForeign means that the file is another application's database.
	ErrForeign = errors.New("the file belongs to another application")
	// ErrReadOnly means that the database is read-only or its disk cannot be written.
	ErrReadOnly = errors.New("database cannot be written")
	// ErrDamaged means that stored data is missing or differs from what was written.
	ErrDamaged = errors.New("the stored data is damaged")
	// ErrCorrupt means that the database file itself cannot be read.
	ErrCorrupt = errors.New("the database file is damaged")
	// ErrUnavailable means that a store does not respond.
	ErrUnavailable = errors.New("the database server or blob store does not respond")
	// ErrInvalid means that a record violates its format in a way that would produce a wrong
	// number.
	ErrInvalid = errors.New("invalid record")
)
