package report

import (
	"fmt"
)

// Refusal is an error in what was asked for, to be told to the reader as it is.
type Refusal struct{ Message string }

func (e Refusal) Error() string { return e.Message }

// Refuse makes a Refusal.
func Refuse(format string, args ...any) error { return Refusal{fmt.Sprintf(format, args...)} }
