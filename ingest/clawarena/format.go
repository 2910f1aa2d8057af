// Package clawarena reads ClawArena's dataset (tests.json, questions.json, manifest) and run
// directories (infer, scoring, report). It also reads benchmarks with the same layout, such as
// MetaClaw-Bench.
package clawarena

import (
	"cmp"
	"context"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/head"
)

type Format struct{}

func (Format) Name() string { return "clawarena" }

const (
	inferFile   = "infer_result.json"
	scoringFile = "scoring.json"
)

// Detect implements ingest.Format. It claims a dataset (tests.json and questions) or a run (infer
// or scoring trees).
func (Format) Detect(fsys fs.FS, dir string, entries []fs.DirEntry) []ingest.Item {
	names := map[string]bool{}
	for _, e := range entries {
		names[e.Name()] = true
	}
	for _, index := range indexFiles() {
		if names[index] && isDataset(fsys, dir, index) {
			return []ingest.Item{{Kind: ingest.KindDataset, Dir: dir}}
		}
	}
	for _, e := range entries {
		if e.IsDir() && isTreeName(e.Name()) && holdsRounds(fsys, path.Join(dir, e.Name())) {
			return []ingest.Item{{Kind: ingest.KindRuns, Dir: dir, Label: label(dir)}}
		}
	}
	if holdsRounds(fsys, dir) {
		return []ingest.Item{{Kind: ingest.KindRuns, Dir: dir, Label: label(dir)}}
	}
	return nil
}

func (f Format) Read(ctx context.Context, in *ingest.Input, w ingest.Writer) error {
	if in.Item.Kind == ingest.KindDataset {
		return readDataset(ctx, in, w)
	}
	return readRun(ctx, in, w)
}

// isTreeName reports whether a directory of this name can contain rounds. `clawarena infer` creates
// a nested infer_<uuid> if its output directory is not empty.
func isTreeName(name string) bool {
	return name == "infer" || name == "scoring" || strings.HasPrefix(name, "infer_")
}

// label returns the name of the run's directory, or of its parent for
// <out>/<framework>/{infer,scoring,report}.
func label(dir string) string {
	base := path.Base(dir)
	parent := path.Base(path.Dir(dir))
	if slices.Contains(frameworks(), base) && strings.Contains(parent, "_") {
		return parent
	}
	return base
}

// frameworks returns the harnesses that ClawArena supports itself.
func frameworks() []string {
	return []string{"openclaw", "claude-code", "picoclaw", "nanobot", "codex", "opencode", "zeroclaw", "ironclaw", "copaw"}
}

// isDataset checks the beginning of a test list, because other files have that name too.
func isDataset(fsys fs.FS, dir, index string) bool {
	name := path.Join(dir, index)
	h, err := head.Read(fsys, name)
	if err != nil {
		return false
	}
	var t testsFile
	if !h.Whole {
		v := h.Value() // Value can parse the prefix of the file, which contains the first test.
		return cmp.Or(v.Get("tests").First().String("id"), v.Get("test").First().String("id")) != ""
	}
	if err := ingest.DecodeJSON(name, h.Data, 1, &t); err != nil {
		// A damaged dataset is claimed too, so that Read reports the damage.
		_, statErr := fs.Stat(fsys, path.Join(dir, "eval"))
		return statErr == nil
	}
	list := t.list()
	return len(list) > 0 && list[0].ID != ""
}

// holdsRounds checks a few entries of dir to see whether it is a tree
// <test>/<round>/{infer_result,scoring}.json.
func holdsRounds(fsys fs.FS, dir string) bool {
	tests, err := fs.ReadDir(fsys, dir)
	if err != nil {
		return false
	}
	looked := 0
	for _, t := range tests {
		if !t.IsDir() {
			continue
		}
		if isTreeName(t.Name()) && holdsRounds(fsys, path.Join(dir, t.Name())) {
			return true
		}
		if looked++; looked > 8 {
			return false
		}
		rounds, err := fs.ReadDir(fsys, path.Join(dir, t.Name()))
		if err != nil {
			continue
		}
		for i, r := range rounds {
			if i == 3 {
				break
			}
			if round := path.Join(dir, t.Name(), r.Name()); isRound(fsys, round) || holdsRound(fsys, round) {
				return true
			}
		}
	}
	return false
}

func isRound(fsys fs.FS, dir string) bool {
	return slices.ContainsFunc([]string{inferFile, scoringFile}, func(f string) bool {
		info, err := fs.Stat(fsys, path.Join(dir, f))
		return err == nil && info.Mode().IsRegular()
	})
}

// holdsRound checks a few entries of dir to see whether it is a group of rounds (original
// MetaClaw-Bench).
func holdsRound(fsys fs.FS, dir string) bool {
	rounds, err := fs.ReadDir(fsys, dir)
	if err != nil {
		return false
	}
	return slices.ContainsFunc(rounds[:min(3, len(rounds))], func(r fs.DirEntry) bool {
		return r.IsDir() && isRound(fsys, path.Join(dir, r.Name()))
	})
}

// Owns implements ingest.Owner. A run owns its trees and report, a dataset owns all entries.
func (Format) Owns(fsys fs.FS, it ingest.Item, e fs.DirEntry) bool {
	if !e.IsDir() || it.Kind != ingest.KindRuns || isTreeName(e.Name()) || e.Name() == "report" {
		return true
	}
	test := path.Join(it.Dir, e.Name())
	rounds, err := fs.ReadDir(fsys, test)
	return err != nil || slices.ContainsFunc(rounds, func(r fs.DirEntry) bool {
		round := path.Join(test, r.Name())
		return r.IsDir() && (isRound(fsys, round) || holdsRound(fsys, round))
	})
}
