package files

import (
	"path"
	"regexp"
	"strings"
)

// Names normalises file names independently of the directory of a run's workspace.
type Names struct {
	root string // directory of the workspace, without a trailing slash; may be empty
}

// NewNames returns the Names for the workspace directory in the record, which may be empty.
func NewNames(workspace string) Names {
	root := strings.TrimRight(slashes(strings.TrimSpace(workspace)), "/")
	if !strings.HasPrefix(root, "/") && !strings.HasPrefix(root, "~") && !drive.MatchString(root) {
		root = ""
	}
	return Names{root}
}

// drive matches the beginning of an absolute path of Windows.
var drive = regexp.MustCompile(`^[A-Za-z]:[\\/]`)

func slashes(p string) string {
	if drive.MatchString(p) {
		return strings.ReplaceAll(p, `\`, "/")
	}
	return p
}

// likely matches the probable directory of an agent's files if the record does not state one:
// everything up to ".../workspace/" or ".../workspaces/<name>/".
var likely = regexp.MustCompile(`(?:~|\.{1,2})?(?:/[^\s'"=:;|&<>()/]+)*?/(?:workspaces/[^\s'"/]+|workspace(?:[-_][\w.-]+)?)(?:/|\b)`)

// Of returns the name of path p as used in the directory cwd, which is itself a name. The name is
// relative to the workspace if the path is inside it.
func (n Names) Of(cwd, p string) string {
	p = slashes(strings.TrimSpace(p))
	if p == "" {
		return cwd
	}
	if s := n.In(p); s != p {
		return path.Clean(s)
	}
	if path.IsAbs(p) || p[0] == '~' || drive.MatchString(p) {
		return path.Clean(p)
	}
	return path.Join(cwd, p)
}

// In replaces the workspace directory with "." wherever it occurs in a text.
func (n Names) In(text string) string {
	if n.root != "" && strings.Contains(text, n.root) {
		return n.cut(text)
	}
	if n.root != "" || !strings.Contains(text, "/workspace") {
		return text
	}
	return likely.ReplaceAllString(text, "./")
}

// cut replaces the workspace directory in a text, but only where it is a complete path element:
// "/a/w" does not match in "/a/ws".
func (n Names) cut(text string) string {
	var b strings.Builder
	for {
		i := strings.Index(text, n.root)
		if i < 0 {
			return b.String() + text
		}
		end := i + len(n.root)
		b.WriteString(text[:i])
		switch {
		case end < len(text) && wordByte(text[end]), i > 0 && wordByte(text[i-1]):
			b.WriteString(n.root)
		default:
			b.WriteByte('.')
		}
		text = text[end:]
	}
}

func wordByte(c byte) bool {
	return c >= 0x80 || c == '_' || c == '-' || c == '.' || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z'
}

// Match reports whether a path refers to the named file; the name may lack leading directories.
func Match(p, named string) bool {
	named = strings.TrimPrefix(path.Clean(named), "./")
	return p == named || strings.HasSuffix(p, "/"+named) || path.IsAbs(named) && strings.HasSuffix(named, "/"+p)
}
