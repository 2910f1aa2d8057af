package calls

import (
	"regexp"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"mvdan.cc/sh/v3/syntax"
)

var silence = []string{
	"(no output)", "(Bash completed with no output)", "Tool ran without output", "(empty)", "Command executed successfully (no output)",
}

// control matches terminal control sequences, which are not output.
var control = regexp.MustCompile(`\x1b\[[0-9;?]*[a-zA-Z]`)

// zero matches a zero count of wc or grep -c, with or without a file name.
var zero = regexp.MustCompile(`^(?:\S+:)?0$`)

// quiet reports whether a shell script printed nothing, or only zero counts, because its searches
// found nothing. Examples are find, grep | head, ls | grep and rg | wc -l. The script must succeed
// or end with the exit code of an empty search.
func quiet(call *results.ToolCall, r *results.Result, code *int) bool {
	failed := r.Failed || code != nil && *code != 0
	if call == nil || failed && (code == nil || *code != 1) || r.ErrorText != "" || len(r.Parts) > 0 || len(r.Content) > 1000 {
		return false
	}
	lines, _ := spoken(control.ReplaceAllString(r.Content, ""))
	counts := len(lines) > 0 && !slices.ContainsFunc(lines, func(s string) bool { return !zero.MatchString(s) })
	if len(lines) > 0 && !counts && (len(lines) > 1 || !slices.Contains(silence, lines[0])) {
		return false
	}
	a := Read(call)
	if a.Kind != Shell {
		return false
	}
	file, err := syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(strings.NewReader(a.Command), "")
	if err != nil {
		return false
	}
	q := quietness{text: a.Command}
	q.list(file.Stmts)
	return q.searches > 0 && !q.other && (q.counted > 0) == counts && (!failed || q.counted == q.searches)
}

type quietness struct {
	text     string
	searches int
	counted  int  // number of searches that print a count (grep -c, wc -l)
	other    bool // set if the empty output may have another reason
}

func (q *quietness) list(list []*syntax.Stmt) {
	for _, s := range list {
		q.stmt(s)
	}
}

func (q *quietness) stmt(s *syntax.Stmt) {
	if s.Negated || s.Background || hides(s) {
		q.other = true
		return
	}
	switch c := s.Cmd.(type) {
	case *syntax.CallExpr:
		if x := q.command(c); !mute(&x) {
			q.search(x, nil)
		}
	case *syntax.Subshell:
		q.list(c.Stmts)
	case *syntax.Block:
		q.list(c.Stmts)
	case *syntax.ForClause:
		q.list(c.Do)
	case *syntax.BinaryCmd:
		if c.Op == syntax.Pipe || c.Op == syntax.PipeAll {
			q.pipe(c)
			return
		}
		q.stmt(c.X)
		q.stmt(c.Y)
	case *syntax.DeclClause: // declaration such as export A=1
		q.other = q.other || len(c.Args) == 0
	default:
		q.other = true
	}
}

// pipe accepts a pipeline with a search followed only by programs that print nothing for empty
// input.
func (q *quietness) pipe(c *syntax.BinaryCmd) {
	var parts []Command
	var take func(s *syntax.Stmt) bool
	take = func(s *syntax.Stmt) bool {
		if b, ok := s.Cmd.(*syntax.BinaryCmd); ok && (b.Op == syntax.Pipe || b.Op == syntax.PipeAll) && len(s.Redirs) == 0 {
			return take(b.X) && take(b.Y)
		}
		call, ok := s.Cmd.(*syntax.CallExpr)
		if !ok || s.Negated || hides(s) {
			return false
		}
		parts = append(parts, q.command(call))
		return true
	}
	if !take(c.X) || !take(c.Y) {
		q.other = true
		return
	}
	at := slices.IndexFunc(parts, func(x Command) bool { return seeks(&x) })
	if at < 0 {
		q.other = true
		return
	}
	q.search(parts[at], parts[at+1:])
}

