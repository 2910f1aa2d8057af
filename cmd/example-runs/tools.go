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

// outcome is what a tool gave back. Details is nil or one of the types below.
type outcome struct {
	text    string
	details any
}

type execDetails struct {
	Status     string `json:"status"`
	ExitCode   int    `json:"exitCode"`
	DurationMS int64  `json:"durationMs"`
	Aggregated string `json:"aggregated"`
	Cwd        string `json:"cwd"`
}

type errorDetails struct {
	Status string `json:"status"`
	Tool   string `json:"tool"`
	Error  string `json:"error"`
}

type editDetails struct {
	Diff             string `json:"diff"`
	FirstChangedLine int    `json:"firstChangedLine"`
}

// arguments are those of all tools.
type arguments struct {
	Path    string        `json:"path"`
	Limit   int           `json:"limit"` // lines to read; 0: all
	Content string        `json:"content"`
	Edits   []replacement `json:"edits"`
	Command string        `json:"command"`
}

type replacement struct {
	OldText string `json:"oldText"`
	NewText string `json:"newText"`
}

// call runs one tool. Every failure is an outcome, as an agent has to see it.
func (w workspace) call(ctx context.Context, tool string, raw json.RawMessage) outcome {
	var o outcome
	var args arguments
	err := json.Unmarshal(raw, &args)
	if err == nil && !filepath.IsLocal(args.Path) && tool != "exec" {
		err = fmt.Errorf("path %q is outside the workspace", args.Path)
	}
	if err == nil {
		path := filepath.Join(w.root, filepath.FromSlash(args.Path))
		switch tool {
		case "read":
			o, err = read(path, args.Limit)
		case "write":
			o, err = outcome{text: fmt.Sprintf("Successfully wrote %d bytes to %s", len(args.Content), args.Path)}, writeFile(path, []byte(args.Content))
		case "edit":
			o, err = edit(path, args)
		case "exec":
			o, err = w.exec(ctx, args.Command)
		default:
			err = fmt.Errorf("no tool named %s", tool)
		}
	}
	if err == nil {
		return o
	}
	message := err.Error()
	if missing := new(fs.PathError); errors.As(err, &missing) && errors.Is(err, fs.ErrNotExist) {
		message = fmt.Sprintf("ENOENT: no such file or directory, access '%s'", missing.Path)
	}
	d := errorDetails{Status: "error", Tool: tool, Error: strings.ReplaceAll(message, w.root, w.name)}
	return outcome{text: string(encode(d)), details: d}
}

// read gives a file, or its first lines if there is a limit; what is left out
// is said at the end.
func read(path string, limit int) (outcome, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return outcome{}, err
	}
	lines := strings.SplitAfter(strings.TrimSuffix(string(data), "\n"), "\n")
	if limit == 0 || len(lines) <= limit {
		return outcome{text: string(data)}, nil
	}
	return outcome{text: fmt.Sprintf("%s\n[%d more lines in file. Use offset=%d to continue.]",
		strings.Join(lines[:limit], ""), len(lines)-limit, limit+1)}, nil
}

// edit replaces blocks that have to occur in the file exactly.
func edit(path string, args arguments) (outcome, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return outcome{}, err
	}
	text, first := string(data), 0
	var diff []string
	for _, e := range args.Edits {
		before, after, ok := strings.Cut(text, e.OldText)
		if !ok || e.OldText == "" {
			return outcome{}, fmt.Errorf("old text does not occur in %s, which now holds:\n%s", args.Path, text)
		}
		line := 1 + strings.Count(before, "\n")
		if first == 0 || line < first {
			first = line
		}
		diff = append(append(diff, marked("-", line, e.OldText)...), marked("+", line, e.NewText)...)
		text = before + e.NewText + after
	}
	return outcome{
		text:    fmt.Sprintf("Successfully replaced %d block(s) in %s.", len(args.Edits), args.Path),
		details: editDetails{Diff: strings.Join(diff, "\n"), FirstChangedLine: first},
	}, writeFile(path, []byte(text))
}

// marked numbers the lines of a block from line.
func marked(sign string, line int, block string) []string {
	lines := strings.Split(strings.TrimRight(block, "\n"), "\n")
	for i, l := range lines {
		lines[i] = fmt.Sprintf("%s%d %s", sign, line+i, l)
	}
	return lines
}

// exec runs a command line in the workspace. A command that the end of the
// round cuts off is an error of the tool, not an exit code.
func (w workspace) exec(ctx context.Context, command string) (outcome, error) {
	var output bytes.Buffer
	code, err := w.shell(ctx, command, &output, &output)
	if ctx.Err() != nil {
		return outcome{}, errors.New("command ended by the harness: the time for this round is over")
	}
	if err != nil {
		return outcome{}, err
	}
	text := strings.ReplaceAll(strings.TrimRight(output.String(), "\n"), w.root, w.name)
	if code != 0 {
		text += fmt.Sprintf("\n\n(Command exited with code %d)", code)
	}
	return outcome{text: text, details: execDetails{Status: "completed", ExitCode: code, Aggregated: text, Cwd: w.name}}, nil
}

// shell runs a command line in a small and constant environment and returns its
// exit code.
func (w workspace) shell(ctx context.Context, command string, stdout, stderr *bytes.Buffer) (int, error) {
	cmd := exec.CommandContext(ctx, "sh", "-c", command)
	cmd.Dir, cmd.Stdout, cmd.Stderr = w.root, stdout, stderr
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "LC_ALL=C", "HOME=" + w.root, "TMPDIR=" + os.TempDir()}
	// A child of a command that was cut off may hold the pipe a little longer.
	cmd.WaitDelay = 5 * time.Second
	err := cmd.Run()
	if exit := new(exec.ExitError); err != nil && !errors.As(err, &exit) {
		return 0, fmt.Errorf("run command: %w", err)
	}
	return cmd.ProcessState.ExitCode(), nil
}
