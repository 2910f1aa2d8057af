// Package calls interprets the arguments of tool calls: the command that a call runs, the file that
// it names, and the changes that it makes.
package calls

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/results"
)

// Kind is the type of action of a call. It is derived from the arguments, because tools of the same
// name differ between harnesses.
type Kind string

// Kinds of calls.
const (
	Shell Kind = "shell" // shell command with its directory
	Write Kind = "write" // writes a file: path and whole content
	Edit  Kind = "edit"  // changes a file
	Look  Kind = "read"  // reads a file: path and range
	Other Kind = "other" // other arguments, shown as a tree
)

// Args are the parsed arguments of a tool call. Nothing is lost: all unrecognised arguments are in
// Rest.
type Args struct {
	Kind    Kind
	Path    string
	Range   string // lines or bytes that a read requests, as text
	Cwd     string
	Command string
	Content string
	Changes []Change // replacements of an edit, in order
	Patch   string   // edit in patch format
	Rest    []Arg
	Raw     string // arguments as JSON, if they are shown as a tree
}

// Change is a replaced passage of a file.
type Change struct{ Old, New string }

// Arg is one argument that is shown with its name.
type Arg struct{ Name, Value string }

// arguments holds the arguments of a call that have not been interpreted yet.
type arguments map[string]json.RawMessage

func (a arguments) take(names ...string) (string, bool) {
	for _, n := range names {
		var s string
		if raw, ok := a[n]; ok && len(raw) > 0 && raw[0] == '"' && json.Unmarshal(raw, &s) == nil {
			delete(a, n)
			return s, true
		}
	}
	return "", false
}

func (a arguments) text(names ...string) string {
	s, _ := a.take(names...)
	return s
}

func (a arguments) has(names ...string) bool {
	return slices.ContainsFunc(names, func(n string) bool { return len(a[n]) > 0 && a[n][0] == '"' })
}

// Read parses the arguments of a call.
func Read(call *results.ToolCall) Args {
	var a arguments
	var text string
	if json.Unmarshal(call.Arguments, &text) == nil && isPatch(text) { // Codex's custom tool has a plain patch as its argument
		return Args{Kind: Edit, Patch: text}
	}
	if json.Unmarshal(call.Arguments, &a) != nil || a == nil {
		return Args{Kind: Other, Raw: string(call.Arguments)}
	}
	name := strings.ToLower(call.Name)
	c := Args{Kind: Other, Raw: string(call.Arguments)}
	switch {
	case a.has(pathNames()...) && c.file(name, a):
	case isShell(name, a):
		c.shell(a)
	case c.patch(a), c.changed(a):
	default:
		return c
	}
	c.Raw = ""
	c.rest(a)
	return c
}

func pathNames() []string {
	return []string{"path", "file_path", "filePath", "filename", "file_name", "file", "notebook_path"}
}

// file interprets a call that names a file. It returns false if the remaining arguments do not
// determine the operation.
func (c *Args) file(name string, a arguments) bool {
	verb := name
	if a.has("command") { // editor tool with several commands
		var s string
		if json.Unmarshal(a["command"], &s) == nil && len(s) < 20 {
			verb = s
		}
	}
	old := []string{"old_string", "oldText", "old_str", "old_text", "old"}
	created := []string{"new_string", "newText", "new_str", "new_text", "new"}
	content := []string{"content", "file_text", "contents", "text", "data"}
	switch {
	case c.edits(a):
	case a.has(old...) && a.has(created...):
		before, after := a.text(old...), a.text(created...)
		c.Kind, c.Changes = Edit, []Change{{before, after}}
	case c.patch(a):
	case a.has("new_source"): // change of a notebook cell
		c.Kind, c.Changes = Edit, []Change{{"", a.text("new_source")}}
	case a.has(content...) && (hasAny(verb, "write", "create", "save", "append") || name == verb && !hasAny(verb, "read", "view")):
		c.Kind, c.Content = Write, a.text(content...)
	case hasAny(verb, "read", "view", "cat", "open"):
		c.Kind, c.Range = Look, readRange(a)
	default:
		return false
	}
	c.Path = a.text(pathNames()...)
	return true
}

