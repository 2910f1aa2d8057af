package views

import (
	"github.com/clawatlas/clawatlas/results"
)

// toldText says what the wake-up text says of a change.
func toldText(told string) string {
	switch told {
	case "named":
		return "text names it"
	case "service":
		return "text mentions the service"
	}
	return "text does not mention it"
}

// labelText is what the author calls a change.
func labelText(label string) string {
	if label == "" {
		return "no label"
	}
	return label
}

// ToldWords set the author's label beside the text.
func ToldWords(c results.StageChange) string {
	return "author: " + labelText(c.Label) + ", " + toldText(c.Told)
}
