package files

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawatlas/clawatlas/results"
	"github.com/clawatlas/clawatlas/results/must"
)

// call makes a step of one call and its answer; a nil answer failed.
func call(step int, tool string, args map[string]any, answer *string) *results.Step {
	raw, err := json.Marshal(args)
	if err != nil {
		panic(err)
	}
	r := results.Result{CallID: "c", Failed: answer == nil}
	if answer != nil {
		r.Content = *answer
	}
	return &results.Step{
		StepID: step, Source: results.SourceAgent, ToolCalls: []results.ToolCall{{ID: "c", Name: tool, Arguments: raw}},
		Observation: &results.Observation{Results: []results.Result{r}},
	}
}

type args = map[string]any

func text(s string) *string { return &s }

// words says what was found on one line each: "2 write a.txt=new (was old) by s.py".
func words(list []Touch) []string {
	var out []string
	for _, x := range list {
		s := fmt.Sprintf("%d %s %s", x.Step, x.Op, x.Path)
		if x.Known {
			s += "=" + x.Text
		}
		if x.KnownBefore {
			s += " (was " + x.Before + ")"
		}
		if x.By != "" {
			s += " by " + x.By
		}
		if x.Guessed {
			s += " ?"
		}
		if x.Failed {
			s += " failed"
		}
		out = append(out, s)
	}
	return out
}

func TestFollow(t *testing.T) {
	const root = "/home/u/data/work/workspaces_1/s1"
	run := func(step int, command string) *results.Step {
		return call(step, "exec", args{"command": command}, text(""))
	}
	for _, tt := range []struct {
		name  string
		steps []*results.Step
		want  []string
	}{
		{"a file is read, written and changed", []*results.Step{
			call(1, "read", args{"path": root + "/in.md"}, text("old")),
			call(2, "write", args{"path": "out/a.txt", "content": "one two"}, text("ok")),
			call(3, "edit", args{"path": root + "/out/a.txt", "edits": []any{args{"oldText": "two", "newText": "three"}}}, text("ok")),
		}, []string{"1 read in.md=old", "2 write out/a.txt=one two", "3 edit out/a.txt=one three (was one two)"}},
		{"what failed leaves the file as it was", []*results.Step{
			call(1, "write", args{"path": "a", "content": "x"}, text("ok")),
			call(2, "write", args{"path": "a", "content": "y"}, nil),
			call(3, "edit", args{"path": "a", "old_string": "x", "new_string": "z"}, text("ok")),
		}, []string{"1 write a=x", "2 write a=y (was x) failed", "3 edit a=z (was x)"}},
		{"an edit of a passage that is not there is not known", []*results.Step{
			call(1, "write", args{"path": "a", "content": "x"}, text("ok")),
			call(2, "edit", args{"path": "a", "old_string": "q", "new_string": "z"}, text("ok")),
		}, []string{"1 write a=x", "2 edit a (was x)"}},
		{"all passages", []*results.Step{
			call(1, "write", args{"path": "a", "content": "x x"}, text("ok")),
			call(2, "Edit", args{"file_path": "a", "old_string": "x", "new_string": "y", "replace_all": true}, text("ok")),
		}, []string{"1 write a=x x", "2 edit a=y y (was x x)"}},
		{"a read of a part is not the file", []*results.Step{
			call(1, "read", args{"path": "a", "offset": 3, "limit": 1}, text("line")),
			call(2, "edit", args{"path": "a", "old_string": "line", "new_string": "z"}, text("ok")),
		}, []string{"1 read a=line", "2 edit a"}},
		{"redirections and here-documents", []*results.Step{
			run(1, "cat > a.md <<'EOF'\nx\nEOF\necho y >> a.md; echo $HOME > b"),
		}, []string{"1 write a.md=x\n ?", "1 append a.md=x\ny\n (was x\n) ?", "1 write b ?"}},
		{"copies, moves, removals", []*results.Step{
			run(1, "printf x > a; echo x > a && cp a b && mv b c && rm a"),
		}, []string{"1 write a ?", "1 write a=x\n ?", "1 read a= ?", "1 write b=x\n ?", "1 remove b (was x\n) ?",
			"1 write c=x\n ?", "1 remove a (was x\n) ?"}},
		{"the directory of a command", []*results.Step{
			run(1, "cd "+root+"/sub && cat x.csv | sort > y.csv; sed -i s/a/b/ ../z && grep -n a -- y.csv"),
		}, []string{"1 read sub/x.csv= ?", "1 write sub/y.csv ?", "1 edit z ?", "1 read sub/y.csv= ?"}},
		{"a script that was written and run", []*results.Step{
			call(1, "write", args{"path": "scripts/s.py", "content": "import json, os\nOUT = os.path.join(BASE, 'out', 'r.json')\nwith open('in.csv') as f: pass\njson.dump(x, open(OUT, 'w'))\n"}, text("ok")),
			run(2, "python3 scripts/s.py --all"),
		}, []string{"1 write scripts/s.py=import json, os\nOUT = os.path.join(BASE, 'out', 'r.json')\nwith open('in.csv') as f: pass\njson.dump(x, open(OUT, 'w'))\n", "2 read in.csv= by scripts/s.py ?", "2 write out/r.json by scripts/s.py ?"}},
		{"a script in the command", []*results.Step{
			run(1, "python3 - <<'EOF'\nfrom pathlib import Path\nd = Path('docs')\n(d / 'x').exists()\np = d / f\"{name}/n.md\"\np.write_text('x')\nPath('in.txt').read_text()\nEOF"),
		}, []string{"1 write docs/n.md ?", "1 read in.txt= ?"}},
		{"patches", []*results.Step{
			call(1, "apply_patch", args{"input": "*** Begin Patch\n*** Add File: a.txt\n+one\n+two\n*** End Patch"}, text("ok")),
			call(2, "apply_patch", args{"input": "*** Begin Patch\n*** Update File: a.txt\n@@\n one\n-two\n+three\n*** Delete File: gone\n*** End Patch"}, text("ok")),
		}, []string{"1 write a.txt=one\ntwo\n", "2 edit a.txt=one\nthree\n (was one\ntwo\n)", "2 remove gone"}},
		{"a unified diff", []*results.Step{
			call(1, "write", args{"path": "a.txt", "content": "1\n2\n3\n"}, text("ok")),
			call(2, "patch", args{"diff": "--- a/a.txt\n+++ b/a.txt\n@@ -1,3 +1,3 @@\n 1\n-2\n+x\n 3\n"}, text("ok")),
		}, []string{"1 write a.txt=1\n2\n3\n", "2 edit a.txt=1\nx\n3\n (was 1\n2\n3\n)"}},
		{"what is no file", []*results.Step{run(1, "ls -la > /dev/null 2>&1; cat *.md; cat; echo hi; sort -k 3; head -n 20")}, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := words(NewTrail().Follow(0, NewNames(root), tt.steps))
			must.Same(t, tt.want, got, "what was got")
		})
	}
}