func (c *Args) edits(a arguments) bool {
	var list []map[string]json.RawMessage
	if json.Unmarshal(a["edits"], &list) != nil || len(list) == 0 {
		return false
	}
	var changes []Change
	for _, e := range list {
		one := arguments(e)
		before, found := one.take("oldText", "old_string", "old_text", "old_str", "old")
		after, also := one.take("newText", "new_string", "new_text", "new_str", "new")
		if !found || !also || len(one) > 0 {
			return false
		}
		changes = append(changes, Change{before, after})
	}
	delete(a, "edits")
	c.Kind, c.Changes = Edit, changes
	return true
}

func (c *Args) patch(a arguments) bool {
	for _, n := range []string{"patch", "diff", "input", "patchText"} {
		var s string
		if json.Unmarshal(a[n], &s) != nil || !isPatch(s) {
			continue
		}
		delete(a, n)
		c.Kind, c.Patch = Edit, s
		return true
	}
	return false
}

func isPatch(s string) bool {
	return strings.HasPrefix(strings.TrimSpace(s), "*** Begin Patch") || strings.Contains(s, "\n@@ ")
}

// changed interprets Codex's list of changed files, which accompanies or replaces a patch.
func (c *Args) changed(a arguments) bool {
	var list []struct{ Path, Kind string }
	var by map[string]map[string]struct {
		Content string
		Diff    string `json:"unified_diff"`
	}
	if json.Unmarshal(a["changes"], &by) == nil {
		for path, how := range by {
			for kind := range how {
				list = append(list, struct{ Path, Kind string }{path, kind})
			}
		}
		slices.SortFunc(list, func(a, b struct{ Path, Kind string }) int { return strings.Compare(a.Path, b.Path) })
	} else if json.Unmarshal(a["changes"], &list) != nil {
		return false
	}
	for _, x := range list {
		heads := map[string]string{"add": "Add", "delete": "Delete"}
		c.Patch += "*** " + cmp.Or(heads[x.Kind], "Update") + " File: " + x.Path + "\n"
		if x.Kind == "add" {
			for line := range strings.Lines(by[x.Path][x.Kind].Content) {
				c.Patch += "+" + line
			}
		}
		c.Patch += by[x.Path][x.Kind].Diff
	}
	if len(list) > 0 {
		delete(a, "changes")
		c.Kind = Edit
	}
	return len(list) > 0
}

func isShell(name string, a arguments) bool {
	if a.has("command", "cmd", "keystrokes", "script") {
		return true
	}
	if raw := a["command"]; len(raw) > 0 && raw[0] == '[' {
		return true
	}
	return a.has("code") && hasAny(name, "exec", "run", "python", "code", "shell")
}

func (c *Args) shell(a arguments) {
	c.Kind = Shell
	c.Cwd = a.text("cwd", "workdir", "workingDirectory", "working_directory", "directory")
	var words []string
	if raw := a["command"]; len(raw) > 0 && raw[0] == '[' && json.Unmarshal(raw, &words) == nil {
		delete(a, "command")
		if len(words) == 3 && (words[1] == "-c" || words[1] == "-lc") {
			c.Rest = append(c.Rest, Arg{"shell", words[0] + " " + words[1]})
			words = words[2:]
		}
		if c.Command = strings.Join(words, " "); len(words) == 2 && words[0] == "apply_patch" {
			c.Kind, c.Command, c.Patch = Edit, "", words[1]
		}
		return
	}
	c.Command = a.text("command", "cmd", "keystrokes", "script", "code")
}

// readRange returns the requested range of a file as text and removes its arguments from a.
func readRange(a arguments) string {
	var words []string
	for _, n := range []string{"offset", "limit", "start_line", "end_line", "startLine", "endLine", "view_range", "pages", "lines"} {
		if raw, ok := a[n]; ok && len(raw) < 60 && string(raw) != "null" {
			words = append(words, strings.ReplaceAll(n, "_", " ")+" "+strings.Trim(string(raw), `"`))
			delete(a, n)
		}
	}
	return strings.Join(words, ", ")
}

// rest appends the remaining arguments, sorted by name.
func (c *Args) rest(a arguments) {
	names := make([]string, 0, len(a))
	for n := range a {
		names = append(names, n)
	}
	slices.Sort(names)
	for _, n := range names {
		value := string(a[n])
		var s string
		if json.Unmarshal(a[n], &s) == nil && value != "null" {
			value = s
		} else {
			var compact bytes.Buffer
			if json.Compact(&compact, a[n]) == nil {
				value = compact.String()
			}
		}
		c.Rest = append(c.Rest, Arg{n, value})
	}
}

func hasAny(s string, words ...string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(s, w) })
}
