package harbor

import (
	"encoding/json"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/results"
)

// holdOutput removes a full reward if one of the verifier's tests failed. This occurs in no known
// genuine record. If no test failed, it checks only the last line of pytest's output, because
// genuine verifiers print failed cases even if their total is rounded to 1.00.
func (t *trial) holdOutput(out *results.Trial, tests []results.Check) {
	if out.Score == nil || *out.Score < 1 {
		return
	}
	failed, first := 0, ""
	for _, c := range tests {
		if c.Passed != nil && !*c.Passed {
			if failed++; failed == 1 {
				first = c.ID
			}
		}
	}
	text := ""
	switch v := out.Details.Verdict; {
	case failed > 0:
		text = fmt.Sprintf("the reward is %v, but %d of the verifier's tests failed, the first %s", *out.Score, failed, first)
	case v != nil:
		if ends := pytestEnd.FindAllStringSubmatch(v.Stdout, -1); len(ends) > 0 && ends[len(ends)-1][1] != "" {
			text = fmt.Sprintf("the reward is %v, but the verifier's tests ended with %s", *out.Score, ends[len(ends)-1][1])
		}
	}
	if text == "" {
		return
	}
	t.warn(ingest.Warn(path.Join(t.dir, "verifier"), 0, "%s: the trial has no score", text))
	out.Contradict("T" + text[1:])
}

var pytestEnd = regexp.MustCompile(`(?m)^=+ (?:(\d+ (?:failed|error)s?)\b|\d+ passed\b).* in [\d.]+s.*=+\s*$`)

// solutionPath matches a file in the task's solution folder. Harbor creates that folder only for
// the agent that executes the reference solution.
var solutionPath = regexp.MustCompile(`(?:^|[\s"'=(<])(/(?:solution|oracle)/[^\s"'\\]*)`)

func readSolution(s *results.Step) string {
	for _, c := range s.ToolCalls {
		var args string
		if json.Unmarshal(c.Arguments, &args) != nil {
			args = strings.ReplaceAll(string(c.Arguments), `\"`, `"`)
		}
		m := solutionPath.FindStringSubmatch(args)
		if m == nil || s.Observation == nil {
			continue
		}
		if slices.ContainsFunc(s.Observation.Results, func(r results.Result) bool {
			return (r.CallID == c.ID || len(s.ToolCalls) == 1) && !r.Failed && strings.TrimSpace(r.Content) != "" &&
				!strings.Contains(r.Content, "No such file") && !strings.Contains(r.Content, "cannot access")
		}) {
			return m[1]
		}
	}
	return ""
}

// holdSolution removes the score if the agent read the solution, unless the task's prompt mentions
// the solution folder.
func (t *trial) holdSolution(out *results.Trial, seen traceView) {
	if seen.solution == "" || out.Score == nil || *out.Score == 0 || scripted(t.agent) || solutionPath.MatchString(seen.prompt+"/") {
		return
	}
	t.contradict("its agent read %s", seen.solution)
	out.Contradict(t.contradiction)
}
