package align

import (
	"encoding/json"
	"testing"

	"github.com/clawatlas/clawatlas/results/files"
)

// sameKey holds pairs of calls that must or must not count as one.
func TestKeyOf(t *testing.T) {
	for _, test := range []struct {
		name         string
		toolA, argsA string
		toolB, argsB string
		same         bool
	}{
		{"order of keys", "x", `{"a":1,"b":2}`, "x", `{"b":2,"a":1}`, true},
		{"white space in a command", "exec", `{"command":"ls   -la\n"}`, "exec", `{"command":"ls -la"}`, true},
		{"another command", "exec", `{"command":"ls -la"}`, "exec", `{"command":"ls -l"}`, false},
		{"alias of the tool and its argument", "Bash", `{"command":"ls","description":"look"}`, "exec_command", `{"cmd":"ls"}`, true},
		{"a shell that only runs a string", "shell", `{"command":["bash","-lc","ls -la"]}`, "exec", `{"command":"ls -la"}`, true},
		{"alias of read", "Read", `{"file_path":"/home/u/workspace/notes.md"}`, "read", `{"path":"./notes.md"}`, true},
		{"workspaces by name", "read", `{"path":"/srv/workspaces/hil_c7/a/b.md"}`, "read", `{"path":"a/b.md"}`, true},
		{"workspace at the root", "read", `{"path":"/workspace/b.md"}`, "read", `{"path":"b.md"}`, true},
		{"same name in another folder", "read", `{"path":"a/b.md"}`, "read", `{"path":"c/b.md"}`, false},
		{"workspace inside a command", "exec", `{"command":"cat /tmp/r1/workspace/a.md"}`, "exec",
			`{"command":"cat /tmp/r2/workspace/a.md"}`, true},
		{"time limits do not count", "exec", `{"command":"ls","timeout":5}`, "exec", `{"command":"ls","timeout":60}`, true},
		{"offset counts", "read", `{"path":"a","offset":5}`, "read", `{"path":"a"}`, false},
		{"numbers keep their digits", "x", `{"id":9007199254740993}`, "x", `{"id":9007199254740992}`, false},
		{"no arguments", "x", ``, "x", `{}`, true},
		{"null arguments", "x", `null`, "x", `{}`, true},
		{"object as text", "x", `"{\"a\":1}"`, "x", `{"a":1}`, true},
		{"broken JSON is text", "x", `{"a":`, "x", `{"a": `, true},
		{"broken JSON differs", "x", `{"a":`, "x", `{"b":`, false},
		{"another tool", "read", `{"path":"a"}`, "write", `{"path":"a"}`, false},
		{"inner keys", "edit", `{"path":"a","edits":[{"newText":"x","oldText":"y"}]}`, "edit",
			`{"path":"a","edits":[{"oldText":"y","newText":"x"}]}`, true},
		{"two names for one argument", "x", `{"file":"a","path":"b"}`, "x", `{"file":"c","path":"b"}`, false},
		{"names differ in case only for the tool", "WRITE", `{"path":"a","content":"X"}`, "write", `{"path":"a","content":"x"}`, false},
	} {
		a := KeyOf(test.toolA, json.RawMessage(test.argsA), files.Names{})
		b := KeyOf(test.toolB, json.RawMessage(test.argsB), files.Names{})
		if got := a.Tool == b.Tool && a.Arguments == b.Arguments; got != test.same {
			t.Errorf("%s: same is %v, want %v\n%+v\n%+v", test.name, got, test.same, a, b)
		}
	}
}

func TestKeyOfShows(t *testing.T) {
	for _, test := range []struct{ tool, args, target, shown string }{
		{"exec", `{"command":"python3 a.py"}`, "python3", "python3 a.py"},
		{"read", `{"path":"./notes.md","limit":3}`, "notes.md", "notes.md"},
		{"search", `{"query":"x"}`, "", `{"query":"x"}`},
		{"done", ``, "", ""},
		{"file_editor", `{"command":"view","path":"a.md"}`, "a.md", "a.md"},
	} {
		k := KeyOf(test.tool, json.RawMessage(test.args), files.Names{})
		if k.Target != test.target || k.Shown != test.shown {
			t.Errorf("%s %s: target %q shown %q, want %q and %q", test.tool, test.args, k.Target, k.Shown, test.target, test.shown)
		}
	}
}

func FuzzKeyOf(f *testing.F) {
	f.Add("exec", `{"command":"ls"}`)
	f.Add("x", `[1,{"a":null}]`)
	f.Add("edit", `"\"nested\""`)
	f.Fuzz(func(t *testing.T, tool, args string) {
		a, b := KeyOf(tool, json.RawMessage(args), files.Names{}), KeyOf(tool, json.RawMessage(args), files.Names{})
		if a != b {
			t.Errorf("%q %q gives two keys: %+v and %+v", tool, args, a, b)
		}
	})
}
