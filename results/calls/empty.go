package calls

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"mvdan.cc/sh/v3/syntax"
)

// foundNothing reports whether a command failed only because its search found nothing: the exit
// code is 1, there is no output, and no other program could have returned that code. For grep and
// similar programs any other code indicates an error; find returns 0.
func foundNothing(call *results.ToolCall, r *results.Result, code *int) bool {
	if call == nil || code == nil || *code != 1 || r.ErrorText != "" {
		return false
	}
	if lines, _ := spoken(r.Content); len(lines) > 0 && !slices.Equal(lines, []string{"(no output)"}) {
		return false
	}
	a := Read(call)
	return a.Kind == Shell && searches(a.Command)
}

// searches reports whether exit code 1 of a shell script means that a search found nothing.
func searches(text string) bool {
	file, err := syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(strings.NewReader(text), "")
	if err != nil {
		return false
	}
	for _, c := range Commands(text) {
		if c.Program == "set" || c.Program == "exit" { // these commands change the exit code
			return false
		}
	}
	return lastOf(text, file.Stmts) == searched
}

// role is the possible reason why a part of a shell script ends with exit code 1 and without
// output.
type role int

const (
	unsure   role = iota // the part may have failed
	harmless             // the part never ends that way
	searched             // the part is a search and found nothing
)

func lastOf(text string, list []*syntax.Stmt) role {
	if len(list) == 0 {
		return unsure
	}
	return roleOf(text, list[len(list)-1])
}

func roleOf(text string, s *syntax.Stmt) role {
	if s.Negated || s.Background {
		return unsure
	}
	switch c := s.Cmd.(type) {
	case *syntax.CallExpr:
		role := roleOfCall(text, c)
		if role == harmless && len(s.Redirs) > 0 { // the error message may have been redirected to a file
			return unsure
		}
		return role
	case *syntax.Subshell:
		return lastOf(text, c.Stmts)
	case *syntax.Block:
		return lastOf(text, c.Stmts)
	case *syntax.BinaryCmd:
		x, y := roleOf(text, c.X), roleOf(text, c.Y)
		switch c.Op {
		case syntax.Pipe, syntax.PipeAll: // exit code of a pipeline is that of its last command
			return y
		case syntax.AndStmt:
			if x != unsure && y != unsure {
				return max(x, y)
			}
		case syntax.OrStmt:
			if x == searched && y == searched {
				return searched
			}
		}
	}
	return unsure
}

func roleOfCall(text string, c *syntax.CallExpr) role {
	var words []string
	for _, w := range c.Args {
		words = append(words, wordText(text, w))
	}
	if len(words) == 0 {
		return harmless
	}
	x := command(words)
	switch x.Program {
	case "grep", "egrep", "fgrep", "zgrep", "rg", "ag", "ack", "pgrep", "which":
		return searched
	case "git":
		if len(x.Args) > 0 && x.Args[0] == "grep" {
			return searched
		}
	case "cd", "export", "echo", "cat", "head", "tail", "ls", "sort", "wc": // these programs print an error when they fail
		return harmless
	}
	return unsure
}

var noneFound = regexp.MustCompile(`^No (matches|files|results|matching \w+) found\.?$`)

func noHits(call *results.ToolCall, content string) bool {
	if call == nil || len(content) > 1000 {
		return false
	}
	name := strings.ToLower(call.Name)
	if !hasAny(name, "grep", "glob", "search", "find") || hasAny(name, "replace", "edit") {
		return false
	}
	text := strings.TrimSpace(content)
	if !strings.HasPrefix(text, "{") {
		return noneFound.MatchString(text)
	}
	var v struct {
		Results []json.RawMessage `json:"results"`
	}
	return json.Unmarshal([]byte(text), &v) == nil && v.Results != nil && len(v.Results) == 0
}
