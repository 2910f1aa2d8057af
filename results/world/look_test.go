package world

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/days"
	"github.com/clawatlas/clawatlas/results/must"
)

const (
	first  = "the contamination rate is 23.0 % of all rows"
	second = "deduplicated by Alex on the twelfth of March"
	common = "this line stands in more than one object here"
	given  = "the deadline has moved to the end of the month"
	wide   = "我没抄是他抄我的吧反正我写的" // 14 characters
	was    = "nothing of this was known at the beginning"
)

// scene has a file that is new before q2 and replaced before q4, and a chat that is
// replaced before q2.
func scene() *Scene {
	report, boss := file("docs/report.md"), chat("boss_slack")
	initial := map[ObjectID][]byte{
		file("plan.md"): []byte(common + "\n"), file("old_report.md"): []byte(was + "\n"), boss: session("hello", was),
		{Chat, "sessions.json"}: []byte("{}"), {Chat, "team_0d8f2a54-90a1-4a3c-8ac0-1c2d3e4f5a6b.jsonl"}: session("so much for that"),
	}
	rounds := []Round{{Slug: "q1", Question: "?"}, {Slug: "q2", Question: "? " + given, Writes: []Write{
		{Update: "u1", Object: report, Action: ActionNew,
			Data: []byte("# Report\n" + first + "\n" + second + "\n" + common + "\n" + given + "\nshort\n")},
		{Update: "u1", Object: boss, Action: ActionNew, Data: session("[Slack Boss D2 09:00] "+wide+"\nand 23 others of whom nobody spoke", "ok")},
	}}, {Slug: "q3", Question: "?"}, {Slug: "q4", Question: "?", Writes: []Write{
		{Update: "u2", Object: report, Action: ActionNew, Data: []byte(first + "\nbut this one is new in the second version\n")},
	}}}
	changes, _ := Replay(initial, rounds)
	return NewScene(initial, rounds, changes)
}

// step is one call with its result; a result that begins with ! has failed.
func step(tool string, args map[string]any, result string) *results.Step {
	raw, _ := json.Marshal(args)
	text, failed := strings.CutPrefix(result, "!")
	return &results.Step{StepID: 7, ToolCalls: []results.ToolCall{{ID: "c1", Name: tool, Arguments: raw}},
		Observation: &results.Observation{Results: []results.Result{{CallID: "c1", Content: text, Failed: failed}}}}
}

func shell(command, result string) *results.Step {
	return step("exec", map[string]any{"command": command}, result)
}

func reading(path, result string) *results.Step {
	return step("read", map[string]any{"path": path}, result)
}

// exits gives the result of a step the exit code of a process.
func exits(s *results.Step, code int) *results.Step {
	s.Observation.Results[0].ExitCode = &code
	return s
}

const bossID = "5ba4976f-e34a-4fee-ad19-c39c49aecc59"

