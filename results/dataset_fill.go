package results

import (
	"maps"
	"slices"
)

// Fill copies descriptions, rubrics and tags that d lacks from another dataset with the same tasks.
// It returns the changed tasks.
func (d *Dataset) Fill(other *Dataset) []Task {
	said := map[TaskName]*TaskFacts{}
	for i := range other.Tasks {
		said[other.Tasks[i].Name()] = &other.Tasks[i].Facts
	}
	var gained []Task
	for i := range d.Tasks {
		if from := said[d.Tasks[i].Name()]; from != nil && d.Tasks[i].Facts.fill(from) {
			gained = append(gained, d.Tasks[i])
		}
	}
	return gained
}

func (f *TaskFacts) fill(from *TaskFacts) bool {
	lines := maps.Clone(from.Descriptions)
	if lines == nil {
		lines = map[string]string{}
	}
	maps.Copy(lines, f.Descriptions)
	gained := len(lines) > len(f.Descriptions)
	if gained {
		f.Descriptions = lines
	}
	if tags := allTags(f.Tags, from.Tags); len(tags) > len(f.Tags) {
		f.Tags, gained = tags, true
	}
	if len(f.Rubric) == 0 && len(from.Rubric) > 0 {
		f.Rubric, gained = from.Rubric, true
	}
	return gained
}

// allTags merges two lists. It starts with the longer one, so that adding a subset leaves it
// unchanged.
func allTags(a, b []string) []string {
	if len(b) > len(a) {
		a, b = b, a
	}
	all := slices.Clone(a)
	for _, tag := range b {
		if !slices.Contains(all, tag) {
			all = append(all, tag)
		}
	}
	return all
}
