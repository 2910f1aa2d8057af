package results

import "strings"

// Families of tools, after STAGE-Claw's Figure 4.
const (
	FamilyShell   = "shell and session"
	FamilyFile    = "file"
	FamilyState   = "state and messaging"
	FamilyWeb     = "web and browser"
	FamilyPlan    = "planning and memory"
	FamilyOther   = "other"
	familyUnnamed = "unnamed"
)

// ToolFamily puts a tool into a family by its name. Names differ between
// frameworks, so words inside them decide.
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

// FamilyOf is the family that a tool is summed under; tools without a name count as
// other.
func FamilyOf(tool string) string {
	if f := ToolFamily(tool); f != familyUnnamed {
		return f
	}
	return FamilyOther
}
