package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// benchDir is where the benchmark lies below the example's directory. Records
// name paths below it, never a path of the machine.
const benchDir = "data/clawatlas-example"

// benchmark is tests.json and all that it points at.
type benchmark struct {
	dir       string
	scenarios []scenario
	manifest  manifest
}

// scenario is one questions.json.
type scenario struct {
	ID     string  `json:"id"`
	Rounds []round `json:"rounds"`
}

// round is one question with the way in which it is judged.
type round struct {
	ID        string   `json:"id"`
	Type      string   `json:"type"`
	UpdateIDs []string `json:"update_ids"`
	Question  string   `json:"question"`
	Feedback  struct {
		Correct   string            `json:"correct"`
		Incorrect string            `json:"incorrect"`
		Options   map[string]string `json:"options"`
	} `json:"feedback"`
	Eval struct {
		Options    map[string]string `json:"options"`
		Answer     []string          `json:"answer"`
		Command    string            `json:"command"`
		ExpectExit int               `json:"expect_exit"`
		Timeout    int               `json:"timeout"`
	} `json:"eval"`
	Pref *struct {
		Command  string `json:"command"`
		Feedback struct {
			Correct   string `json:"correct"`
			Incorrect string `json:"incorrect"`
		} `json:"feedback"`
	} `json:"pref"`
}

func (r round) multiChoice() bool { return r.Type == "multi_choice" }

// letters returns the option letters in order.
func (r round) letters() []string { return slices.Sorted(maps.Keys(r.Eval.Options)) }

// manifest says where workspaces lie and what each update brings.
type manifest struct {
	Agents map[string]struct {
		Workspace string `json:"workspace"`
	} `json:"agents"`
	Updates map[string]map[string]update `json:"updates"`
}

// update is either a group of others or files to copy into the workspace.
type update struct {
	Dir      string       `json:"dir"`
	Files    []updateFile `json:"files"`
	Children []string     `json:"children"`
}

// updateFile is written in a manifest as a bare name, which means a new file,
// or as an object with an action.
type updateFile struct {
	Name   string `json:"name"`
	Action string `json:"action"`
}

// UnmarshalJSON reads both ways of writing an update file.
func (f *updateFile) UnmarshalJSON(data []byte) error {
	f.Action = "new"
	if len(data) > 0 && data[0] == '"' {
		return json.Unmarshal(data, &f.Name)
	}
	type plain updateFile
	return json.Unmarshal(data, (*plain)(f))
}

// loadBenchmark reads the benchmark below dir, the example's directory.
func loadBenchmark(dir string) (*benchmark, error) {
	b := &benchmark{dir: filepath.Join(dir, filepath.FromSlash(benchDir))}
	var index struct {
		Tests []struct {
			ID   string `json:"id"`
			Eval string `json:"eval"`
		} `json:"tests"`
	}
	if err := readJSON(filepath.Join(b.dir, "tests.json"), &index); err != nil {
		return nil, err
	}
	if err := readJSON(filepath.Join(b.dir, "openclaw", "manifest.json"), &b.manifest); err != nil {
		return nil, err
	}
	for _, test := range index.Tests {
		var sc scenario
		if err := readJSON(filepath.Join(b.dir, "eval", test.Eval, "questions.json"), &sc); err != nil {
			return nil, err
		}
		b.scenarios = append(b.scenarios, sc)
	}
	return b, nil
}

// layOut copies the initial workspace of a scenario to root.
func (b *benchmark) layOut(id, root string) error {
	agent, ok := b.manifest.Agents[id]
	if !ok {
		return fmt.Errorf("lay out workspace: manifest has no agent %q", id)
	}
	return os.CopyFS(root, os.DirFS(filepath.Join(b.dir, "openclaw", filepath.FromSlash(agent.Workspace))))
}

// apply brings an update into the workspace at root, groups in order.
func (b *benchmark) apply(id, updateID, root string) error {
	up, ok := b.manifest.Updates[id][updateID]
	if !ok {
		return fmt.Errorf("apply update: manifest has no %s of %s", updateID, id)
	}
	for _, child := range up.Children {
		if err := b.apply(id, child, root); err != nil {
			return err
		}
	}
	for _, f := range up.Files {
		src := filepath.Join(b.dir, "openclaw", filepath.FromSlash(up.Dir), filepath.FromSlash(f.Name))
		if err := copyFile(src, filepath.Join(root, filepath.FromSlash(f.Name)), f.Action == "append"); err != nil {
			return fmt.Errorf("apply update %s: %w", updateID, err)
		}
	}
	return nil
}

func copyFile(src, dst string, app bool) error {
	data, err := os.ReadFile(src)
	if err != nil {
		return fmt.Errorf("copy file: %w", err)
	}
	if app {
		old, err := os.ReadFile(dst)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("copy file: %w", err)
		}
		data = append(old, data...)
	}
	return writeFile(dst, data)
}

func writeFile(path string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return fmt.Errorf("write file: %w", err)
	}
	if err := os.WriteFile(path, data, 0o644); err != nil {
		return fmt.Errorf("write file: %w", err)
	}
	return nil
}

// expand fills the placeholders of a check's command.
func (b *benchmark) expand(command, id, workspace string) string {
	return strings.NewReplacer(
		"${workspace}", workspace,
		"${eval_dir}", filepath.Join(b.dir, "eval"),
		"${agent_id}", id,
		"${test_id}", id,
	).Replace(command)
}
