package results

import (
	"slices"
	"strings"
)

// FactLabels is a run's fact with the difficulty labels of its source on that day (see
// WriteTaskLabels). LiveClawBench's site derives labels from all listed models, so they change with
// each model.
const FactLabels = "difficulty_labels"

// WriteTaskLabels encodes labels by task slug in one line.
func WriteTaskLabels(byTask map[string]string) string {
	tasks := map[string][]string{}
	for task, label := range byTask {
		tasks[label] = append(tasks[label], task)
	}
	var groups []string
	for label, list := range tasks {
		slices.Sort(list)
		groups = append(groups, label+" "+strings.Join(list, " "))
	}
	slices.Sort(groups)
	return strings.Join(groups, "; ")
}

// ReadTaskLabels decodes them.
func ReadTaskLabels(line string) map[string]string {
	labels := map[string]string{}
	for group := range strings.SplitSeq(line, "; ") {
		words := strings.Fields(group)
		for _, task := range words[min(1, len(words)):] {
			labels[task] = words[0]
		}
	}
	return labels
}
