package inspect

import (
	"bytes"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/head"
)

// Format is the log of Inspect.
type Format struct{}

// Name is "inspect".
func (Format) Name() string { return Name }

// Detect claims each log of a directory as a file, or the directory that an archive was
// unpacked into.
func (Format) Detect(fsys fs.FS, dir string, entries []fs.DirEntry) []ingest.Item {
	if unpacked(fsys, dir, entries) {
		return []ingest.Item{{Format: Name, Kind: ingest.KindRuns, Dir: dir, Why: "it holds " + startName}}
	}
	var list []ingest.Item
	for _, e := range entries {
		if !e.Type().IsRegular() {
			continue
		}
		name := path.Join(dir, e.Name())
		switch strings.ToLower(path.Ext(e.Name())) {
		case ".json":
			if isHead(fsys, name) {
				list = append(list, item(name,
					"its eval has a task, when it was created and the id of a pass, beside a plan or a version and a status"))
			}
		case ".eval", ".zip":
			if isArchive(fsys, name) {
				list = append(list, item(name, "the archive holds "+startName))
			} else if strings.EqualFold(path.Ext(name), ".eval") {
				list = append(list, ingest.Item{Format: Name, Dir: name, LooksLike: "a log of Inspect", Lacks: "it is no archive with " + startName})
			}
		}
	}
	return list
}

func item(name, why string) ingest.Item {
	base := path.Base(name)
	return ingest.Item{Format: Name, Kind: ingest.KindRuns, Dir: name, Label: strings.TrimSuffix(base, path.Ext(base)), Why: why}
}

// unpacked reports whether a directory holds the entries of a log.
func unpacked(fsys fs.FS, dir string, entries []fs.DirEntry) bool {
	names := map[string]bool{}
	for _, e := range entries {
		names[e.Name()] = true
	}
	return names["_journal"] && isHead(fsys, path.Join(dir, startName))
}

// Owns implements ingest.Owner: of the folders of an unpacked log those of an archive's
// entries are read.
func (Format) Owns(_ fs.FS, _ ingest.Item, e fs.DirEntry) bool {
	return !e.IsDir() || e.Name() == "_journal" || e.Name()+"/" == samplesDir
}

// isHead reports whether a file begins as what a log says of itself: with what was to be
// run (a task, when, and an id of the log, the pass or the task), and with the log's
// version and status or its plan.
func isHead(fsys fs.FS, name string) bool {
	f, err := fsys.Open(name)
	if err != nil {
		return false
	}
	defer f.Close()
	s := newScanner(io.LimitReader(f, head.Max), head.Max)
	var version, status, plan, task, created, id bool
	_ = s.object(func(name string) error { // it ends where the look ends, which is no fault
		s.cut()
		if c, err := s.peek(); err != nil {
			return errSeen
		} else if name == "plan" {
			plan = c == '{'
		} else if name == "eval" && c == '{' {
			return s.object(func(name string) error {
				task, created = task || name == "task", created || name == "created"
				id = id || name == "run_id" || name == "eval_id" || name == "task_id"
				s.cut()
				return s.skip()
			})
		}
		if err := s.skip(); err != nil {
			return err
		}
		piece, _ := s.cut()
		from, to := valueIn(piece, alone)
		switch v := jsontext.Value(piece[from:to]); name {
		case "version":
			_, version = number(v)
		case "status":
			status = slices.Contains([]string{"started", "success", "cancelled", "error"}, plain(v))
		}
		return nil
	})
	return task && created && id && (plan || version && status)
}

// isArchive reports whether a zip holds the start of a log's journal: as its first entry,
// or in the end of its directory.
func isArchive(fsys fs.FS, name string) bool {
	f, err := fsys.Open(name)
	if err != nil {
		return false
	}
	defer f.Close()
	start := make([]byte, len("PK\x03\x04")+26+len(startName))
	if n, err := io.ReadFull(f, start); err != nil || !bytes.HasPrefix(start[:n], []byte("PK\x03\x04")) {
		return false
	}
	if bytes.HasSuffix(start, []byte(startName)) {
		return true
	}
	at, ok := f.(io.ReaderAt)
	info, err := f.Stat()
	if !ok || err != nil {
		return false
	}
	size := min(info.Size(), head.Tail)
	tail := make([]byte, size)
	n, _ := at.ReadAt(tail, info.Size()-size) // what is there is looked at
	return lists(tail[:n], startName) && lists(tail[:n], samplesDir)
}

// lists reports whether the end of an archive's directory has an entry whose name begins
// so. One below a folder is none: such an archive is a tree with an unpacked log.
func lists(directory []byte, name string) bool {
	const fixed = 46 // bytes of an entry before its name
	for at := 0; ; at++ {
		next := bytes.Index(directory[at:], []byte(name))
		if next < 0 {
			return false
		}
		at += next
		if at >= fixed && bytes.HasPrefix(directory[at-fixed:], []byte("PK\x01\x02")) {
			return true
		}
	}
}
