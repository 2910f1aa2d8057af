package redact

import (
	"bytes"
	"path"
	"unicode"
	"unicode/utf8"
)

// homePlaceholder replaces user names. It is constant, so that paths remain comparable across the
// records of a run.
const homePlaceholder = "[user]"

// ruleHome is the name of the rule for home directories. The rule includes the form -Users-name-,
// which agents use in directory names. It keeps /root because that identifies no person.
const ruleHome = "home"

// findHome finds the user name in a path such as /Users/name. Backslashes are doubled at each level
// of nested JSON.
func findHome(b []byte, at, floor int) (span, bool) {
	windows := b[at] == '\\'
	sep := at
	for sep > floor && b[sep-1] == '\\' {
		sep--
	}
	folder := at + len("/home")
	if b[at+1] == 'U' {
		folder++
	}
	name := folder
	for name < len(b) && b[name] == '\\' {
		name++
	}
	escapes := at - sep
	if windows {
		escapes++
	}
	if name-folder != escapes {
		return span{}, false
	}
	if !windows {
		if name >= len(b) || b[name] != '/' {
			return span{}, false
		}
		name++
	}
	if name == folder || !homeStart(b, sep, floor) {
		return span{}, false
	}
	end := nameEnd(b, name)
	if windows {
		end = secondName(b, end, escapes)
	}
	return span{start: name, end: end}, isPerson(b, name, end)
}

// findDashedHome matches -Users-name- at the start of a path component.
func findDashedHome(b []byte, at, floor int) (span, bool) {
	if at == floor || b[at-1] != '/' && b[at-1] != '\\' {
		return span{}, false
	}
	name := at + bytes.IndexByte(b[at+1:], '-') + 2
	end := word.run(b, name)
	return span{start: name, end: end}, end > name && end < len(b) && b[end] == '-'
}

// homeStart reports whether a path may begin at b[i]. It accepts /mnt/c/Users but not
// example.com/home/page.
func homeStart(b []byte, i, floor int) bool {
	if i == floor {
		return true
	}
	c := b[i-1]
	switch {
	case c == '/':
		return i-2 < floor || b[i-2] != ':' // in a URL such as http://home/, "home" is the host
	case bytes.IndexByte([]byte(")}~*$%@+-."), c) >= 0:
		return bytes.HasSuffix(b[floor:i], []byte("..."))
	case !word[c]:
		return true
	case afterEscape(b, i, floor):
		return true
	case i-2 >= floor && b[i-2] == '-': // -I/home/...
		return boundary(b, i-2, floor)
	}
	return isMount(b, i, floor)
}

var mountBytes = set("0-9A-Za-z_./-")

func isMount(b []byte, i, floor int) bool {
	start := mountBytes.back(b, i, max(floor, i-24))
	mount := string(b[start:i])
	parent, drive := path.Split(mount)
	return listed("mount", mount) || len(drive) == 1 && (parent == "/" || parent == "/mnt/" || parent == "/cygdrive/")
}

// nameEnd returns the end of a user name. An ASCII name ends at the first non-ASCII letter, because
// Chinese text may follow without a space.
func nameEnd(b []byte, i int) int {
	start, ascii := i, false
	for i < len(b) {
		switch c := b[i]; {
		case dotted[c] || i > start && (c == '+' || c == '@'):
			ascii = true
			i++
		case c == '\\' && i+6 <= len(b) && b[i+1] == 'u' && allHex(b[i+2:i+6]) && !insideEscape(b, i):
			i += 6
		case c >= utf8.RuneSelf && !ascii:
			r, size := utf8.DecodeRune(b[i:])
			if !unicode.IsLetter(r) {
				return i
			}
			i += size
		default:
			return trimDots(b, start, i)
		}
	}
	return trimDots(b, start, i)
}

// secondName extends a Windows user name to its second word, as in C:\Users\Jane Doe\.
func secondName(b []byte, i, separators int) int {
	if i >= len(b) || b[i] != ' ' {
		return i
	}
	end := dotted.run(b, i+1)
	next := slashes.run(b, end)
	if end == i+1 || next-end != separators {
		return i
	}
	return end
}

// isPerson reports whether the name is that of a user, not a shared folder or a route of a web
// site.
func isPerson(b []byte, start, end int) bool {
	name := string(b[start:end])
	_, page := endsIn("page-end", name)
	return name != "" && !page && !listed("no-person", name) && name[0] != '.' && name[0] != '-'
}
