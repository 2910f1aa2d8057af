package sqlstore

import (
	"hash/fnv"
	"strconv"
	"strings"

	"github.com/clawatlas/clawatlas/results"
)

// Tags are words of the index's second column. They stand for what a search
// can be narrowed by and is known while a step is written; the status of a
// trial is not, and is looked up instead.

// placeTag stands for a benchmark, scenario or task.
func placeTag(kind string, id int64) string {
	return map[string]string{"benchmark": "b", "scenario": "s", "task": "k"}[kind] + strconv.FormatInt(id, 10)
}

func sourceTag(source string) string { return "from" + source }

const failedTag = "failed"

// toolTag is a hash, because a tool's name may hold what separates words.
func toolTag(name string) string {
	h := fnv.New64a()
	h.Write([]byte(name))
	return "t" + strconv.FormatUint(h.Sum64(), 16)
}

// placeTags are the words that stand for the task of a step.
func placeTags(benchmark, scenario, task int64) string {
	return placeTag("benchmark", benchmark) + " " + placeTag("task", task) + " " + placeTag("scenario", scenario)
}

// stepTags are the words that stand for the properties of the step s itself.
func stepTags(s *results.Step, failed bool) string {
	list := append(make([]string, 0, 4), sourceTag(s.Source))
	if failed {
		list = append(list, failedTag)
	}
	for i, c := range s.ToolCalls {
		if c.Name != "" && !calledBefore(s.ToolCalls[:i], c.Name) {
			list = append(list, toolTag(c.Name))
		}
	}
	return strings.Join(list, " ")
}

func calledBefore(calls []results.ToolCall, name string) bool {
	for _, c := range calls {
		if c.Name == name {
			return true
		}
	}
	return false
}
