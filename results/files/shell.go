package files

import (
	"cmp"
	"path"
	"slices"
	"strings"
	"unicode"

	"github.com/clawatlas/clawatlas/results/calls"
)

var readers = []string{
	"cat", "head", "tail", "less", "more", "nl", "tac", "sed", "awk", "gawk", "mawk", "grep", "egrep", "fgrep", "zgrep", "rg", "ag",
	"wc", "jq", "yq",
	"diff", "cmp", "cut", "sort", "uniq", "xxd", "od", "hexdump", "strings", "column", "csvcut", "csvlook",
	"base64", "sha256sum", "md5sum", "pdftotext",
}

var interpreters = []string{"python", "python2", "python3", "node", "ruby", "perl", "bash", "sh", "zsh", "uv", "pipx", "poetry"}

func (v *visit) shell(text string) {
	for _, c := range calls.Commands(text) {
		if c.Program == "cd" && len(c.Args) > 0 {
			v.cwd = v.names.Of(v.cwd, c.Args[0])
			continue
		}
		v.command(&c)
	}
}

func (v *visit) command(c *calls.Command) {
	for _, f := range c.From {
		v.shown(f)
	}
	operands := c.Operands()
	switch {
	case c.Program == "sed" && slices.ContainsFunc(c.Args, func(a string) bool { return strings.HasPrefix(a, "-i") || a == "--in-place" }):
		v.each(operands, Touch{Op: Edit})
	case slices.Contains(readers, c.Program):
		for _, f := range operands {
			v.shown(f)
		}
	case c.Program == "tee":
		v.each(operands, Touch{Op: teeOp(c.Args), Text: c.Input, Known: c.Input != ""})
	case c.Program == "rm" && recursive(c):
		for _, f := range operands { // an operand may be a directory
			if _, known := v.text(v.names.Of(v.cwd, f)); known || path.Ext(f) != "" && path.Base(f)[0] != '.' {
				v.each([]string{f}, Touch{Op: Remove})
			}
		}
	case c.Program == "rm" || c.Program == "unlink":
		v.each(operands, Touch{Op: Remove})
	case (c.Program == "cp" || c.Program == "mv") && len(operands) > 1:
		v.copies(c, operands[:len(operands)-1], operands[len(operands)-1])
	case c.Program == "apply_patch" || c.Program == "applypatch":
		v.patch(cmp.Or(c.Input, strings.Join(c.Args, " ")))
	}
	text, known := printed(c)
	v.each(c.To, Touch{Op: Write, Text: text, Known: known})
	v.each(c.Added, Touch{Op: Append, Text: text, Known: known})
	v.scripts(c)
}

func teeOp(args []string) Op {
	if slices.Contains(args, "-a") || slices.Contains(args, "--append") {
		return Append
	}
	return Write
}

func (v *visit) each(list []string, x Touch) {
	x.Guessed = true
	for _, f := range list {
		if x.Path = v.names.Of(v.cwd, f); isFile(f) {
			v.put(x)
		}
	}
}

func (v *visit) shown(f string) {
	if isFile(f) {
		x := Touch{Op: Read, Path: v.names.Of(v.cwd, f), Guessed: true}
		if v.result != nil && !v.at.Failed {
			x.Text, x.Known = v.result.Content, true
		}
		v.note(x)
	}
}

// copies records the files that a command copies, renames or moves. It skips directories, because
// the files in them are not known.
func (v *visit) copies(c *calls.Command, from []string, to string) {
	for _, f := range from {
		a, b := v.names.Of(v.cwd, f), v.names.Of(v.cwd, to)
		text, known := v.text(a)
		_, there := v.text(b)
		switch into := len(from) > 1 || strings.HasSuffix(to, "/") || b == "." || b == ".." || !there && path.Ext(b) == "" && path.Ext(a) != ""; {
		case !isFile(f), recursive(c), strings.HasSuffix(f, "/"), !known && path.Ext(a) == "" && path.Ext(b) == "":
			continue
		case into:
			b = path.Join(b, path.Base(a))
		}
		if c.Program == "mv" {
			v.put(Touch{Op: Remove, Path: a, Guessed: true})
		} else {
			v.shown(f)
		}
		v.put(Touch{Op: Write, Path: b, Text: text, Known: known, Guessed: true})
	}
}

func recursive(c *calls.Command) bool {
	return slices.ContainsFunc(c.Args, func(a string) bool {
		return a == "--recursive" || a == "--archive" || len(a) > 1 && a[0] == '-' && a[1] != '-' && strings.ContainsAny(a, "rRa")
	})
}

// printed returns the output of a command if it depends only on the command's arguments; otherwise
// ok is false.
func printed(c *calls.Command) (string, bool) {
	switch {
	case c.Program == "cat" && len(c.Args) == 0 && c.Input != "":
		return c.Input, !strings.ContainsAny(c.Input, "$`")
	case c.Program == "echo" && len(c.Args) > 0:
		text := strings.Join(c.Args, " ")
		return text + "\n", c.Args[0][:min(1, len(c.Args[0]))] != "-" && !strings.ContainsAny(text, "$`\\*?")
	}
	return "", false
}

// isFile reports whether an operand may be a single file. Numbers are values of options.
func isFile(s string) bool {
	return s != "" && s[0] != '&' && !strings.HasSuffix(s, "/") && strings.ContainsFunc(s, unicode.IsLetter) && !strings.ContainsAny(s, "*?$`{}\n") && len(s) < 1024
}

func (v *visit) scripts(c *calls.Command) {
	if !slices.Contains(interpreters, c.Program) {
		if path := v.names.Of(v.cwd, c.Program); strings.HasSuffix(path, ".sh") || strings.HasSuffix(path, ".py") {
			v.run(path)
		}
		return
	}
	for i, a := range c.Args {
		if (a == "-c" || a == "-e") && i+1 < len(c.Args) && c.Program != "bash" && c.Program != "sh" && c.Program != "zsh" {
			v.inScript("", c.Args[i+1])
			return
		}
		if strings.HasSuffix(a, ".py") || strings.HasSuffix(a, ".js") || strings.HasSuffix(a, ".mjs") || strings.HasSuffix(a, ".sh") || strings.HasSuffix(a, ".rb") {
			v.run(v.names.Of(v.cwd, a))
			return
		}
	}
	if c.Input != "" && strings.HasPrefix(c.Program, "python") {
		v.inScript("", c.Input)
	}
}

func (v *visit) run(path string) {
	text, known := v.text(path)
	switch {
	case !known:
	case strings.HasSuffix(path, ".sh"):
		v.inShell(path, text)
	default:
		v.inScript(path, text)
	}
}