// TestFollowTrials: what one trial left is there in the next one.
func TestFollowTrials(t *testing.T) {
	trail, names := NewTrail(), NewNames("")
	trail.Follow(0, names, []*results.Step{call(4, "write", args{"path": "a", "content": "x"}, text("ok"))})
	copied := call(1, "write", args{"path": "a", "content": "other"}, text("ok"))
	copied.Copied = true
	got := trail.Follow(1, names, []*results.Step{copied,
		call(2, "edit", args{"path": "a", "old_string": "x", "new_string": "y"}, text("ok"))})
	if diff := cmp.Diff([]string{"2 edit a=y (was x)"}, words(got)); diff != "" || got[0].Trial != 1 {
		t.Errorf("trial %d, -want +got:\n%s", got[0].Trial, diff)
	}
}

func TestNames(t *testing.T) {
	for _, tt := range []struct{ root, cwd, path, want string }{
		{"/home/u/workspace/A/work/w_1/s1", "", "/home/u/workspace/A/work/w_1/s1/docs/a.md", "docs/a.md"},
		{"/home/u/workspace/A/work/w_1/s1", "", "/home/u/workspace/A/work/w_1/s12/a.md", "/home/u/workspace/A/work/w_1/s12/a.md"},
		{"/home/u/workspace/A/work/w_1/s1", "", "/home/u/workspace/other", "/home/u/workspace/other"},
		{"/w", "docs", "a.md", "docs/a.md"},
		{"/w", "docs", "../a.md", "a.md"},
		{"/w", "", "/w", "."},
		{"", "", "/root/workspace/docs/a.md", "docs/a.md"},
		{"", "", "/tmp/workspaces/s1/a.md", "a.md"},
		{"", "", "./a.md", "a.md"},
		{"", "", "/etc/hosts", "/etc/hosts"},
		{`C:\proj`, "", `C:\proj\src\a.py`, "src/a.py"},
		{`C:\proj\`, "", "C:/proj/src/a.py", "src/a.py"},
		{"", "", `C:\proj\src\a.py`, "C:/proj/src/a.py"},
		{"/w", "docs", `D:\a.py`, "D:/a.py"},
		{"/w", "", `notes\ 1.md`, `notes\ 1.md`},
	} {
		must.Equal(t, tt.want, NewNames(tt.root).Of(tt.cwd, tt.path), "%q in %q below %q", tt.path, tt.cwd, tt.root)
	}
	if got := NewNames("/a/w/").In("grep -r x /a/w/docs /a/ws && cd '/a/w'"); got != "grep -r x ./docs /a/ws && cd '.'" {
		t.Error(got)
	}
}

func TestMatch(t *testing.T) {
	for _, tt := range []struct {
		path, named string
		want        bool
	}{
		{"docs/a.md", "a.md", true},
		{"docs/a.md", "./docs/a.md", true},
		{"docs/a.md", "/x/y/docs/a.md", true},
		{"docs/ba.md", "a.md", false},
		{"a.md", "docs/a.md", false},
	} {
		if got := Match(tt.path, tt.named); got != tt.want {
			t.Errorf("%q is %q: %v", tt.path, tt.named, got)
		}
	}
}

// FuzzFollow: nothing that a record says stops the reading.
func FuzzFollow(f *testing.F) {
	f.Add("exec", `{"command": "cd a && python3 - <<E\nopen('x' + y, 'w')\nE"}`, "ok")
	f.Add("apply_patch", `{"input": "*** Begin Patch\n*** Update File: a\n@@\n-x\n+y\n*** End Patch"}`, "")
	f.Add("write", `{"path": "a", "content": "f'{x}/y' / Path(os.path.join('a', "}`, "ok")
	f.Fuzz(func(t *testing.T, tool, arguments, answer string) {
		step := &results.Step{StepID: 1, ToolCalls: []results.ToolCall{{Name: tool, Arguments: json.RawMessage(arguments)},
			{Name: "exec", Arguments: json.RawMessage(`{"command": "python a"}`)}},
			Observation: &results.Observation{Results: []results.Result{{Content: answer}}}}
		for _, x := range NewTrail().Follow(0, NewNames("/w"), []*results.Step{step, step}) {
			if x.Path == "" || strings.HasPrefix(x.Path, "./") {
				t.Errorf("a file without a name: %+v", x)
			}
		}
	})
}
