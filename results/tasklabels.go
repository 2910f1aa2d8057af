package results

import (
	"slices"
	"strings"
)

// FactLabels is the fact of a run that holds the difficulty labels of the day
// on which its source was made, as WriteTaskLabels writes them. LiveClawBench's
// site labels a task by the mean of all models that it lists, so the labels
// change with every model that is added.
const FactLabels = "difficulty_labels"

// WriteTaskLabels writes the label of each task, by slug, as one line: a label
// with its tasks behind it, then the next.
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

// ReadTaskLabels reads what WriteTaskLabels has written.
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
