package align

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/calls"
	"github.com/clawatlas/clawatlas/results/files"
)

// Normal is a normalised call.
type Normal struct {
	Tool      string // shell, read, write or edit; for other tools, the recorded name in lower case
	Target    string // path or first word of the command; may be empty
	Arguments string // canonical text of all significant arguments
	Shown     string // arguments for display, beginning with the command or target
}

// unimportant reports whether an argument has no effect on the action, such as a timeout or an
// explanation.
func unimportant(name string) bool {
	switch strings.ToLower(name) {
	case "description", "explanation", "justification", "reason", "timeout", "timeout_ms", "timeoutms", "yield_time_ms", "yieldms",
		"max_output_tokens", "duration", "background", "run_in_background", "is_input", "reset", "shell":
		return true
	}
	return false
}

// KeyOf normalises a call. It resolves tool aliases, sorts arguments by name and drops timeouts and
// explanations. Paths become relative to the workspace. In commands it collapses white space and
// removes a shell that only runs a command string.
func KeyOf(name string, arguments json.RawMessage, names files.Names) Normal {
	var inner string // some records encode the argument object as a string
	if json.Unmarshal(arguments, &inner) == nil && json.Valid([]byte(inner)) {
		arguments = json.RawMessage(inner)
	}
	a := calls.Read(&results.ToolCall{Name: name, Arguments: arguments})
	n := Normal{Tool: string(a.Kind)}
	line := func(s string) string { return names.In(strings.Join(strings.Fields(s), " ")) }
	switch a.Kind {
	case calls.Other:
		n.Tool = strings.ToLower(name)
		n.Tool = n.Tool[strings.LastIndexAny(n.Tool, "./")+1:]
		if n.Arguments = canonical(arguments, names); n.Arguments != "{}" {
			n.Shown = n.Arguments
		}
		return n
	case calls.Shell:
		n.Shown = line(a.Command)
		n.Target, _, _ = strings.Cut(n.Shown, " ")
	default:
		n.Target = names.Of("", a.Path)
		n.Shown = n.Target
	}
	parts := []string{n.Shown, a.Range, names.Of("", a.Cwd), strings.TrimSpace(a.Content), strings.TrimSpace(a.Patch)}
	for _, x := range a.Changes {
		parts = append(parts, x.Old, x.New)
	}
	for _, x := range a.Rest {
		if !unimportant(x.Name) {
			parts = append(parts, x.Name, line(x.Value))
		}
	}
	n.Arguments = strings.Join(parts, "\x00")
	return n
}

// canonical formats the arguments of a tool with sorted names and without unimportant ones.
// Arguments that are not JSON are only collapsed.
func canonical(arguments json.RawMessage, names files.Names) string {
	d := json.NewDecoder(bytes.NewReader(arguments))
	d.UseNumber()
	var v map[string]any
	if len(bytes.TrimSpace(arguments)) > 0 && (d.Decode(&v) != nil || d.More()) {
		return strings.Join(strings.Fields(string(arguments)), " ")
	}
	m := map[string]any{}
	for k, x := range v {
		if s, ok := x.(string); ok {
			x = names.In(strings.TrimSpace(s))
		}
		if x != nil && !unimportant(k) {
			m[k] = x
		}
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if e.Encode(m) != nil {
		return ""
	}
	return strings.TrimSuffix(b.String(), "\n")
}
