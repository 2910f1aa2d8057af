package views

import (
	"github.com/clawatlas/clawatlas/results/words"
)

// PValue is a probability in words, empty where nothing was tested.
func PValue(p *float64) string {
	if p == nil {
		return ""
	}
	return words.PValue(p)
}