func TestLooksByLevel(t *testing.T) {
	const fileAt, chatAt = 0, 1
	script := func(code, result string) []*results.Step {
		return []*results.Step{step("write", map[string]any{"path": "/w/s.py", "content": code}, "ok"), shell("cd /w && python3 s.py", result)}
	}
	history := func(key, result string) *results.Step {
		return step("sessions_history", map[string]any{"sessionKey": key}, result)
	}
	escaped, _ := json.Marshal(map[string]any{"messages": []any{map[string]any{"text": "[Slack Boss D2 09:00] " +
		wide + "\nand 23  others of whom nobody spoke"}}})
	ascii := strings.NewReplacer("我没抄", `\u6211\u6ca1\u6284`).Replace(string(escaped))
	tests := []struct {
		name  string
		of    int
		want  Level
		steps []*results.Step
	}{
		{"two lines", fileAt, ByContent, []*results.Step{shell("grep -rh rate .",
			"x:  the contamination   rate is \"23.0 %\" of all rows\n"+second)}},
		{"one line and the name", fileAt, ByContent, []*results.Step{shell("grep -c . docs/report.md; grep 23 docs/report.md", first)}},
		{"one line alone", fileAt, Never, []*results.Step{shell("grep -rh 23 .", first)}},
		{"a line of another object", fileAt, Never, []*results.Step{shell("cat *.md", common+"\n"+common)}},
		{"a line of the question", fileAt, Never, []*results.Step{shell("cat *.md", given+"\n"+first)}},
		{"read without a known line", fileAt, Opened, []*results.Step{reading("/w/docs/report.md", "short")}},
		{"reader", fileAt, Opened, []*results.Step{shell("cd /w/docs; head -n 1 report.md | tail -1", "# Report")}},
		{"redirected reader", fileAt, Opened, []*results.Step{shell("wc -l < docs/report.md", "6")}},
		{"code on the spot", fileAt, Opened, []*results.Step{shell(`python3 -c "print(len(open('docs/report.md').read()))"`, "190")}},
		{"code in a here-document", fileAt, Opened, []*results.Step{shell("python3 - <<'E'\nimport os\nprint(len(open(os.path.join('docs', 'report.md')).read()))\nE", "190")}},
		{"reader without an answer", fileAt, Never, []*results.Step{shell("grep nobody docs/report.md", "(no output)")}},
		{"reader that failed", fileAt, Never, []*results.Step{shell("cat docs/report.md", "!permission denied")}},
		{"code that writes", fileAt, Never, []*results.Step{shell(`python3 -c "open('docs/report.md', 'w').write('x'); print(1)"`, "1")}},
		{"here-document that cites", fileAt, Never, []*results.Step{shell("cat > out.md <<'E'\ncat docs/report.md\nE\necho done", "done")}},
		{"name as a pattern", fileAt, Never, []*results.Step{shell("grep report.md plan.md", "nothing")}},
		{"another name", fileAt, Never, []*results.Step{shell("cat old_report.md report.md.bak", was)}},
		{"find", fileAt, Listed, []*results.Step{shell("find . -name report.md", "./docs/report.md")}},
		{"list, then read", fileAt, Opened, []*results.Step{shell("ls docs", "report.md"), reading("docs/report.md", "short")}},
		{"read that failed", fileAt, Refused, []*results.Step{reading("report.md", "!ENOENT: report.md")}},
		{"write", fileAt, Never, []*results.Step{step("write", map[string]any{"path": "docs/report.md", "content": "x"},
			"wrote docs/report.md")}},
		{"plan", fileAt, Never, []*results.Step{step("update_plan", map[string]any{"plan": "read report.md"}, "read report.md")}},
		{"script", fileAt, ByScript, script("import sys\nrows = open('docs/report.md').readlines()\nprint(len(rows))", "6")},
		{"script with a variable", fileAt, ByScript, script("import pandas\ndef main():\n  src = 'docs/report.md'\n  t = load_table(src, clean=True)\n  print(len(t))", "6")},
		{"script that joins a path", fileAt, ByScript,
			script("import csv\nfrom x import ROOT\nwith (ROOT / 'a' / 'report.md').open() as f:\n  print(len(f.read()))", "6")},
		{"script with a joined variable", fileAt, ByScript,
			script("import pandas as pd\nROOT = Path(__file__).resolve().parents[1]\nSRC: Path = ROOT / \"docs\" / \"report.md\"\ndf = pd.read_csv(SRC)", "6")},
		{"script with a joined list of parts", fileAt, ByScript,
			script("import os\nSRC = os.path.join(os.path.dirname(__file__), 'docs', 'report.md')\nprint(len(load_rows(str(SRC))))", "6")},
		{"script that hands it to its own function", fileAt, ByScript,
			script("import csv\ndef clean(src, out: str = 'x.csv'):\n    with open(src) as f:\n        return f.read()\n\nclean(\"docs/report.md\", 'y.csv')", "6")},
		{"script that hands a variable on by name", fileAt, ByScript,
			script("import csv\nIN = 'docs/report.md'\ndef clean(out, src=None):\n\n    return src.read_text()\nclean('y.csv', src=Path(IN))", "6")},
		{"script that hands it to a function that writes", fileAt, Never,
			script("import csv\ndef load(path):\n    return open(path).read()\ndef save(path):\n    open(path, 'w').write('x')\nsave('docs/report.md')", "ok")},
		{"script that writes a joined path", fileAt, Never,
			script("import os\n(ROOT / 'report.md').open('w').write('x')\nopen(ROOT / 'report.md', 'w')", "ok")},
		{"script of a patch, run as a module", fileAt, ByScript, []*results.Step{
			step("apply_patch", map[string]any{"input": "*** Begin Patch\n*** Add File: src/s.py\n+import csv\n+print(open('docs/report.md').read())\n*** End Patch"}, "ok"),
			shell("python3 -m src.s", "6")}},
		{"edit of a script that was there", fileAt, ByScript, []*results.Step{
			step("edit", map[string]any{"path": "s.py", "oldText": "open('x.md')", "newText": "open('docs/report.md')"}, "ok"), shell("python3 s.py", "#")}},
		{"code on the spot with a variable", fileAt, Opened,
			[]*results.Step{shell("python3 - <<'E'\nimport csv\np = ROOT / 'report.md'\nprint(len(p.read_text()))\nE", "190")}},
		{"script that writes a variable", fileAt, Never, script("out = 'docs/report.md'\nopen(out, 'w').write('x')", "ok")},
		{"a file that cites it", fileAt, Never, []*results.Step{reading("plan.md", "see report.md")}},
		{"script that broke", fileAt, Never, script("print(open('docs/report.md').read()[9999])",
			"Traceback (most recent call last):\n  File s.py")},
		{"script with an exit code of its own", fileAt, ByScript, []*results.Step{step("write",
			map[string]any{"path": "s.py", "content": "print(open('docs/report.md').read()[0])\nexit(1)"}, "ok"), exits(shell("python3 s.py", "!# (exit code 1)"), 1)}},
		{"script that the tool refused", fileAt, Never, script("open('docs/report.md')", "!exec preflight: refusing to run")},
		{"script that is none", fileAt, Never, script("open('docs/report.md'", "  File s.py, line 1\nSyntaxError: never closed")},
		{"script changed after it was written", fileAt, ByScript, []*results.Step{
			step("write", map[string]any{"path": "s.py", "content": "print(open('x.md').read()[0])"},
				"ok"), step("edit", map[string]any{"path": "s.py", "oldText": "x.md", "newText": "docs/report.md"}, "ok"), shell("python3 s.py", "#")}},
		{"script in a here-document", fileAt, ByScript, []*results.Step{shell("cat > s.sh <<'E'\nwc -l docs/report.md\nE\nbash s.sh", "6")}},
		{"script that could not be written", fileAt, Never, []*results.Step{step("write",
			map[string]any{"path": "s.py", "content": "print(open('docs/report.md').read()[0])"}, "!denied"), shell("python3 s.py", "6")}},
		{"script that is not found", fileAt, Never, append(script("print(open('docs/report.md').read()[0])", "!refused")[:1],
			exits(shell("python3 x/s.py", "!python3: can't open file 'x/s.py'"), 2))},
		{"edit in place", fileAt, Never, []*results.Step{shell("sed -i s/a/b/ docs/report.md && echo ok", "ok")}},
		{"a copy with another ending", fileAt, Never, []*results.Step{shell("ls docs", "docs/report.md.bak")}},
		{"script that cites", fileAt, Never, script("print('see docs/report.md')", "see it")},
		{"script that writes it", fileAt, Never, script("open('docs/report.md', mode='w').write('x')", "ok")},
		{"script not written by it", fileAt, Never, []*results.Step{shell("python3 theirs.py docs/report.md", "6")}},
		{"history", chatAt, ByContent, []*results.Step{history("agent:x:boss_slack_"+bossID, string(escaped))}},
		{"history in escapes", chatAt, ByContent, []*results.Step{shell("cat sessions/boss_slack_"+bossID+".jsonl | head -3", "1: "+ascii)}},
		{"history with nothing new", chatAt, Opened, []*results.Step{history("agent:x:boss_slack_"+bossID, `{"messages":[{"text":"ok"}]}`)}},
		{"history refused", chatAt, Refused, []*results.Step{history(bossID, "!No session found: "+bossID)}},
		{"a file that is not there", chatAt, Never, []*results.Step{reading("boss_slack.md", "!ENOENT: boss_slack.md")}},
		{"listing", chatAt, Listed, []*results.Step{step("sessions_list", nil, `{"sessions":[{"key":"boss_slack_`+bossID+`"}]}`)}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			levels := scene().watch([]Turn{{Round: 0, Steps: []*results.Step{shell("ls", "x")}}, {Round: 1, Steps: tt.steps}}).levels
			if levels[tt.of] != tt.want || levels[1-tt.of] != Never {
				t.Errorf("%v, want %s and the other object never", levels, tt.want)
			}
		})
	}
}

