package files

import (
	"slices"
	"strings"
)

// patch records the file operations of a patch in the format of apply_patch (*** Begin Patch) or in
// unified diff format.
func (v *visit) patch(text string) {
	for _, p := range sections(text) {
		path := v.names.Of(v.cwd, p.path)
		switch {
		case p.remove:
			v.put(Touch{Op: Remove, Path: path})
			continue
		case p.create:
			v.put(Touch{Op: Write, Path: path, Text: p.added(), Known: true})
			continue
		}
		before, known := v.text(path)
		after, ok := p.apply(before)
		if p.move != "" {
			v.put(Touch{Op: Remove, Path: path})
			path = v.names.Of(v.cwd, p.move)
		}
		v.put(Touch{Op: Edit, Path: path, Text: after, Known: known && ok})
	}
}

type section struct {
	path, move     string
	create, remove bool
	hunks          [][]string // lines of each hunk, with their prefix
}

func sections(text string) []section {
	var list []section
	begin := func(s section) { list = append(list, s) }
	var old string // path in the line "--- a/x"
	for _, line := range strings.Split(text, "\n") {
		name := func(prefix string) string { return strings.TrimSpace(line[len(prefix):]) }
		open := len(list) > 0
		switch {
		case strings.HasPrefix(line, "*** Add File: "):
			begin(section{path: name("*** Add File: "), create: true, hunks: [][]string{nil}})
		case strings.HasPrefix(line, "*** Update File: "):
			begin(section{path: name("*** Update File: ")})
		case strings.HasPrefix(line, "*** Delete File: "):
			begin(section{path: name("*** Delete File: "), remove: true})
		case strings.HasPrefix(line, "*** Move to: ") && open:
			list[len(list)-1].move = name("*** Move to: ")
		case strings.HasPrefix(line, "*** "), strings.HasPrefix(line, "diff --git "), strings.HasPrefix(line, "index "),
			strings.HasPrefix(line, `\ `):
		case strings.HasPrefix(line, "--- "):
			old = unified(name("--- "))
		case strings.HasPrefix(line, "+++ "):
			path := unified(name("+++ "))
			begin(section{path: path, create: old == "" && path != "", remove: path == ""})
			if path == "" {
				list[len(list)-1].path = old
			}
		case strings.HasPrefix(line, "@@") && open:
			s := &list[len(list)-1]
			s.hunks = append(s.hunks, nil)
		case open && line != "":
			s := &list[len(list)-1]
			if len(s.hunks) == 0 {
				s.hunks = append(s.hunks, nil)
			}
			s.hunks[len(s.hunks)-1] = append(s.hunks[len(s.hunks)-1], line)
		}
	}
	return list
}

// unified returns the file name in a line "--- a/x" or "+++ b/x"; empty for /dev/null.
func unified(name string) string {
	name, _, _ = strings.Cut(name, "\t")
	if name == "/dev/null" {
		return ""
	}
	if len(name) > 2 && (name[:2] == "a/" || name[:2] == "b/") {
		return name[2:]
	}
	return name
}

func (s *section) added() string {
	var b strings.Builder
	for _, h := range s.hunks {
		for _, line := range h {
			if line[0] == '+' {
				b.WriteString(line[1:] + "\n")
			}
		}
	}
	return b.String()
}

// apply applies the section's changes to a text. It returns false if the text to be replaced is
// missing.
func (s *section) apply(text string) (string, bool) {
	lines := strings.Split(text, "\n")
	from := 0
	for _, h := range s.hunks {
		var old, created []string
		for _, line := range h {
			switch line[0] {
			case '+':
				created = append(created, line[1:])
			case '-':
				old = append(old, line[1:])
			default:
				plain := strings.TrimPrefix(line, " ")
				old, created = append(old, plain), append(created, plain)
			}
		}
		at := find(lines, old, from)
		if at < 0 {
			return "", false
		}
		lines = slices.Replace(lines, at, at+len(old), created...)
		from = at + len(created)
	}
	return strings.Join(lines, "\n"), true
}

// find returns the index of old in lines, starting at from; -1 if not found.
func find(lines, old []string, from int) int {
	for i := from; i+len(old) <= len(lines); i++ {
		if slices.Equal(lines[i:i+len(old)], old) {
			return i
		}
	}
	return -1
}
