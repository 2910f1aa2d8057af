package calls

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"mvdan.cc/sh/v3/syntax"
)

// foundNothing reports whether a command failed only because its search found
// nothing: exit code 1, no output, and no other program that could have ended with
// that code. Of grep and its like any other code is an error; find ends with 0.
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

// searches reports whether exit code 1 of a shell's text means that a search in it
// found nothing.
func searches(text string) bool {
	file, err := syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(strings.NewReader(text), "")
	if err != nil {
		return false
	}
	for _, c := range Commands(text) {
		if c.Program == "set" || c.Program == "exit" { // other rules for the code
			return false
		}
	}
	return lastOf(text, file.Stmts) == searched
}

// role is how a part of a shell's text can end with code 1 and no output.
type role int

const (
	unsure   role = iota // it may have failed
	harmless             // it cannot
	searched             // only if it found nothing
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
		if role == harmless && len(s.Redirs) > 0 { // what it says may be lost
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
		case syntax.Pipe, syntax.PipeAll: // the last one's code counts
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
	case "cd", "export", "echo", "cat", "head", "tail", "ls", "sort", "wc": // they say why they fail
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