// A look counts for the state that stands when it happens, and its delay runs from the
// round of the update. The first look stands; a copied step is none, and of a round
// without a trace nothing is known.
func TestLooksByWindow(t *testing.T) {
	script := step("write", map[string]any{"path": "s.py", "content": "import csv\nprint(len(open('docs/report.md').read()))"}, "ok")
	ls, all := shell("ls", "x"), reading("docs/report.md", first+"\n"+second)
	only := shell("grep -rh new .", "but this one is new in the second version") // the only line of the second state
	copied := *only
	copied.Copied = true
	turn := func(round int, steps ...*results.Step) Turn { return Turn{Round: round, Steps: steps} }
	for name, test := range map[string]struct {
		turns []Turn
		want  string
	}{
		"read before and after": {[]Turn{turn(0, all), turn(1, ls, shell("ls", "docs/report.md")), turn(2, ls, all), turn(3, ls)},
			"content q3/7+1, never /0+0, never /0+0"},
		"script, then lines": {[]Turn{turn(0, ls), turn(1, script, shell("python3 s.py", "190")), turn(2, all)},
			"script q2/7+0, never /0+0, untraced /0+0"},
		"the only line":      {[]Turn{turn(3, only)}, "untraced /0+0, never /0+0, content q4/7+0"},
		"a copied step":      {[]Turn{turn(3, &copied)}, "untraced /0+0, never /0+0, never /0+0"},
		"rounds untraced":    {[]Turn{turn(0), turn(2, ls)}, "never /0+0, never /0+0, untraced /0+0"},
		"no round is traced": {[]Turn{turn(0), turn(2)}, ""},
	} {
		var l results.Looked
		scene().AddLooks(&l, "s", test.turns)
		var got []string
		for _, x := range l.Looks {
			got = append(got, fmt.Sprintf("%s %s/%d+%d", x.Level, x.At, x.Step, x.Rounds))
		}
		must.Equal(t, test.want, strings.Join(got, ", "), "%s", name)
	}
}

