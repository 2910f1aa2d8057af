package views

import (
	"github.com/clawatlas/clawatlas/results/compare"
)

// Alpha is the level of the tests.
var Alpha = float64(compare.Alpha)
