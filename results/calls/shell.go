package calls

import (
	"path"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// Command is one command of a shell script. Quotes are removed and variables are not expanded.
type Command struct {
	Program string // base name of the program
	Args    []string
	From    []string // files redirected to standard input
	To      []string // files overwritten by redirected output
	Added   []string // files to which redirected output is appended
	Input   string   // text of a here-document or here-string
}

// Commands returns the commands of a shell script, including those inside pipes, loops and
// substitutions, without running anything. It skips parts that cannot be parsed.
func Commands(text string) []Command {
	file, _ := syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(strings.NewReader(text), "")
	if file == nil {
		return nil
	}
	var list []Command
	syntax.Walk(file, func(node syntax.Node) bool {
		stmt, ok := node.(*syntax.Stmt)
		if !ok {
			return true
		}
		call, ok := stmt.Cmd.(*syntax.CallExpr)
		if !ok || len(call.Args) == 0 {
			return true
		}
		var words []string
		for _, w := range call.Args {
			words = append(words, wordText(text, w))
		}
		c := command(words)
		c.redirect(text, stmt.Redirs)
		list = append(list, c)
		if inner, ok := c.inner(); ok {
			list = append(list, Commands(inner)...)
		}
		return true
	})
	return list
}

// command parses the words of a command and skips wrapper programs such as sudo.
func command(words []string) Command {
	i := 0
	for i < len(words)-1 && (slices.Contains([]string{"sudo", "env", "time", "nohup", "timeout", "nice", "command", "exec"}, words[i]) ||
		i > 0 && (strings.HasPrefix(words[i], "-") || strings.Contains(words[i], "=") || strings.Trim(words[i], "0123456789.smh") == "")) {
		i++
	}
	return Command{Program: path.Base(words[i]), Args: words[i+1:]}
}

func (c *Command) redirect(text string, list []*syntax.Redirect) {
	for _, r := range list {
		switch r.Op {
		case syntax.Hdoc, syntax.DashHdoc:
			if r.Hdoc != nil {
				c.Input = wordText(text, r.Hdoc)
			}
		case syntax.WordHdoc:
			c.Input = wordText(text, r.Word)
		case syntax.RdrIn:
			c.From = append(c.From, wordText(text, r.Word))
		case syntax.RdrOut, syntax.RdrClob, syntax.RdrAll:
			c.To = append(c.To, wordText(text, r.Word))
		case syntax.AppOut, syntax.AppAll:
			c.Added = append(c.Added, wordText(text, r.Word))
		}
	}
}

func (c *Command) inner() (string, bool) {
	if !slices.Contains([]string{"bash", "sh", "zsh"}, c.Program) {
		return "", false
	}
	if len(c.Args) > 1 && strings.HasPrefix(c.Args[0], "-") && strings.HasSuffix(c.Args[0], "c") {
		return c.Args[1], true
	}
	return c.Input, len(c.Args) == 0 && c.Input != ""
}

func wordText(text string, w *syntax.Word) string {
	var b strings.Builder
	for _, part := range w.Parts {
		partText(&b, text, part)
	}
	return b.String()
}

func partText(b *strings.Builder, text string, part syntax.WordPart) {
	switch p := part.(type) {
	case *syntax.Lit:
		b.WriteString(unescaped(p.Value))
	case *syntax.SglQuoted:
		b.WriteString(p.Value)
	case *syntax.DblQuoted:
		for _, x := range p.Parts {
			partText(b, text, x)
		}
	default:
		from, to := int(part.Pos().Offset()), int(part.End().Offset())
		if from <= to && to <= len(text) {
			b.WriteString(text[from:to])
		}
	}
}

func unescaped(s string) string {
	if !strings.Contains(s, `\`) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) && strings.IndexByte("\\\"'$` \t&|;<>()*?[]#~=%!{}", s[i+1]) >= 0 {
			i++
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// Operands returns the arguments of a command, without options and without the search pattern of a
// filter such as grep.
func (c *Command) Operands() []string {
	var list []string
	filter := slices.Contains([]string{"grep", "egrep", "fgrep", "zgrep", "rg", "ag", "sed", "awk", "gawk", "mawk", "jq", "yq", "perl"}, c.Program)
	pattern := filter // the first operand of a filter is its pattern
	only := false     // set after --, which ends the options
	for i := 0; i < len(c.Args); i++ {
		arg := c.Args[i]
		switch {
		case !only && arg == "--":
			only = true
		case !only && len(arg) > 1 && arg[0] == '-':
			if filter && (arg == "-e" || arg == "-f" || arg == "--regexp" || arg == "--file") {
				pattern = false
				i++
			}
		case pattern:
			pattern = false
		default:
			list = append(list, arg)
		}
	}
	return list
}
