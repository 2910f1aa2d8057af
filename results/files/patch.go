package files

import (
	"slices"
	"strings"
)

// patch notes the files of a patch: the format of apply_patch (*** Begin Patch), or a
// unified diff.
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
	hunks          [][]string // lines with their sign
}

func sections(text string) []section {
	var list []section
	begin := func(s section) { list = append(list, s) }
	var old string // of "--- a/x"
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

// unified is the file of a line "--- a/x" or "+++ b/x"; empty for /dev/null.
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

// apply makes the changes in a text; it reports false where a passage is not there.
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

// find is where lines stand in others from a place on; -1 if nowhere.
func find(lines, old []string, from int) int {
	for i := from; i+len(old) <= len(lines); i++ {
		if slices.Equal(lines[i:i+len(old)], old) {
			return i
		}
	}
	return -1
}
