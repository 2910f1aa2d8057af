package world

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results/must"
)

func file(path string) ObjectID { return ObjectID{File, path} }

func chat(stem string) ObjectID {
	return ObjectID{Chat, stem + "_5ba4976f-e34a-4fee-ad19-c39c49aecc59.jsonl"}
}

func session(texts ...string) []byte {
	b := []byte(`{"type":"session","version":3}` + "\n")
	for _, t := range texts {
		b = fmt.Appendf(b, `{"type":"message","message":{"role":"user","content":[{"type":"text","text":%q}]}}`+"\n", t)
	}
	return b
}

// An entry that is new over a session replaces it, as the harness does, and what
// was appended later stands behind what was put there.
func TestReplayCarriesTheWorld(t *testing.T) {
	boss := chat("boss_slack")
	initial := map[ObjectID][]byte{file("a.md"): []byte("1\n2\n3\n"), boss: session("hello", "old", "ok")}
	rounds := []Round{
		{Slug: "q1", Question: "Read boss_slack again.", Announced: true, Writes: []Write{
			{Update: "u1", Object: boss, Action: ActionNew, Data: session("new", "ok")},
			{Update: "u1", Object: file("b.md"), Action: ActionNew, Data: []byte("b")},
			{Update: "u1", Object: file("c.md"), Action: "rename"},
		}},
		{Slug: "q2", Question: "And now?", Options: []string{"a.md has it"}, Writes: []Write{
			{Update: "u2", Object: boss, Action: ActionAppend, Data: session("more")},
			{Update: "u2", Object: file("a.md"), Action: ActionInsert, After: 1, Data: []byte("1b\n")},
			{Update: "u3", Object: file("a.md"), Action: ActionDelete, Lines: []LineRange{{0, 1}, {3, 9}}},
			{Update: "u3", Object: file("z.md"), Action: ActionDelete},
		}},
	}
	changes, problems := Replay(initial, rounds)
	var got []string
	for i := range changes {
		c := &changes[i]
		d := DiffOf(c)
		got = append(got, fmt.Sprintf("%s %s %s %s %s -%d +%d =%d", rounds[c.Round].Slug, strings.Join(c.Updates, "+"),
			c.Object.Name(), c.Effect, c.Told, d.Removed, d.Added, d.Kept))
	}
	want := []string{
		"q1 u1 boss_slack replaced named -2 +1 =1",
		"q1 u1 b.md new announced -0 +1 =0",
		"q2 u2 boss_slack appended silent -0 +1 =2",
		"q2 u2+u3 a.md replaced named -2 +1 =1",
	}
	if !slices.Equal(got, want) {
		t.Errorf("changes\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if len(problems) != 2 || problems[0].Reason != `unknown action "rename"` || problems[1].Object.Path != "z.md" {
		t.Errorf("problems %v", problems)
	}
	if string(changes[3].After) != "1b\n2\n" {
		t.Errorf("a.md became %q", changes[3].After)
	}
	if again, _ := Replay(initial, rounds); fmt.Sprint(again) != fmt.Sprint(changes) {
		t.Error("a second replay gives something else")
	}
}

// TestDiff: a difference is plain text: gone, new and kept lines, and how many are left out.
func TestDiff(t *testing.T) {
	lines := func(from, to int) (b []byte) {
		for i := from; i < to; i++ {
			b = fmt.Appendf(b, "%d\n", i)
		}
		return b
	}
	for name, test := range map[string]struct {
		c    Change
		want string
	}{
		"lines": {Change{Object: file("x"), Before: lines(0, 10), After: append(lines(1, 10), "new\n"...)},
			"- 0\n  1\n  2\n  [5 the same]\n  8\n  9\n+ new\n"},
		"the end is the same": {Change{Object: file("x"), Before: lines(0, 4), After: lines(1, 4)}, "- 0\n  1\n  2\n  [1 the same]\n"},
		"messages":            {Change{Object: chat("x"), Before: session("a", "b"), After: session("b", "c\nd")}, "- a\n  b\n+ c\n  d\n"},
		"too long":            {Change{Object: file("x"), Before: lines(0, 6000), After: lines(10, 6003)}, "10 removed, 3 added, 5990 the same\n"},
	} {
		must.Equal(t, test.want, string(DiffOf(&test.c).Text()), "%s", name)
	}
}

func TestMessages(t *testing.T) {
	data := append(session("[Telegram Yun Tue W1D3 07:45 CST] hi"), "{broken\n"...)
	data = append(data, `{"type":"message","message":{"role":"assistant","content":"plain"}}`...)
	must.Same(t, []string{"[Telegram Yun Tue W1D3 07:45 CST] hi", "plain"}, Messages(data), "messages")
}

// The log that stands for a chat in layouts without sessions: a line of JSON for each
// message, or Markdown in which a rule ends each.
func TestMessagesOfLogs(t *testing.T) {
	want := []string{"[Slack Boss D2 09:00] one\n\n---\ntwo", "42", "ok"}
	lines := `{"role":"user","content":"[Slack Boss D2 09:00] one\n\n---\ntwo","tool_calls":null}` + "\n" + `{"role":"tool","content":"42"}` + "\n" +
		`{"role":"assistant","content":"ok"}` + "\n" + `{"role":"","content":"x"}`
	text := "# Message Log: boss\n\n*Session started: D1*\n\n---\n\n**User** (D2):\n\n[Slack Boss D2 09:00] one\n\n---\ntwo\n\n" +
		"**Tool Result** [exec]:\n\n42\n\n---\n\n**Assistant** (D2):\n\nok\n\n---\n"
	for name, data := range map[string]string{"lines": lines, "Markdown": text} {
		must.Same(t, want, Messages([]byte(data)), "%s", name)
	}
}
