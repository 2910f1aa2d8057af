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
		name, tool, args, want string
		failed                 bool
	}{
		{"whole file", "read", `{"path":"notes.md"}`, "one\ntwo\nthree\nfour\n", false},
		{"first lines", "read", `{"path":"notes.md","limit":2}`, "one\ntwo\n\n[2 more lines in file. Use offset=3 to continue.]", false},
		{"limit beyond the end", "read", `{"path":"notes.md","limit":4}`, "one\ntwo\nthree\nfour\n", false},
		{"no such file", "read", `{"path":"gone.md"}`, "access '/workspace/x/gone.md'", true},
		{"outside", "read", `{"path":"../notes.md"}`, "outside the workspace", true},
		{"absolute", "write", `{"path":"/notes.md","content":"x"}`, "outside the workspace", true},
		{"write", "write", `{"path":"out/a.txt","content":"äö"}`, "Successfully wrote 4 bytes to out/a.txt", false},
		{"edit", "edit", `{"path":"notes.md","edits":[{"oldText":"two","newText":"2"}]}`, "Successfully replaced 1 block(s) in notes.md.", false},
		{"edit of another text", "edit", `{"path":"notes.md","edits":[{"oldText":"five","newText":"5"}]}`, "old text does not occur in notes.md", true},
		{"command", "exec", `{"command":"grep -c o notes.md"}`, "3", false},
		{"exit code", "exec", `{"command":"grep x notes.md"}`, "\n\n(Command exited with code 1)", false},
		{"real place is not named", "exec", `{"command":"pwd -P; echo \"$HOME\""}`, "/workspace/x\n/workspace/x", false},
		{"no such tool", "fly", `{}`, "outside the workspace", true},
		{"no such tool on a file", "fly", `{"path":"notes.md"}`, "no tool named fly", true},
	}
	for _, tt := range tests {
		got := testWorkspace(t).call(t.Context(), tt.tool, []byte(tt.args))
		_, failed := got.details.(errorDetails)
		if failed != tt.failed || tt.failed && !strings.Contains(got.text, tt.want) || !tt.failed && got.text != tt.want {
			t.Errorf("%s: got %q failed=%v, want %q failed=%v", tt.name, got.text, failed, tt.want, tt.failed)
		}
	}
}

func TestExecEndsWithTheRound(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	start := time.Now()
	got := testWorkspace(t).call(ctx, "exec", []byte(`{"command":"until [ -s never ]; do sleep 0.1; done"}`))
	if d, ok := got.details.(errorDetails); !ok || d.Status != "error" {
		t.Errorf("got %+v, want an error of the tool", got)
	}
	if took := time.Since(start); took > 5*time.Second {
		t.Errorf("the command was cut off only after %v", took)
	}
}
