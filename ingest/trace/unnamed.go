package trace

import (
	"slices"

	"github.com/clawatlas/clawatlas/results"
)

// What is told of what a record lists as calls and what are none.
const (
	namesNoTool   = "what is listed as a call names no tool: it is no call, and only the raw record has it"
	nullArguments = "a call whose arguments are null is no call, and only the raw record has it"
)

// setAside takes out of a step what is listed among its calls and calls nothing: it names
// no tool, or its arguments are null. What was taken out is told of by a message for each.
func setAside(s *results.Step) (warnings []string) {
	s.ToolCalls = slices.DeleteFunc(s.ToolCalls, func(c results.ToolCall) bool {
		switch {
		case c.Name == "":
			warnings = append(warnings, namesNoTool)
		case string(c.Arguments) == "null":
			warnings = append(warnings, nullArguments)
		default:
			return false
		}
		return true
	})
	return warnings
}

// unnamed sets aside what are no calls, and warns of what states no arguments at all.
func (r *reader) unnamed(s *results.Step) {
	for _, w := range setAside(s) {
		r.repeated(0, w)
	}
	for i := range s.ToolCalls {
		if len(s.ToolCalls[i].Arguments) == 0 {
			r.repeated(0, "a call states no arguments")
		}
	}
}
