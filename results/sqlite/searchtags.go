package sqlite

import (
	"hash/fnv"
	"strconv"
	"strings"

	"github.com/clawatlas/clawatlas/results"
)

// Tags are words of the index's second column. They stand for what a search
// can be narrowed by and is known while a step is written; the status of a
// trial is not, and is looked up instead.

func benchmarkTag(id int64) string { return "b" + strconv.FormatInt(id, 10) }
func scenarioTag(id int64) string  { return "s" + strconv.FormatInt(id, 10) }
func taskTag(id int64) string      { return "k" + strconv.FormatInt(id, 10) }
func sourceTag(source string) string {
	return "from" + source
}

const failedTag = "failed"

// toolTag is a hash, because a tool's name may hold what separates words.
func toolTag(name string) string {
	h := fnv.New64a()
	h.Write([]byte(name))
	return "t" + strconv.FormatUint(h.Sum64(), 16)
}

// tags are the words that stand for the properties of the step s.
func (w *trialWriter) tags(s *results.Step, failed bool) string {
	list := make([]string, 0, 8)
	list = append(list, benchmarkTag(w.run.benchmarkID), taskTag(w.taskID), sourceTag(s.Source))
	if id, ok := w.run.scenarios[w.row.Scenario]; ok {
		list = append(list, scenarioTag(id))
	}
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
