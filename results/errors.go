package results

import "errors"

// Sentinel errors that cross package borders. Callers test them with errors.Is.
var (
	// ErrNotFound means that no such benchmark, run, task or step exists.
	ErrNotFound = errors.New("not found")
	// ErrUnchanged means that the same records are already in the database.
	ErrUnchanged = errors.New("records are already in the database")
	// ErrConflict means that a stored record contradicts the one to be saved.
	ErrConflict = errors.New("conflicts with a stored record")
	// ErrNewerDatabase means that a newer program has written the database.
	ErrNewerDatabase = errors.New("database was written by a newer version of clawatlas")
	// ErrForeign means that a file is the database of another application.
	ErrForeign = errors.New("the file belongs to another application")
	// ErrReadOnly means that the database or its disk cannot be written.
	ErrReadOnly = errors.New("database cannot be written")
	// ErrDamaged means that what is stored is gone or is not what was written.
	ErrDamaged = errors.New("the stored data is damaged")
	// ErrUnavailable means that a store does not answer now.
	ErrUnavailable = errors.New("the database server or blob store does not respond")
	// ErrInvalid means that a record breaks its format in a way that would make a number wrong.
	ErrInvalid = errors.New("invalid record")
)
