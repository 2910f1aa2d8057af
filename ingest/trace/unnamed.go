package trace

import (
	"encoding/json"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawatlas/clawatlas/results"
)

// What is told of what a record lists as calls and what are none.
const (
	namesNoTool   = "what is listed as a call names no tool: it is kept beside its step and is no call"
	nullArguments = "a call whose arguments are null is kept beside its step and is no call"
)

// SetAside takes out of a step what is listed among its calls and calls nothing: it names
// no tool, or its arguments are null. It stays beside the step. What was taken out is told
// of by a message for each.
func SetAside(s *results.Step) (warnings []string) {
	odd, warnings := setAside(s)
	if odd != nil {
		var a Also
		for name, v := range members(jsontext.Value(odd)) {
			a.Add(name, v)
		}
		for name, v := range members(jsontext.Value(s.Also)) {
			a.Add(name, v)
		}
		s.Also = a.Object()
	}
	return warnings
}

// unnamed sets aside what are no calls, and warns of what states no arguments at all.
func (r *reader) unnamed(s *results.Step) {
	odd, warnings := setAside(s)
	for _, w := range warnings {
		r.repeated(0, w)
	}
	if odd != nil {
		s.Also = r.joined(s.Also, odd)
	}
	for i := range s.ToolCalls {
		if len(s.ToolCalls[i].Arguments) == 0 {
			r.repeated(0, "a call states no arguments")
		}
	}
}

// setAside gives what was taken out as members to stand beside the step.
func setAside(s *results.Step) (beside []byte, warnings []string) {
	var calls, unnamed, null []results.ToolCall
	for i := range s.ToolCalls {
		switch c := &s.ToolCalls[i]; {
		case c.Name == "":
			unnamed, warnings = append(unnamed, *c), append(warnings, namesNoTool)
		case string(c.Arguments) == "null":
			null, warnings = append(null, *c), append(warnings, nullArguments)
		default:
			calls = append(calls, *c)
		}
	}
	if warnings == nil {
		return nil, nil
	}
	s.ToolCalls = calls
	left := map[string]any{}
	if unnamed != nil {
		left["calls_without_name"] = unnamed
	}
	if null != nil {
		left["calls_with_null_arguments"] = null
	}
	beside, err := json.Marshal(left)
	if err != nil {
		return nil, warnings // a call's own members were JSON
	}
	return beside, warnings
}
