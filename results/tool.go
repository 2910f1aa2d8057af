package results

import "strings"

// Families of tools, based on Figure 4 of STAGE-Claw.
const (
	FamilyShell   = "shell and session"
	FamilyFile    = "file"
	FamilyState   = "state and messaging"
	FamilyWeb     = "web and browser"
	FamilyPlan    = "planning and memory"
	FamilyOther   = "other"
	familyUnnamed = "unnamed"
)

// ToolFamily returns the family of a tool, determined by the words in its name.
func ToolFamily(tool string) string {
	t := strings.ToLower(tool)
	if t == "" {
		return familyUnnamed
	}
	for _, f := range []struct {
		family string
		words  []string
	}{
		{FamilyPlan, []string{"plan", "todo", "memory", "think", "task_done", "finish"}},
		{FamilyState, []string{"session", "message", "mail", "calendar", "send", "telegram", "slack", "cron", "state", "notion", "reminder"}},
		{FamilyShell, []string{"exec", "bash", "shell", "process", "terminal", "command", "run", "python"}},
		{FamilyFile, []string{"read", "write", "edit", "patch", "file", "glob", "grep", "ls", "search_dir", "image", "pdf", "notebook"}},
		{FamilyWeb, []string{"web", "browser", "fetch", "http", "search", "navigate", "click"}},
	} {
		for _, w := range f.words {
			if strings.Contains(t, w) {
				return f.family
			}
		}
	}
	return FamilyOther
}

// FamilyOf is like ToolFamily, but returns "other" for a tool without a name.
func FamilyOf(tool string) string {
	if f := ToolFamily(tool); f != familyUnnamed {
		return f
	}
	return FamilyOther
}
