package calls

import (
	"regexp"
	"strings"

	"github.com/clawatlas/clawatlas/results"
)

// refusals matches the messages of tools and harnesses that refuse a call. It does not match
// permission errors of the operating system, because the call ran.
var refusals = regexp.MustCompile(`(?i)\brefusing to run\b` + // OpenClaw's check of a script before running it
	`|^blocked hostname\b|^(error: )?exec denied\b` + // OpenClaw's policies for fetch and exec
	`|^the user doesn't want to (proceed|take this action)\b` + // Claude Code
	`|^permission to use \S+ .*has been denied\b|^claude requested permissions? to\b.*\bhaven't granted it\b|^this command requires approval\b` + // Claude Code
	`|^(exec command |command |tool call )?rejected by (the )?user\b|^patch rejected\b` + // Codex
	`|^(error: )?the user (rejected permission|has specified a rule which prevents)\b`) // OpenCode

func refusal(r *results.Result, words string) bool {
	if words == "" {
		words = r.Content
	}
	words = strings.TrimPrefix(strings.TrimSpace(words), "<tool_use_error>")
	line, _, _ := strings.Cut(words, "\n")
	return refusals.MatchString(line[:min(len(line), 4<<10)])
}
