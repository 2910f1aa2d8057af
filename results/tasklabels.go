package results

import (
	"slices"
	"strings"
)

// FactLabels is the key of the fact that contains the difficulty labels of tasks at a run's source
// on the day of retrieval (see WriteTaskLabels). LiveClawBench's site derives the labels from all
// listed models, so they change with each new model.
const FactLabels = "difficulty_labels"

// WriteTaskLabels encodes difficulty labels, given by task slug, in one line.
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

// ReadTaskLabels decodes the output of WriteTaskLabels.
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
