package taskpy

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"
)

// dedent takes away the white space that all lines begin with, as textwrap does.
func dedent(s string) string {
	lines := strings.Split(s, "\n")
	margin, set := "", false
	for i, line := range lines {
		body := strings.TrimLeft(line, " \t")
		if body == "" {
			lines[i] = ""
			continue
		}
		indent := line[:len(line)-len(body)]
		if !set {
			margin, set = indent, true
			continue
		}
		for !strings.HasPrefix(indent, margin) {
			margin = margin[:len(margin)-1]
		}
	}
	for i := range lines {
		lines[i] = strings.TrimPrefix(lines[i], margin)
	}
	return strings.Join(lines, "\n")
}

// cleaned is a docstring as Python's own tools show it: without the indentation of
// its later lines and the empty lines around it.
func cleaned(doc string) string {
	first, rest, more := strings.Cut(strings.ReplaceAll(doc, "\t", "        "), "\n")
	first = strings.TrimLeft(first, " ")
	if more {
		first += "\n" + dedent(rest)
	}
	return strings.TrimSpace(first)
}

// dumped is json.dumps of a value that is written down, with its indent.
func dumped(args []Arg) (Value, bool) {
	indent := -1
	for _, a := range args[1:] {
		switch a.Name {
		case "indent":
			n, err := strconv.Atoi(a.Value.Text)
			if err != nil || n < 0 || n > 16 {
				return Value{}, false
			}
			indent = n
		case "ensure_ascii":
			if a.Value.Text != "False" {
				return Value{}, false
			}
		default:
			return Value{}, false
		}
	}
	var b bytes.Buffer
	v := args[0].Value
	if indent < 0 {
		v.writeJSON(&b, ", ", ": ")
		return text(b.String()), true
	}
	var out bytes.Buffer
	v.writeJSON(&b, ",", ":")
	if json.Indent(&out, b.Bytes(), "", strings.Repeat(" ", indent)) != nil {
		return Value{}, false
	}
	return text(out.String()), true
}
