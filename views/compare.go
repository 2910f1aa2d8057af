package views

import (
	"strings"

	"github.com/clawatlas/clawatlas/results/words"
)

// ConventionLabel names a convention on its tab.
func ConventionLabel(title string) string {
	if strings.Contains(title, " ") {
		return words.Capital(title)
	}
	return words.Capital(title) + " convention"
}

// TaskCount is a number of tasks that leads to their list, if there is one.
type TaskCount struct {
	N    int
	Href string
}
