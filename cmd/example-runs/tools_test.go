package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func testWorkspace(t *testing.T) workspace {
	t.Helper()
	root := t.TempDir()
	if err := os.WriteFile(filepath.Join(root, "notes.md"), []byte("one\ntwo\nthree\nfour\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	return workspace{root: root, name: "/workspace/x"}
}

func TestTools(t *testing.T) {
	tests := []struct {
		name   string
		call   call
		want   string
		failed bool
	}{
		{"whole file", read("notes.md"), "one\ntwo\nthree\nfour\n", false},
		{"first lines", readTop("notes.md", 2), "one\ntwo\n\n[2 more lines in file. Use offset=3 to continue.]", false},
		{"limit beyond the end", readTop("notes.md", 4), "one\ntwo\nthree\nfour\n", false},
		{"no such file", read("gone.md"), "access '/workspace/x/gone.md'", true},
		{"outside", read("../notes.md"), "outside the workspace", true},
		{"absolute", write("/notes.md", "x"), "outside the workspace", true},
		{"write", write("out/a.txt", "äö"), "Successfully wrote 4 bytes to out/a.txt", false},
		{"edit", edit("notes.md", replacement{"two", "2"}), "Successfully replaced 1 block(s) in notes.md.", false},
		{"edit of another text", edit("notes.md", replacement{"five", "5"}), "old text does not occur in notes.md", true},
		{"command", shellCall("grep -c o notes.md"), "3", false},
		{"exit code", shellCall("grep x notes.md"), "\n\n(Command exited with code 1)", true},
		{"real place is not named", shellCall("pwd -P; echo \"$HOME\""), "/workspace/x\n/workspace/x", false},
		{"no such tool", call{"fly", nil}, "no tool named fly", true},
	}
	for _, tt := range tests {
		w := testWorkspace(t)
		got := w.call(context.Background(), tt.call.tool, tt.call.args)
		if !strings.Contains(got.text, tt.want) || got.failed != tt.failed {
			t.Errorf("%s: got %q failed=%v, want %q failed=%v", tt.name, got.text, got.failed, tt.want, tt.failed)
		}
		if !tt.failed && tt.call.tool != "write" && tt.name != "edit" && got.text != tt.want {
			t.Errorf("%s: got %q, want exactly %q", tt.name, got.text, tt.want)
		}
	}
}

func TestEditChangesTheFile(t *testing.T) {
	w := testWorkspace(t)
	got := w.call(context.Background(), "edit", edit("notes.md", replacement{"three", "3"}, replacement{"two", "2"}).args)
	if got.failed {
		t.Fatal(got.text)
	}
	data, err := os.ReadFile(filepath.Join(w.root, "notes.md"))
	if err != nil {
		t.Fatal(err)
	}
	if want := "one\n2\n3\nfour\n"; string(data) != want {
		t.Errorf("file is %q, want %q", data, want)
	}
	if want := (editDetails{Diff: "-3 three\n+3 3\n-2 two\n+2 2", FirstChangedLine: 2}); got.details != want {
		t.Errorf("details are %+v, want %+v", got.details, want)
	}
}

func TestExecEndsWithTheRound(t *testing.T) {
	w := testWorkspace(t)
	ctx, cancel := context.WithTimeout(context.Background(), 200*time.Millisecond)
	defer cancel()
	start := time.Now()
	got := w.call(ctx, "exec", shellCall("until [ -s never ]; do sleep 0.1; done").args)
	if d, ok := got.details.(errorDetails); !ok || d.Status != "error" || !got.failed {
		t.Errorf("got %+v, want an error of the tool", got)
	}
	if took := time.Since(start); took > 5*time.Second {
		t.Errorf("the command was cut off only after %v", took)
	}
}
