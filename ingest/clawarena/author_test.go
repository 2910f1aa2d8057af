package clawarena

import (
	"testing"

	"github.com/clawatlas/clawatlas/results/must"
	"github.com/clawatlas/clawatlas/results/world"
)

const summary = `# Summary

| Update | Trigger | Session Append | Workspace Files |
|--------|---------|----------------|-----------------|
| U1 | Before R4 | None | a.md (new) |
| U2 | Before R5 | Boss Phase 2 | None |

## Files

### Update 1 (upd1_workspace/)

#### a.md
- **Type:** Workspace (replace, replaces placeholder)

### Update 3 (upd3_sessions/)
- **boss_im_*.jsonl** -- Append: loops 3-4
- **b.md** -- New: a note

| Key | Used In |
|-----|---------|
| U1 | Boss, upd1 append |
`

// The authors' word is that of the object, else that of the update's chats.
func TestAuthorWords(t *testing.T) {
	const id = "_5ba4976f-e34a-4fee-ad19-c39c49aecc59.jsonl"
	words := readAuthor(summary)
	for _, x := range []struct {
		update, path string
		kind         world.Kind
		want         string
	}{
		{"upd1_workspace", "docs/a.md", world.File, "replace"},
		{"upd1_sessions", "boss_im" + id, world.Chat, ""},
		{"upd2_sessions", "boss_im" + id, world.Chat, "append"},
		{"upd2_workspace", "a.md", world.File, ""},
		{"upd3_sessions", "boss_im" + id, world.Chat, "append"},
		{"upd3_sessions", "other_im" + id, world.Chat, ""},
		{"upd3_workspace", "b.md", world.File, "new"},
		{"letter", "a.md", world.File, ""},
	} {
		c := &world.Change{Updates: []string{x.update}, Object: world.ObjectID{Kind: x.kind, Path: x.path}}
		must.Equal(t, x.want, words.of(c), "%s %s", x.update, x.path)
	}
	if got := (authorWords{}).of(&world.Change{Updates: []string{"upd1"}}); got != "" {
		t.Errorf("without a summary the authors say %q", got)
	}
}
