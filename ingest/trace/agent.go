package trace

import (
	"maps"
	"slices"
	"strings"
)

// Tool names that identify an agent whose sessions have the format of a different agent.
var (
	openClawTools = []string{"exec", "process", "session_status", "sessions_list", "sessions_history", "sessions_send", "sessions_spawn",
		"subagents", "agents_list", "memory_search", "memory_get", "gateway", "cron", "nodes", "canvas"}
	piTools     = []string{"bash", "read", "edit", "write", "grep", "find", "ls"}
	claudeTools = []string{"Bash", "Read", "Edit", "MultiEdit", "Write", "Glob", "Grep", "LS", "Task", "Agent", "TodoWrite", "WebFetch",
		"WebSearch", "NotebookEdit", "Skill", "ToolSearch", "ExitPlanMode", "AskUserQuestion", "Workflow"}
	geminiTools = []string{"run_shell_command", "read_file", "write_file", "list_directory", "search_file_content", "replace", "read_many_files"}
)

// openClaw returns the agent that wrote a session in OpenClaw's format. pi and its descendants use
// that format too. It returns "" if the agent is unknown.
func (r *reader) openClaw() string {
	all := slices.Collect(maps.Keys(r.called))
	switch {
	case r.sum.Agent != "":
		return r.sum.Agent
	case slices.ContainsFunc(all, isOneOf(openClawTools)), strings.Contains(r.sum.Workspace+"/", "/.openclaw/"):
		return "openclaw"
	case r.called["bash"] && !slices.ContainsFunc(all, func(name string) bool { return !slices.Contains(piTools, name) }):
		return "pi"
	}
	return ""
}

// claudeCode returns the agent that wrote a session in Claude Code's format. It returns "" if the
// tools are those of Gemini CLI and its descendants.
func (r *reader) claudeCode() string {
	if r.sum.Agent == "claude-code" {
		all := slices.Collect(maps.Keys(r.called))
		if strings.HasPrefix(r.sum.SessionID, "session-") {
			return "iflow"
		}
		if slices.ContainsFunc(all, isOneOf(geminiTools)) && !slices.ContainsFunc(all, isOneOf(claudeTools)) {
			return ""
		}
	}
	return r.sum.Agent
}

func (r *reader) anthropic() string {
	if slices.ContainsFunc(slices.Collect(maps.Keys(r.called)), isOneOf(claudeTools)) {
		return "claude-code"
	}
	return ""
}

func isOneOf(names []string) func(string) bool {
	return func(name string) bool { return slices.Contains(names, name) }
}