// Where more objects of a scenario have one base name, the path tells them apart.
func TestNamesThatAreShared(t *testing.T) {
	rounds := []Round{{Slug: "q1", Writes: []Write{{Update: "u", Object: file("a/x.md"), Action: ActionNew,
		Data: []byte("one")}, {Update: "u", Object: file("b/x.md"), Action: ActionNew, Data: []byte("two")}}}}
	changes, _ := Replay(nil, rounds)
	w := NewScene(nil, rounds, changes).watch([]Turn{{Steps: []*results.Step{reading("/w/b/x.md", "two")}}})
	must.Same(t, []Level{Never, Opened}, w.levels, "levels")
}

// Files and chats are counted apart, and what has no trace is left out.
func TestNoticedBy(t *testing.T) {
	look := func(round, kind, path, level string) results.Look {
		return results.Look{Scenario: "s", Round: round, Kind: kind, Path: path, Level: level}
	}
	looks := []results.Look{look("q1", "file", "a", "content"), look("q1", "file", "b", "script"), look("q2", "file", "a", "refused"),
		look("q2", "file", "b", "untraced"), look("q2", "chat", "a", "listed")}
	change := func(round, kind, path, told string) results.WorldChange {
		return results.WorldChange{WorldObject: results.WorldObject{Kind: kind, Path: path}, Round: round, Told: told}
	}
	worlds := []results.World{{Scenario: "s", Changes: []results.WorldChange{change("q1", "file", "a", "named"),
		change("q1", "file", "b", "silent"), change("q2", "file", "a", "named"), change("q2", "chat", "a", "announced")}}}
	want := &Noticed{Files: NoticedKind{K: 2, N: 3, Told: map[string]days.Count{"named": {K: 1, N: 2}, "silent": {K: 1, N: 1}}},
		Chats: NoticedKind{N: 1, Told: map[string]days.Count{"announced": {N: 1}}}}
	must.Same(t, want, NoticedBy(looks, worlds), "noticed")
	if n := NoticedBy(nil, worlds); n != nil {
		t.Errorf("of nothing: %+v", n)
	}
}

