package align

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/clawatlas/clawatlas/results/files"
)

// Normal is a normalised call.
type Normal struct {
	Tool      string // kind of tool, such as shell, read, write or edit; for other tools, the recorded name in lower case
	Target    string // path or first word of the command; may be empty
	Arguments string // canonical text of all significant arguments
	Shown     string // arguments for display, beginning with the command or target
}

// toolKind returns the common name of equivalent tools. Any other tool is its own kind.
func toolKind(name string) string {
	t := strings.ToLower(name)
	t = t[strings.LastIndexAny(t, "./")+1:]
	switch strings.ReplaceAll(t, "-", "_") {
	case "exec", "bash", "sh", "shell", "exec_command", "shell_execute", "run_command", "execute_command",
		"local_shell", "terminal", "bash_command", "run_shell_command":
		return "shell"
	case "read", "read_file", "file_read", "view_file", "open_file", "cat":
		return "read"
	case "write", "write_file", "file_write", "create_file":
		return "write"
	case "edit", "edit_file", "file_edit", "str_replace", "multiedit", "multi_edit":
		return "edit"
	}
	return t
}

// unimportant reports whether an argument has no effect on the action, such as a timeout or an
// explanation.
func unimportant(name string) bool {
	switch name {
	case "description", "explanation", "justification", "reason", "timeout", "timeout_ms", "timeoutms", "yield_time_ms", "yieldms",
		"max_output_tokens", "duration", "background", "run_in_background", "is_input", "reset":
		return true
	}
	return false
}

func isPath(name string) bool {
	switch name {
	case "path", "file_path", "filepath", "file", "filename", "file_name", "target_file", "dir", "directory", "cwd", "workdir":
		return true
	}
	return false
}

// canonical returns the common name of equivalent argument names.
func canonical(name string) string {
	name = strings.ToLower(name)
	switch name {
	case "cmd", "keystrokes", "script":
		return "command"
	case "file_path", "filepath", "file", "filename", "file_name", "target_file":
		return "path"
	case "file_text", "contents":
		return "content"
	case "old_string", "old_str", "oldtext", "old_text":
		return "old"
	case "new_string", "new_str", "newtext", "new_text":
		return "new"
	}
	return name
}

// KeyOf normalises a call. It resolves tool aliases, sorts arguments by name and drops timeouts and
// explanations. Paths become relative to the workspace. In commands it collapses white space and
// removes a shell that only runs a command string.
func KeyOf(name string, arguments json.RawMessage, names files.Names) Normal {
	n := Normal{Tool: toolKind(name)}
	args, ok := decode(arguments)
	if !ok {
		n.Arguments = strings.Join(strings.Fields(string(arguments)), " ")
		n.Shown = n.Arguments
		return n
	}
	if s, ok := args.(string); ok { // some records encode the argument object as a string
		if inner, ok := decode(json.RawMessage(s)); ok {
			args = inner
		}
	}
	fields, ok := args.(map[string]any)
	if !ok {
		fields = map[string]any{}
		if args != nil {
			fields["command"] = args
		}
	}
	for k := range fields {
		if unimportant(strings.ToLower(k)) || fields[k] == nil {
			delete(fields, k)
		}
	}
	kept := normal{names}.fields(fields)
	n.Arguments = encode(kept)
	n.Target, n.Shown = shown(kept)
	return n
}

// decode parses JSON without converting numbers.
func decode(raw json.RawMessage) (any, bool) {
	if len(bytes.TrimSpace(raw)) == 0 {
		return nil, true
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	var v any
	if d.Decode(&v) != nil || d.More() {
		return nil, false
	}
	return v, true
}

// encode formats JSON with sorted keys; it cannot fail for decoded JSON.
func encode(v any) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if e.Encode(v) != nil {
		return ""
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// normal normalises argument values.
type normal struct{ names files.Names }

func (n normal) value(name string, v any) any {
	switch x := v.(type) {
	case string:
		switch {
		case name == "command":
			return n.command(x)
		case isPath(name):
			return n.path(x)
		}
		return strings.TrimSpace(x)
	case []any:
		if name == "command" {
			return n.argv(x)
		}
		list := make([]any, len(x))
		for i := range x {
			list[i] = n.value("", x[i])
		}
		return list
	case map[string]any:
		return n.fields(x)
	}
	return v
}

// fields renames arguments to their canonical names. It does not rename arguments if two would have
// the same name, so that nothing is lost.
func (n normal) fields(fields map[string]any) map[string]any {
	taken := make(map[string]int, len(fields))
	for k := range fields {
		taken[canonical(k)]++
	}
	m := make(map[string]any, len(fields))
	for k, v := range fields {
		name := canonical(k)
		if taken[name] > 1 {
			m[k] = n.value(name, v)
			continue
		}
		m[name] = n.value(name, v)
	}
	return m
}

// argv joins a command given as a list of words: ["bash", "-lc", "ls"] becomes "ls".
func (n normal) argv(x []any) any {
	words := make([]string, 0, len(x))
	for _, w := range x {
		s, ok := w.(string)
		if !ok {
			return x
		}
		words = append(words, s)
	}
	if len(words) == 3 && strings.HasPrefix(words[1], "-") && strings.HasSuffix(words[1], "c") && strings.HasSuffix(words[0], "sh") {
		return n.command(words[2])
	}
	return n.command(strings.Join(words, " "))
}

func (n normal) command(s string) string {
	return n.names.In(strings.Join(strings.Fields(s), " "))
}

func (n normal) path(s string) string {
	return n.names.Of("", s)
}

// shown returns the target of a call and its display text, which begins with the command or path.
func shown(kept map[string]any) (target, text string) {
	if c, ok := kept["command"].(string); ok {
		target, _, _ = strings.Cut(c, " ")
		text = c
	}
	if p, ok := kept["path"].(string); ok {
		target = p
		text = strings.TrimSpace(text + " " + p)
	}
	if text != "" {
		return target, text
	}
	if len(kept) == 0 {
		return "", ""
	}
	return "", encode(kept)
}
