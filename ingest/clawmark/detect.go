package clawmark

import (
	"bytes"
	"io/fs"
	"path"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/head"
)

type Format struct{}

func (Format) Name() string { return "clawmark" }

const tries = 3

// Detect implements ingest.Format. It claims a directory of task directories (a run), a single task
// directory, or a tree of task programs (a dataset). Model directories below a results root are
// claimed when the walk reaches them, unless tasks are next to them.
func (f Format) Detect(fsys fs.FS, dir string, entries []fs.DirEntry) []ingest.Item {
	return append(f.detectTree(fsys, dir, entries), f.detectRuns(fsys, dir, entries)...)
}

func (f Format) detectRuns(fsys fs.FS, dir string, entries []fs.DirEntry) []ingest.Item {
	if ingest.HasFile(entries, resultFile) {
		if isResult(fsys, path.Join(dir, resultFile)) {
			return []ingest.Item{f.item(dir)}
		}
		return nil
	}
	found, misses, others := false, 0, []string{}
	for _, e := range entries {
		if !e.IsDir() {
			continue
		}
		child := path.Join(dir, e.Name())
		name := path.Join(child, resultFile)
		if _, err := fs.Stat(fsys, name); err != nil {
			others = append(others, child)
			continue
		}
		if found {
			continue
		}
		if found = isResult(fsys, name); !found {
			if misses++; misses == tries {
				return nil
			}
		}
	}
	if !found {
		return nil
	}
	items := []ingest.Item{f.item(dir)}
	for _, child := range others {
		if below, err := fs.ReadDir(fsys, child); err == nil {
			items = append(items, f.detectRuns(fsys, child, below)...)
		}
	}
	return items
}

func (f Format) item(dir string) ingest.Item {
	label := path.Base(dir)
	if dir == "." {
		label = ""
	}
	return ingest.Item{Format: f.Name(), Kind: ingest.KindRuns, Dir: dir, Label: label}
}

// isResult recognises ClawMark's result.json. It recognises damaged and long files by their keys,
// so that they are reported.
func isResult(fsys fs.FS, name string) bool {
	h, err := head.Read(fsys, name)
	if err != nil {
		return false
	}
	var s shape
	if h.Whole && ingest.DecodeJSON(name, h.Data, 1, &s) == nil {
		return s.fits()
	}
	return bytes.Contains(h.Data, []byte(`"task_id"`)) &&
		bytes.Contains(h.Data, []byte(`"stages"`)) &&
		bytes.Contains(h.Data, []byte(`"verification_score"`))
}

// Owns implements ingest.Owner.
func (Format) Owns(fsys fs.FS, it ingest.Item, e fs.DirEntry) bool {
	if !e.IsDir() || it.Kind != ingest.KindRuns || isFile(fsys, path.Join(it.Dir, resultFile)) {
		return true
	}
	below, err := fs.ReadDir(fsys, path.Join(it.Dir, e.Name()))
	return err != nil || ingest.HasFile(below, resultFile) || ingest.HasFile(below, messagesFile)
}
