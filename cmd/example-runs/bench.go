package main

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
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
	Desc   string  `json:"desc"`
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

// manifest says where workspaces lie and what each update brings.
type manifest struct {
	Agents map[string]struct {
		Session   string `json:"session"`
		Workspace string `json:"workspace"`
	} `json:"agents"`
	Updates map[string]map[string]update `json:"updates"`
}

// update is either a group of others or files to copy into the workspace.
type update struct {
	Type     string       `json:"type"`
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
	if err := b.read("tests.json", &index); err != nil {
		return nil, err
	}
	if err := b.read("openclaw/manifest.json", &b.manifest); err != nil {
		return nil, err
	}
	for _, test := range index.Tests {
		var sc scenario
		if err := b.read(path.Join("eval", test.Eval, "questions.json"), &sc); err != nil {
			return nil, err
		}
		b.scenarios = append(b.scenarios, sc)
	}
	return b, nil
}

func (b *benchmark) read(name string, into any) error {
	data, err := os.ReadFile(filepath.Join(b.dir, filepath.FromSlash(name)))
	if err != nil {
		return fmt.Errorf("read benchmark: %w", err)
	}
	if err := json.Unmarshal(data, into); err != nil {
		return fmt.Errorf("read %s: %w", name, err)
	}
	return nil
}

// layOut copies the initial workspace of a scenario to root.
func (b *benchmark) layOut(id, root string) error {
	agent, ok := b.manifest.Agents[id]
	if !ok {
		return fmt.Errorf("lay out workspace: manifest has no agent %q", id)
	}
	src := filepath.Join(b.dir, "openclaw", filepath.FromSlash(agent.Workspace))
	return filepath.WalkDir(src, func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		rel, err := filepath.Rel(src, p)
		if err != nil {
			return err
		}
		return copyFile(p, filepath.Join(root, rel), os.O_TRUNC)
	})
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
		how := os.O_TRUNC
		if f.Action == "append" {
			how = os.O_APPEND
		}
		src := filepath.Join(b.dir, "openclaw", filepath.FromSlash(up.Dir), filepath.FromSlash(f.Name))
		if err := copyFile(src, filepath.Join(root, filepath.FromSlash(f.Name)), how); err != nil {
			return fmt.Errorf("apply update %s: %w", updateID, err)
		}
	}
	return nil
}

func copyFile(src, dst string, how int) error {
	data, err := os.ReadFile(src)
	if err != nil {
		return fmt.Errorf("copy file: %w", err)
	}
	if err := os.MkdirAll(filepath.Dir(dst), 0o755); err != nil {
		return fmt.Errorf("copy file: %w", err)
	}
	out, err := os.OpenFile(dst, os.O_CREATE|os.O_WRONLY|how, 0o644)
	if err != nil {
		return fmt.Errorf("copy file: %w", err)
	}
	if _, err := out.Write(data); err != nil {
		out.Close()
		return fmt.Errorf("copy file: %w", err)
	}
	return out.Close()
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
