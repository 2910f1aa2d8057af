package session

import (
	"regexp"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/calls"
)

var committed = regexp.MustCompile(`(?m)^\[[^\]\n]+ (?:\(root-commit\) )?[0-9a-f]{7,40}\] (.+)$`)

// commits records the commits and the push that a successful call made.
func (f *Follower) commits(s *results.Step, i int, r *results.Result) {
	if r == nil || r.Failed || !strings.Contains(string(s.ToolCalls[i].Arguments), "git") {
		return
	}
	args := calls.Read(&s.ToolCalls[i])
	if args.Kind != calls.Shell {
		return
	}
	var asked []string // commit subjects given in the commands
	for _, c := range calls.Commands(args.Command) {
		switch verb, rest := gitVerb(&c); verb {
		case "commit":
			if !slices.Contains(rest, "--dry-run") {
				asked = append(asked, subject(rest, c.Input))
			}
		case "push":
			f.out.PushStep = s.StepID
		}
	}
	if len(asked) == 0 {
		return
	}
	if told := committed.FindAllStringSubmatch(r.Content, -1); len(told) > 0 {
		asked = nil
		for _, m := range told {
			asked = append(asked, shortened(strings.TrimSpace(m[1])))
		}
	} else if strings.Contains(r.Content, "nothing to commit") {
		return // failed commit whose exit code is missing because of a pipe
	}
	for _, text := range asked {
		f.out.CommitsTotal++
		f.out.Commits = append(f.out.Commits, results.SessionCommit{Step: s.StepID, Subject: text})
	}
	if n := len(f.out.Commits); n > results.SessionMost {
		f.out.Commits = slices.Delete(f.out.Commits, 0, n-results.SessionMost)
	}
}

func gitVerb(c *calls.Command) (string, []string) {
	if c.Program != "git" {
		return "", nil
	}
	for i := 0; i < len(c.Args); i++ {
		switch a := c.Args[i]; {
		case a == "-C" || a == "-c":
			i++ // skip the value of the flag
		case !strings.HasPrefix(a, "-"):
			return a, c.Args[i+1:]
		}
	}
	return "", nil
}

// herePage matches a here-document in a command substitution ("$(cat <<'EOF' ..."). Agents use it
// for commit messages of several lines.
var herePage = regexp.MustCompile(`(?s)^\$\(cat <<-?\s*['"]?(\w+)['"]?\n(.*)$`)

func subject(args []string, input string) string {
	for i, a := range args {
		message, ok := strings.CutPrefix(a, "--message=")
		if !ok && i+1 < len(args) && (a == "-m" || a == "--message" || shortM(a)) {
			message, ok = args[i+1], true
		}
		if !ok {
			continue
		}
		if m := herePage.FindStringSubmatch(message); m != nil {
			message = m[2]
		}
		return firstLine(message)
	}
	return firstLine(input)
}

func shortM(a string) bool {
	return len(a) > 2 && a[0] == '-' && a[1] != '-' && strings.HasSuffix(a, "m")
}