// A stored scene finds the same, and damage is an error.
func TestScenePack(t *testing.T) {
	s := scene()
	packed := s.Pack()
	again := must.Get(UnpackScene(packed))(t)
	turns := []Turn{
		{Round: 1, Steps: []*results.Step{shell("grep -r .", given+"\n"+first), step("sessions_list", nil, `{"sessions":[{"key":"main"}]}`)}},
		{Round: 2, Steps: []*results.Step{reading("docs/report.md", first+"\n"+second)}},
		{Round: 3, Steps: []*results.Step{shell("grep -rh new .", "but this one is new in the second version")}},
	}
	var a, b results.Looked
	s.AddLooks(&a, "s1", turns)
	again.AddLooks(&b, "s1", turns)
	must.Same(t, a, b, "looks of the unpacked scene")
	want := results.Look{Scenario: "s1", Round: "q2", Kind: "chat", Path: chat("boss_slack").Path, Level: "never"}
	must.Same(t, want, b.Looks[1], "look at the chat")
	if string(again.Pack()) != string(packed) {
		t.Error("a scene that is packed again is another one")
	}
	for i := range packed {
		if x, err := UnpackScene(packed[:i]); err == nil && len(x.changes) == len(s.changes) && len(x.anchors.texts) == len(again.anchors.texts) {
			t.Errorf("%d of %d bytes give a whole scene", i, len(packed))
		}
	}
}

func TestNormal(t *testing.T) {
	for line, want := range map[string]bool{
		strings.Repeat("a", 24): true, strings.Repeat("a", 23): false, "我没抄是他抄我的吧反": false, "我没抄是他抄我的ab12": true, "我没抄是他抄我ab123": false,
	} {
		if long(line) != want {
			t.Errorf("long(%q) is not %t", line, want)
		}
	}
	for content, want := range map[string]string{
		" a \t b\n\n\"c\" \\d ":           "a b c d",
		`x: \u6211\ud83d\ude00\ud83d\uzz`: "x: 我😀\uFFFDuzz",
		`{"k":["a\tb",{"l":"c\nd"},1]}`:   "a b\nc d\n{k:[atb,{l:cnd},1]}",
		"{\"k\":\"a\\tb\"}\n{\"k\":":      "a b\n{k:atb} {k:",
	} {
		v, ok := decoded(content)
		must.Equal(t, want, shown(content, v, ok), "shown(%q)", content)
	}
}

func TestPassages(t *testing.T) {
	p := newPassages(4)
	texts := []string{strings.Repeat("ab", 20), strings.Repeat("ab", 15), "the quick brown fox jumps", strings.Repeat("z", 24)}
	for _, x := range texts {
		p.add(x)
	}
	in := "." + texts[0] + "the quick brown fox jumps over" + strings.Repeat("z", 25)
	want := map[int32]int{}
	for id, x := range texts {
		for i := range in {
			if strings.HasPrefix(in[i:], x) {
				want[int32(id)]++
			}
		}
	}
	got := map[int32]int{}
	p.in(in, func(id int32) { got[id]++ })
	if fmt.Sprint(got) != fmt.Sprint(want) || len(want) != 4 {
		t.Errorf("found %v, want %v", got, want)
	}
}
