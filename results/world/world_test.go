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

// The parts of a diff give back both sides.
func TestDiffPartsAreBothSides(t *testing.T) {
	d := DiffOf(&Change{Object: file("x"), Before: []byte("a\nb\nc\n"), After: []byte("a\nx\nc\ny\n")})
	var before, after []string
	for _, p := range d.Parts {
		if p.Mark != Plus {
			before = append(before, p.Text)
		}
		if p.Mark != Minus {
			after = append(after, p.Text)
		}
	}
	if got := strings.Join(before, "") + " " + strings.Join(after, ""); got != "abc axcy" {
		t.Error(got)
	}
}

func TestMessages(t *testing.T) {
	data := append(session("[Telegram Yun Tue W1D3 07:45 CST] hi"), "{broken\n"...)
	data = append(data, `{"type":"message","message":{"role":"assistant","content":"plain"}}`...)
	list := Messages(data)
	if len(list) != 2 || list[0].Speaker != "Yun" || list[0].Time != "Tue W1D3 07:45 CST" ||
		list[1].Text != "plain" || list[1].Role != "assistant" {
		t.Errorf("%+v", list)
	}
}

// The story's time is written in several ways.
func TestMessageHead(t *testing.T) {
	for text, want := range map[string][2]string{
		"[WeChat #CS101群 匿名同学S D4 21:00] 好":               {"#CS101群 匿名同学S", "D4 21:00"},
		"[飞书 陈浩 Mon Mar 16 11:00:00 CST 2026] 我跟了这个":      {"陈浩", "Mon Mar 16 11:00:00 CST 2026"},
		"[在线客服 赵磊 Wed 2026-06-24 12:00:00 CST] ?":         {"赵磊", "Wed 2026-06-24 12:00:00 CST"},
		"[Slack Mary May Thu Mar 06 06:02:17 CST 2025] x": {"Mary May", "Thu Mar 06 06:02:17 CST 2025"},
		"[Ack]": {}, "no head": {},
	} {
		if speaker, time := head(text); speaker != want[0] || time != want[1] {
			t.Errorf("%s: %q at %q, want %q", text, speaker, time, want)
		}
	}
}

// The log that stands for a chat in layouts without sessions: a line of JSON for each
// message, or Markdown in which a rule ends each.
func TestMessagesOfLogs(t *testing.T) {
	want := []Message{{Role: "user", Speaker: "Boss", Time: "D2 09:00", Text: "[Slack Boss D2 09:00] one\n\n---\ntwo"}, {Role: "tool", Text: "42"},
		{Role: "assistant", Text: "ok"}}
	lines := `{"role":"user","content":"[Slack Boss D2 09:00] one\n\n---\ntwo","tool_calls":null}` + "\n" + `{"role":"tool","content":"42"}` + "\n" +
		`{"role":"assistant","content":"ok"}` + "\n" + `{"role":"","content":"x"}`
	text := "# Message Log: boss\n\n*Session started: D1*\n\n---\n\n**User** (D2):\n\n[Slack Boss D2 09:00] one\n\n---\ntwo\n\n" +
		"**Tool Result** [exec]:\n\n42\n\n---\n\n**Assistant** (D2):\n\nok\n\n---\n"
	for name, data := range map[string]string{"lines": lines, "Markdown": text} {
		must.Same(t, want, Messages([]byte(data)), "%s", name)
	}
}
