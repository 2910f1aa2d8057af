package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// workspace is the directory in which an agent works: root is where it lies,
// name is what records call it.
type workspace struct {
	root, name string
}

// outcome is what a tool gave back.
type outcome struct {
	text    string
	details any
	failed  bool
}

// call runs one tool. Every failure is an outcome, as an agent has to see it.
func (w workspace) call(ctx context.Context, tool string, args map[string]any) outcome {
	switch tool {
	case "read":
		return w.read(args)
	case "write":
		return w.write(args)
	case "edit":
		return w.edit(args)
	case "exec":
		return w.exec(ctx, args)
	}
	return w.refuse(tool, fmt.Errorf("no tool named %s", tool))
}

// path keeps an argument inside the workspace.
func (w workspace) path(args map[string]any) (string, error) {
	p, _ := args["path"].(string)
	if !filepath.IsLocal(p) {
		return "", fmt.Errorf("path %q is outside the workspace", p)
	}
	return filepath.Join(w.root, filepath.FromSlash(p)), nil
}

func (w workspace) refuse(tool string, err error) outcome {
	d := errorDetails{Status: "error", Tool: tool, Error: strings.ReplaceAll(err.Error(), w.root, w.name)}
	var text bytes.Buffer
	enc := json.NewEncoder(&text)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(d); err != nil {
		return outcome{text: d.Error, details: d, failed: true}
	}
	return outcome{text: strings.TrimRight(text.String(), "\n"), details: d, failed: true}
}

// read gives a file, or its first lines if the call has a limit; what is left
// out is said at the end.
func (w workspace) read(args map[string]any) outcome {
	p, err := w.path(args)
	if err != nil {
		return w.refuse("read", err)
	}
	data, err := os.ReadFile(p)
	if errors.Is(err, fs.ErrNotExist) {
		return w.refuse("read", fmt.Errorf("ENOENT: no such file or directory, access '%s'", p))
	}
	if err != nil {
		return w.refuse("read", err)
	}
	limit, ok := args["limit"].(int)
	lines := strings.SplitAfter(string(data), "\n")
	if !ok || len(lines) <= limit+1 {
		return outcome{text: string(data)}
	}
	rest := len(lines) - limit
	if lines[len(lines)-1] == "" {
		rest--
	}
	return outcome{text: fmt.Sprintf("%s\n[%d more lines in file. Use offset=%d to continue.]",
		strings.Join(lines[:limit], ""), rest, limit+1)}
}

func (w workspace) write(args map[string]any) outcome {
	p, err := w.path(args)
	if err != nil {
		return w.refuse("write", err)
	}
	content, _ := args["content"].(string)
	if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
		return w.refuse("write", err)
	}
	if err := os.WriteFile(p, []byte(content), 0o644); err != nil {
		return w.refuse("write", err)
	}
	return outcome{text: fmt.Sprintf("Successfully wrote %d bytes to %s", len(content), args["path"])}
}

// replacement is one entry of an edit call.
type replacement struct {
	OldText string `json:"oldText"`
	NewText string `json:"newText"`
}

// edit replaces blocks that have to occur in the file exactly.
func (w workspace) edit(args map[string]any) outcome {
	p, err := w.path(args)
	if err != nil {
		return w.refuse("edit", err)
	}
	data, err := os.ReadFile(p)
	if errors.Is(err, fs.ErrNotExist) {
		return w.refuse("edit", fmt.Errorf("ENOENT: no such file or directory, access '%s'", p))
	}
	if err != nil {
		return w.refuse("edit", err)
	}
	text := string(data)
	edits, _ := args["edits"].([]replacement)
	first := 0
	var diff []string
	for _, e := range edits {
		at := strings.Index(text, e.OldText)
		if at < 0 || e.OldText == "" {
			return w.refuse("edit", fmt.Errorf("old text does not occur in %s, which now holds:\n%s", args["path"], text))
		}
		line := 1 + strings.Count(text[:at], "\n")
		if first == 0 || line < first {
			first = line
		}
		diff = append(diff, diffLines(line, e)...)
		text = text[:at] + e.NewText + text[at+len(e.OldText):]
	}
	if err := os.WriteFile(p, []byte(text), 0o644); err != nil {
		return w.refuse("edit", err)
	}
	return outcome{
		text:    fmt.Sprintf("Successfully replaced %d block(s) in %s.", len(edits), args["path"]),
		details: editDetails{Diff: strings.Join(diff, "\n"), FirstChangedLine: first},
	}
}

func diffLines(line int, e replacement) []string {
	var out []string
	for i, l := range strings.Split(strings.TrimRight(e.OldText, "\n"), "\n") {
		out = append(out, fmt.Sprintf("-%d %s", line+i, l))
	}
	for i, l := range strings.Split(strings.TrimRight(e.NewText, "\n"), "\n") {
		out = append(out, fmt.Sprintf("+%d %s", line+i, l))
	}
	return out
}

// exec runs a command line in the workspace. A command that the end of the
// round cuts off is an error of the tool, not an exit code.
func (w workspace) exec(ctx context.Context, args map[string]any) outcome {
	command, _ := args["command"].(string)
	cmd := shell(ctx, command, w.root)
	start := time.Now()
	output, err := cmd.CombinedOutput()
	took := time.Since(start).Milliseconds()
	if ctx.Err() != nil {
		return w.refuse("exec", errors.New("command ended by the harness: the time for this round is over"))
	}
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return w.refuse("exec", err)
	}
	code := cmd.ProcessState.ExitCode()
	text := strings.ReplaceAll(strings.TrimRight(string(output), "\n"), w.root, w.name)
	if code != 0 {
		text += fmt.Sprintf("\n\n(Command exited with code %d)", code)
	}
	return outcome{
		text:    text,
		details: execDetails{Status: "completed", ExitCode: code, DurationMS: took, Aggregated: text, Cwd: w.name},
		failed:  code != 0,
	}
}
