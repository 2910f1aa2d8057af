package results

import (
	"path"
	"strings"
)

// Solution is the result of ScriptedName for an agent that replays the benchmark's own solution.
const Solution = "solution"

// scriptedAgents returns the class (see ScriptedName) of each scripted agent and mock model that
// harnesses define: Harbor and Terminal-Bench (oracle, nop), SWE-bench (gold), SWE-agent (replay,
// human, instant_empty_submit), Inspect (mockllm).
func scriptedAgents() map[string]string {
	const solution, nothing, script = Solution, "does nothing", "script"
	return map[string]string{
		"oracle": solution, "oracle-agent": solution, "oracleagent": solution, "gold": solution, "gold-patch": solution, "solution": solution,
		"reference-solution": solution,
		"nop":                nothing, "nop-agent": nothing, "nopagent": nothing, "noop": nothing, "no-op": nothing,
		"instant-empty-submit": nothing,
		"replay":               script, "human": script, "human-thought": script, "mockllm": script,
	}
}

// ScriptedName returns the class of a scripted agent by its name: "solution", "does nothing" or
// "script". It returns "" for other names.
func ScriptedName(name string) string {
	if strings.HasPrefix(strings.ToLower(name), "mockllm/") {
		name = "mockllm"
	}
	return scriptedAgents()[strings.ReplaceAll(Slug(path.Base(name)), "_", "-")]
}

// ReferenceName returns the class of a system's scripted agent or model, see ScriptedName.
func ReferenceName(s System) string {
	if name := ScriptedName(s.Framework); name != "" {
		return name
	}
	return ScriptedName(s.Model)
}

// NamesModel reports whether a name is the name of a model, and not the placeholder for an
// unrecorded model.
func NamesModel(name string) bool {
	switch strings.Trim(strings.ToLower(strings.TrimSpace(name)), "<>()[]\"'.-_") {
	case "", "unrecorded", "unknown", "unknown-model", "unknown_model", "none", "null", "nil", "undefined", "n/a", "na", "unnamed",
		"unspecified", "not recorded", "no model", "?", "???", "nan":
		return false
	}
	return true
}
