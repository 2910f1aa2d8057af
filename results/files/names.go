package files

import (
	"path"
	"regexp"
	"strings"
)

// Names gives a file one name, whatever directory the workspace of a run was in.
type Names struct {
	root string // of the workspace, without a slash at its end; may be empty
}

// NewNames takes the workspace's directory as the record states it; empty if it
// states none.
func NewNames(workspace string) Names {
	root := strings.TrimRight(strings.TrimSpace(workspace), "/")
	if !strings.HasPrefix(root, "/") && !strings.HasPrefix(root, "~") {
		root = ""
	}
	return Names{root}
}

// likely is a directory that holds an agent's files, where no record states it:
// everything up to ".../workspace/" or ".../workspaces/<name>/".
var likely = regexp.MustCompile(`(?:~|\.{1,2})?(?:/[^\s'"=:;|&<>()/]+)*?/(?:workspaces/[^\s'"/]+|workspace(?:[-_][\w.-]+)?)(?:/|\b)`)

// Of is the name of a path that was used in the directory cwd, itself such a name:
// from the workspace on where it lies below it, else as it stands.
func (n Names) Of(cwd, p string) string {
	p = strings.TrimSpace(p)
	if p == "" {
		return cwd
	}
	if s := n.In(p); s != p {
		return path.Clean(s)
	}
	if path.IsAbs(p) || p[0] == '~' {
		return path.Clean(p)
	}
	return path.Join(cwd, p)
}

// In is a text in which the workspace is ".".
func (n Names) In(text string) string {
	if n.root != "" && strings.Contains(text, n.root) {
		return n.cut(text)
	}
	if n.root != "" || !strings.Contains(text, "/workspace") {
		return text
	}
	return likely.ReplaceAllString(text, "./")
}

// cut replaces the root where it is a whole directory: "/a/w" is not in "/a/ws".
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

// Match reports whether a path is the file that somebody names, who may leave out
// directories before it.
func Match(p, named string) bool {
	named = strings.TrimPrefix(path.Clean(named), "./")
	return p == named || strings.HasSuffix(p, "/"+named) || path.IsAbs(named) && strings.HasSuffix(named, "/"+p)
}
