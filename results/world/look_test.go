package world

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

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
func scene() (*Scene, []Change) {
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
	return NewScene(initial, rounds, changes), changes
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
			s, _ := scene()
			looks, _ := s.Looks([]Turn{{Round: 0, Steps: []*results.Step{shell("ls", "x")}}, {Round: 1, Steps: tt.steps}})
			if l := looks[tt.of]; l.Level != tt.want {
				t.Errorf("%+v, want %s", l, tt.want)
			}
			if other := looks[1-tt.of]; other.Level != Never {
				t.Errorf("the other object: %+v", other)
			}
		})
	}
}

// A look counts for the state that stands when it happens, and its delay runs from
// the round of the update.
func TestLooksByWindow(t *testing.T) {
	s, changes := scene()
	looks, rounds := s.Looks([]Turn{
		{Round: 0, Steps: []*results.Step{reading("docs/report.md", first+second)}}, // before it is there
		{Round: 1, Steps: []*results.Step{shell("ls", "x"), shell("ls", "docs/report.md")}, Answered: true},
		{Round: 2, Steps: []*results.Step{shell("ls", "x"), reading("docs/report.md", first+"\n"+second)}},
		{Round: 3, Steps: []*results.Step{shell("pwd", "/w")}, Answered: false},
	})
	var got []string
	for _, l := range looks {
		got = append(got, fmt.Sprintf("%s %s q%d step %d call %d %s +%d/%d %d of %d missing %d",
			changes[l.Change].Object.Name(), l.Level, l.At.Round+1, l.At.Step, l.At.Call, l.At.CallID, l.Rounds, l.Calls, l.Shown, l.Anchors, l.Missing))
	}
	want := []string{
		"report.md content q3 step 7 call 1 c1 +1/4 2 of 2 missing 0",
		"boss_slack never q1 step 0 call 0  +0/0 0 of 2 missing 0",
		"report.md never q1 step 0 call 0  +0/0 0 of 1 missing 0",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if looks[0].Quote != first {
		t.Errorf("quoted %q", looks[0].Quote)
	}
	if fmt.Sprint(rounds) != "[{1 2 0 1 true true} {3 1 0 0 true false}]" {
		t.Errorf("rounds %+v", rounds)
	}
}

// The first look stands: a script that reads a file in one round is not taken back by
// lines of it that are shown in a later one, and the delay is that of the script.
func TestFirstLookStands(t *testing.T) {
	s, _ := scene()
	script := step("write", map[string]any{"path": "s.py", "content": "import csv\nprint(len(open('docs/report.md').read()))"}, "ok")
	looks, rounds := s.Looks([]Turn{
		{Round: 0, Steps: []*results.Step{shell("ls", "x")}},
		{Round: 1, Steps: []*results.Step{script, shell("python3 s.py", "190")}},
		{Round: 2, Steps: []*results.Step{reading("docs/report.md", first+"\n"+second)}},
	})
	if l := looks[0]; l.Level != ByScript || l.At.Round != 1 || l.Rounds != 0 || l.Calls != 2 || rounds[0].Same != 1 {
		t.Errorf("%+v, rounds %+v", l, rounds)
	}
}

// One line is enough where the object has no other.
func TestLooksByTheOnlyLine(t *testing.T) {
	s, _ := scene()
	seen := shell("grep -rh new .", "but this one is new in the second version")
	looks, _ := s.Looks([]Turn{{Round: 3, Steps: []*results.Step{seen}}})
	if looks[2].Level != ByContent || looks[0].Level != Untraced {
		t.Errorf("%+v", looks)
	}
	seen.Copied = true // from an earlier trace
	if looks, _ = s.Looks([]Turn{{Round: 3, Steps: []*results.Step{seen}}}); looks[2].Level != Never {
		t.Errorf("%+v", looks)
	}
}

// Of a round without a trace nothing is known, neither a look nor that there was none.
func TestLooksWithoutTrace(t *testing.T) {
	s, _ := scene()
	looks, rounds := s.Looks([]Turn{{Round: 0}, {Round: 2, Steps: []*results.Step{shell("pwd", "/w")}}})
	if looks[0].Level != Never || looks[0].Missing != 1 || looks[1].Missing != 2 || looks[2].Level != Untraced || looks[2].Missing != 1 {
		t.Errorf("%+v", looks)
	}
	if rounds[0].Traced || rounds[0].Blind || rounds[1].Blind {
		t.Errorf("%+v", rounds)
	}
}

// A listing that leaves out chats that are there is told beside the miss.
func TestListingThatHides(t *testing.T) {
	s, _ := scene()
	one := `{"sessions":[{"key":"main"}]}`
	looks, _ := s.Looks([]Turn{{Round: 1, Steps: []*results.Step{step("sessions_list", nil, one)}}})
	if h := looks[1].Hidden; looks[1].Level != Never || h == nil || h.Shown != 1 || h.Exist != 2 || h.At.Round != 1 {
		t.Errorf("%+v", looks[1])
	}
	if looks, _ := s.Looks([]Turn{{Round: 1, Steps: []*results.Step{step("sessions_list", nil,
		`{"sessions":[{"key":"main"},{"key":"team"}]}`)}}}); looks[1].Hidden != nil {
		t.Errorf("two of two were listed: %+v", looks[1].Hidden)
	}
	refused := step("sessions_history", map[string]any{"sessionKey": bossID}, "!No session found: "+bossID)
	all := step("sessions_list", nil, `{"sessions":[{"key":"boss_slack_`+bossID+`"}]}`)
	if looks, _ := s.Looks([]Turn{{Round: 1, Steps: []*results.Step{step("sessions_list", nil, one), all,
		refused}}}); looks[1].Level != Refused || looks[1].Hidden != nil {
		t.Errorf("it was listed later: %+v", looks[1])
	}
	if looks[0].Hidden != nil {
		t.Errorf("a listing of chats does not hide files: %+v", looks[0])
	}
	looks, _ = s.Looks([]Turn{{Round: 1, Steps: []*results.Step{step("sessions_list", nil, one),
		step("sessions_list", nil, `{"sessions":[{"key":"team"},{"key":"boss_slack_`+bossID+`"}]}`)}}})
	if looks[1].Level != Listed || looks[1].Hidden != nil {
		t.Errorf("%+v", looks[1])
	}
}

// Where more objects of a scenario have one base name, the path tells them apart.
func TestNamesThatAreShared(t *testing.T) {
	rounds := []Round{{Slug: "q1", Writes: []Write{{Update: "u", Object: file("a/x.md"), Action: ActionNew,
		Data: []byte("one")}, {Update: "u", Object: file("b/x.md"), Action: ActionNew, Data: []byte("two")}}}}
	changes, _ := Replay(nil, rounds)
	looks, _ := NewScene(nil, rounds, changes).Looks([]Turn{{Steps: []*results.Step{reading("/w/b/x.md", "two")}}})
	if looks[0].Level != Never || looks[1].Level != Opened {
		t.Errorf("%+v", looks)
	}
}

// What is summed up of a run keeps files and chats apart, and what has no trace out.
func TestNoticedBy(t *testing.T) {
	looks := []results.Look{
		{Scenario: "s", Round: "q1", Kind: "file", Path: "a", Level: "content", Rounds: 2, Calls: 5},
		{Scenario: "s", Round: "q1", Kind: "file", Path: "b", Level: "script", Calls: 2},
		{Scenario: "s", Round: "q2", Kind: "file", Path: "a", Level: "refused"},
		{Scenario: "s", Round: "q2", Kind: "file", Path: "b", Level: "untraced"},
		{Scenario: "s", Round: "q2", Kind: "chat", Path: "a", Level: "listed", Calls: 9},
	}
	looks[4].Hidden, looks[4].At, looks[4].Step = &results.LookListing{At: "q2", Step: 1, Call: 1, Shown: 1, Exist: 5}, "q2", 3
	rounds := []results.LookedRound{{Scenario: "s", Round: "q1", Objects: 2, Same: 1, Ever: 2, Traced: true},
		{Scenario: "s", Round: "q2", Objects: 3, Traced: true, Blind: true}, {Scenario: "s", Round: "q3", Objects: 1}}
	change := func(round, kind, path, told string) results.WorldChange {
		return results.WorldChange{WorldObject: results.WorldObject{Kind: kind, Path: path, Name: path + "!"},
			Round: round, Effect: "replaced", Told: told, Removed: 7}
	}
	worlds := []results.World{{Scenario: "s", Changes: []results.WorldChange{change("q1", "file", "a", "named"),
		change("q1", "file", "b", "silent"), change("q2", "file", "a", "named"), change("q2", "chat", "a", "announced")}}}
	want := &Noticed{
		Files: NoticedKind{K: 2, N: 3, Told: map[string]days.Count{"named": {K: 1, N: 2}, "silent": {K: 1, N: 1}},
			Levels: map[string]int{"content": 1, "script": 1, "refused": 1}, SameRound: days.Count{K: 1, N: 3},
			Delay: &NoticedDelay{MedianRounds: 1, MaxRounds: 2, MedianCalls: 3.5, MaxCalls: 5}, Untraced: 1,
			Misses: []NoticedMiss{{Scenario: "s", Round: "q2", Change: 3, Name: "a!", Effect: "replaced",
				Gone: 7, Told: "named", Level: "refused"}}},
		Chats: NoticedKind{N: 1, Told: map[string]days.Count{"announced": {N: 1}}, Levels: map[string]int{"listed": 1},
			SameRound: days.Count{N: 1},
			Misses: []NoticedMiss{{Scenario: "s", Round: "q2", Change: 4, Name: "a!", Effect: "replaced",
				Gone: 7, Told: "announced", Level: "listed", At: "q2", Step: 3, Hidden: looks[4].Hidden}}},
		Rounds: NoticedRounds{Any: days.Count{K: 1, N: 2}, Every: days.Count{K: 1, N: 2}, Same: days.Count{N: 2},
			Blind:  []results.TaskName{{Scenario: "s", Task: "q2"}},
			Passed: LookedPasses{Some: days.Count{K: 1, N: 1}, None: days.Count{N: 1}, Blind: days.Count{N: 1}}},
	}
	passed := map[results.TaskName]bool{{Scenario: "s", Task: "q1"}: true, {Scenario: "s", Task: "q2"}: false,
		{Scenario: "s", Task: "q3"}: true}
	must.Same(t, want, NoticedBy(&results.Looked{Looks: looks, Rounds: rounds}, worlds, passed), "what was got")
	if n := NoticedBy(&results.Looked{}, worlds, nil); n != nil {
		t.Errorf("of nothing: %+v", n)
	}
}

// A stored scene finds the same, and damage is an error and no scene.
func TestScenePack(t *testing.T) {
	s, _ := scene()
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
	if diff := cmp.Diff(a, b); diff != "" {
		t.Errorf("-scene +unpacked:\n%s", diff)
	}
	want := results.Look{Scenario: "s1", Round: "q2", Kind: "chat", Path: chat("boss_slack").Path,
		Level: "never", Anchors: 2, Missing: 0, Hidden: &results.LookListing{At: "q2", Step: 7, Call: 1, Shown: 1, Exist: 2}}
	must.Same(t, want, b.Looks[1], "what was got")
	if b.Looks[0].At != "q3" || b.Looks[2].Level != "content" || len(b.Rounds) != 2 {
		t.Errorf("%+v", b)
	}
	if string(again.Pack()) != string(packed) {
		t.Error("a scene that is packed again is another one")
	}
	for i := range packed {
		if x, err := UnpackScene(packed[:i]); err == nil && len(x.changes) == len(s.changes) && len(x.anchors.texts) == len(again.anchors.texts) {
			t.Errorf("%d of %d bytes give a whole scene", i, len(packed))
		}
	}
	s.AddLooks(&a, "s2", nil)
	if len(a.Looks) != len(b.Looks) {
		t.Error("a run without a trace has looks")
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

// Looks finds how far the agent of a run got with each change of the scene.
func (s *Scene) Looks(turns []Turn) ([]Look, []LookedRound) {
	w := s.watch(turns)
	return w.looks, w.rounds
}
