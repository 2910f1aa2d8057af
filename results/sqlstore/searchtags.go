package sqlstore

import (
	"hash/fnv"
	"slices"
	"strconv"
	"strings"

	"github.com/clawatlas/clawatlas/results"
)

// Tags are words of the index's second column for what a search can be narrowed by. A trial's status is looked up.

const failedTag = "failed"

func sourceTag(source string) string { return "from" + source }

// placeTag stands for a benchmark, scenario or task.
func placeTag(kind string, id int64) string {
	return map[string]string{"benchmark": "b", "scenario": "s", "task": "k"}[kind] + strconv.FormatInt(id, 10)
}

// placeTags are the words that stand for the task of a step.
func placeTags(benchmark, scenario, task int64) string {
	return placeTag("benchmark", benchmark) + " " + placeTag("task", task) + " " + placeTag("scenario", scenario)
}

// toolTag is a hash, because a tool's name may hold what separates words.
func toolTag(name string) string {
	h := fnv.New64a()
	h.Write([]byte(name))
	return "t" + strconv.FormatUint(h.Sum64(), 16)
}

// stepTags are the words that stand for the properties of the step s itself.
func stepTags(s *results.Step, failed bool) string {
	list := append(make([]string, 0, 4), sourceTag(s.Source))
	if failed {
		list = append(list, failedTag)
	}
	for _, c := range s.ToolCalls {
		if tag := toolTag(c.Name); c.Name != "" && !slices.Contains(list, tag) {
			list = append(list, tag)
		}
	}
	return strings.Join(list, " ")
}
