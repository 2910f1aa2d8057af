package words

import (
	"fmt"
	"strings"

	"github.com/clawatlas/clawatlas/results"
)

// Layout returns the display name of a dataset layout, which is named after its harness.
func Layout(id string) string {
	switch id {
	case "openclaw":
		return "OpenClaw"
	case "claude-code":
		return "Claude Code"
	case "nanobot":
		return "NanoBot"
	case "picoclaw":
		return "PicoClaw"
	}
	return id
}

// InLayout returns a phrase that names the layout, such as "in the PicoClaw layout "; empty if the
// layout is unknown.
func InLayout(id string) string {
	if id == "" {
		return ""
	}
	return "in the " + Layout(id) + " layout "
}

// LayoutChats describes how the updates affect chats in a layout.
func LayoutChats(l *results.WorldLayout) string {
	e := l.Effects.Chats
	var parts []string
	if e.Replaced > 0 {
		parts = append(parts, "overwrites the chat in "+Count(e.Replaced)+" of "+Counted(e.Total(), "case"))
	}
	if e.Appended > 0 {
		parts = append(parts, "adds to it in "+Count(e.Appended))
	}
	if l.Beside > 0 {
		parts = append(parts, fmt.Sprintf("writes %s beside the one of that name, which stays as it was", Count(l.Beside)))
	}
	if other := e.New - l.Beside; other > 0 {
		parts = append(parts, "brings "+Count(other)+" new")
	}
	text := "the update " + strings.Join(parts, " and ")
	if n := l.Messages.Gone; n > 0 {
		text += "; " + Plural(n, "earlier message vanishes", "earlier messages vanish")
	}
	return text
}

// LayoutsApart describes how the effect of the updates on chats in the first layout differs from
// the effect in the others; empty if there is no difference.
func LayoutsApart(list []results.WorldLayout) string {
	if len(list) < 2 {
		return ""
	}
	type group struct {
		names []string
		text  string
	}
	var groups []group
	for i := range list {
		text := LayoutChats(&list[i])
		if at := len(groups) - 1; at >= 0 && groups[at].text == text {
			groups[at].names = append(groups[at].names, Layout(list[i].Layout))
			continue
		}
		groups = append(groups, group{[]string{Layout(list[i].Layout)}, text})
	}
	if len(groups) < 2 {
		return ""
	}
	var parts []string
	for _, g := range groups[1:] {
		layout := " layout "
		if len(g.names) > 1 {
			layout = " layouts "
		}
		parts = append(parts, "In the "+strings.Join(g.names, " and ")+layout+g.text+".")
	}
	return strings.Join(parts, " ")
}
