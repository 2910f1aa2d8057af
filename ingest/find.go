package ingest

import (
	"cmp"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/ingest/source"
	"github.com/clawatlas/clawatlas/results"
)

type findings struct {
	items []Item
	near  []Item // items that resemble records of a format but are not, see Item.Lacks
	loose []string
}

// Find lists the items that the loader's formats would read from a source, without reading them.
func (l *Loader) Find(src Source) ([]Item, error) {
	found, err := l.walk(src)
	return found.items, err
}

func (l *Loader) walk(src Source) (findings, error) {
	w := &walk{src: src, heads: newHeads(src.FS), formats: l.Formats, tell: l.tell}
	err := w.dir(".")
	return w.found, err
}

type walk struct {
	src     Source
	heads   *heads // wrapper of src; the walk reads files only through it
	formats []Format
	found   findings
	tell    func(Event)
	files   int
	owner   string // directory in which the current claim covers all entries except those that its format does not read
}

func (w *walk) dir(dir string) error {
	defer w.heads.leave(dir)
	entries, err := fs.ReadDir(w.heads, dir)
	if err != nil {
		return fmt.Errorf("list %s in %s: %w", dir, w.src.Name, err)
	}
	w.files += len(entries)
	w.tell(Event{Source: w.src.Name, Files: w.files})
	claimed := map[string]bool{}
	owner := w.owner
	defer func() { w.owner = owner }()
	var left map[string]bool // entries of a claimed directory that its format does not read; nil before such a claim
	for _, f := range w.formats {
		for _, it := range f.Detect(w.heads, dir, entries) {
			it.Format, it.Source = f.Name(), w.src.Name
			switch {
			case left != nil && !it.isOf(dir, left):
			case it.Lacks != "":
				w.found.near = append(w.found.near, it)
			default:
				w.claim(it, claimed)
			}
		}
		if claimed[dir] && left == nil {
			if entries = w.notOf(f, dir, entries, claimed); len(entries) == 0 {
				return nil
			}
			left = map[string]bool{}
			for _, e := range entries {
				left[e.Name()] = true
			}
		}
		entries = slices.DeleteFunc(slices.Clone(entries), func(e fs.DirEntry) bool {
			return e.Type().IsRegular() && claimed[path.Join(dir, e.Name())]
		})
	}
	for _, e := range entries {
		sub := path.Join(dir, e.Name())
		switch {
		case claimed[sub]:
		case e.Type().IsRegular() && source.IsArchive(w.heads, sub) && w.below(sub):
		case !e.IsDir():
			if w.owner == "" {
				w.found.loose = append(w.found.loose, sub)
			}
		default:
			if err := w.dir(sub); err != nil {
				return err
			}
		}
	}
	return nil
}

// notOf returns the entries of a claimed directory that are neither claimed nor read by the format.
func (w *walk) notOf(f Format, dir string, entries []fs.DirEntry, claimed map[string]bool) []fs.DirEntry {
	o, some := f.(Owner)
	if !some {
		return nil
	}
	it := w.found.items[slices.IndexFunc(w.found.items, func(it Item) bool { return it.Dir == dir && !it.Shallow })]
	return slices.DeleteFunc(slices.Clone(entries), func(e fs.DirEntry) bool {
		return claimed[path.Join(dir, e.Name())] || o.Owns(w.heads, it, e)
	})
}

// isOf reports whether the item is limited to the entries in left.
func (it *Item) isOf(dir string, left map[string]bool) bool {
	if it.Dir == dir {
		return it.Shallow && len(it.Files) > 0 && !slices.ContainsFunc(it.Files, func(name string) bool { return !left[name] })
	}
	name := it.Dir
	if dir != "." {
		name = strings.TrimPrefix(name, dir+"/")
	}
	first, _, _ := strings.Cut(name, "/")
	return left[first]
}

// below walks an archive like a directory and reports whether that was possible.
func (w *walk) below(archive string) bool {
	if _, err := fs.ReadDir(w.heads, archive); err != nil {
		return false // damaged (reported by the source) or unsupported
	}
	return w.dir(archive) == nil
}

func (w *walk) claim(it Item, claimed map[string]bool) {
	if it.Label == "" || it.Label == "." {
		it.Label = path.Base(it.Dir)
	}
	if it.Dir == "." && (it.Label == "." || it.Label == "") {
		it.Label = w.src.Name
	}
	w.found.items = append(w.found.items, it)
	switch {
	case !it.Shallow:
		claimed[it.Dir] = true
	case it.Files == nil:
		w.owner = it.Dir
	}
	for _, name := range it.Files {
		claimed[path.Join(it.Dir, name)] = true
	}
}

// similar returns warnings about files that resemble records of a format but are not.
func (f *findings) similar() []results.Warning {
	var list []results.Warning
	loose := map[string]bool{}
	for _, name := range f.loose {
		loose[name] = true
	}
	for _, it := range f.near {
		if loose[it.Dir] {
			list = append(list, Warn(it.Dir, 0, "%s", it.looks()))
			loose[it.Dir] = false
		}
	}
	return list
}

func (it *Item) looks() string { return fmt.Sprintf("looks like %s, but %s", it.likeness(), it.Lacks) }

func (it *Item) likeness() string { return cmp.Or(it.LooksLike, "records of "+it.Format) }