func (q *quietness) search(x Command, behind []Command) {
	if !seeks(&x) {
		q.other = true
		return
	}
	counted := counts(&x)
	for i := range behind {
		switch {
		case behind[i].Program == "wc":
			counted = true
		case !seeks(&behind[i]) && !slices.Contains(passing, behind[i].Program):
			q.other = true
		case counts(&behind[i]):
			counted = true
		}
	}
	if q.searches++; counted {
		q.counted++
	}
}

func (q *quietness) command(c *syntax.CallExpr) Command {
	var words []string
	for _, w := range c.Args {
		words = append(words, wordText(q.text, w))
	}
	if len(words) == 0 {
		return Command{Program: ":"} // command that only sets variables
	}
	return command(words)
}

// passing lists programs that print nothing for empty input.
var passing = []string{"head", "tail", "sort", "uniq", "cut", "tr", "cat", "sed", "awk", "gawk",
	"mawk", "nl", "tac", "column", "less", "rev"}

func mute(x *Command) bool {
	return slices.Contains([]string{"cd", "export", "set", "true", ":", "unset", "shopt"}, x.Program)
}

func seeks(x *Command) bool {
	if greps(x) {
		return !option(x, 'q', "--quiet") && !option(x, 0, "--silent") && !option(x, 0, "--files")
	}
	switch x.Program {
	case "ls": // ls is a search only with a path or pattern
		return slices.ContainsFunc(x.Args, func(a string) bool { return a[0] != '-' })
	case "git":
		switch gitCommand(x) {
		case "log", "ls-files", "rev-list":
			return true
		}
	case "find", "fd", "fdfind", "locate", "plocate", "mdfind":
		for i, a := range x.Args {
			switch a {
			case "-exec", "-execdir":
				if i+1 == len(x.Args) || !seeks(&Command{Program: x.Args[i+1], Args: x.Args[i+2:]}) {
					return false
				}
			case "-delete", "-ok", "-okdir", "-fprint", "-fprintf", "-fls", "-x", "-X":
				return false
			}
		}
		return true
	case "xargs":
		i := slices.IndexFunc(x.Args, func(a string) bool { return strings.Trim(a, "0123456789{}") != "" && a[0] != '-' })
		return i >= 0 && seeks(&Command{Program: x.Args[i], Args: x.Args[i+1:]})
	}
	return false
}

func greps(x *Command) bool {
	switch x.Program {
	case "grep", "egrep", "fgrep", "zgrep", "rg", "ag", "ack", "pgrep":
		return true
	case "git":
		return gitCommand(x) == "grep"
	}
	return false
}

func gitCommand(x *Command) string {
	for i := 0; i < len(x.Args); i++ {
		switch a := x.Args[i]; {
		case a == "-C" || a == "-c":
			i++ // skip the option's value
		case !strings.HasPrefix(a, "-"):
			return a
		}
	}
	return ""
}

func counts(x *Command) bool {
	return greps(x) && seeks(x) && option(x, 'c', "--count") ||
		x.Program == "git" && gitCommand(x) == "rev-list" && option(x, 0, "--count")
}

func option(x *Command, short byte, long string) bool {
	for _, a := range x.Args {
		if a == "--" {
			return false
		}
		if a == long || short != 0 && len(a) > 1 && a[0] == '-' && a[1] != '-' && strings.IndexByte(a, short) > 0 &&
			strings.Trim(a[1:], "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") == "" {
			return true
		}
	}
	return false
}

func hides(s *syntax.Stmt) bool {
	for _, r := range s.Redirs {
		switch r.Op {
		case syntax.RdrIn, syntax.Hdoc, syntax.DashHdoc, syntax.WordHdoc, syntax.DplIn:
		case syntax.RdrOut, syntax.AppOut, syntax.RdrClob, syntax.DplOut:
			if r.N == nil || r.N.Value != "2" {
				return true
			}
		default:
			return true
		}
	}
	return false
}
