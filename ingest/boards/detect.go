package boards

import (
	"errors"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/clawatlas/clawatlas/ingest"
	"github.com/clawatlas/clawatlas/ingest/head"
)

// Format imports records as described by a mapping.
type Format struct{ *Mapping }

// Name returns the format's id.
func (f Format) Name() string { return f.name }

// file is a file that matches a pattern, with the values of the pattern's {placeholders}.
type file struct {
	name string
	path map[string]string
}

var errEnough = errors.New("enough")

// mostOpened is the maximum number of folders that detection lists below a folder.
const mostOpened = 40

// glob calls found for each file below dir that matches the pattern, in name order. It lists at
// most the given number of folders.
func glob(fsys fs.FS, dir, pattern string, most int, found func(file) error) error {
	var walk func(dir string, segments []string, caught map[string]string) error
	walk = func(dir string, segments []string, caught map[string]string) error {
		if name := segments[0]; len(segments) > 1 && !strings.ContainsAny(name, "*{") {
			if info, err := fs.Stat(fsys, path.Join(dir, name)); err != nil || !info.IsDir() {
				return nil
			}
			return walk(path.Join(dir, name), segments[1:], caught)
		}
		if most--; most < 0 {
			return nil
		}
		entries, err := fs.ReadDir(fsys, dir)
		if err != nil {
			return err
		}
		re := segment(segments[0])
		for _, e := range entries {
			m := re.FindStringSubmatch(e.Name())
			last := len(segments) == 1
			if m == nil || last != e.Type().IsRegular() || last == e.IsDir() {
				continue
			}
			inner := maps.Clone(caught)
			for i, name := range re.SubexpNames()[1:] {
				inner[name] = m[i+1]
			}
			if last {
				err = found(file{path.Join(dir, e.Name()), inner})
			} else {
				err = walk(path.Join(dir, e.Name()), segments[1:], inner)
			}
			if err != nil {
				return err
			}
		}
		return nil
	}
	return walk(dir, strings.Split(pattern, "/"), map[string]string{})
}

var (
	compiled sync.Map
	capture  = regexp.MustCompile(`\\\{(\w+)\\\}`)
)

func compile(text string) *regexp.Regexp {
	if re, ok := compiled.Load(text); ok {
		return re.(*regexp.Regexp)
	}
	re := regexp.MustCompile(text)
	compiled.Store(text, re)
	return re
}

// segment converts a path segment of a pattern to a regular expression. * matches any characters.
func segment(s string) *regexp.Regexp {
	return compile("^" + capture.ReplaceAllString(strings.ReplaceAll(regexp.QuoteMeta(s), `\*`, `.*`), "(?P<$1>.+)") + "$")
}

// has reports whether the file meets the conditions in the mapping's detect section.
func (m *Mapping) has(fsys fs.FS, name string) bool {
	d := &m.Detect
	for _, beside := range d.Beside {
		if info, err := fs.Stat(fsys, path.Join(path.Dir(name), beside)); err != nil || !info.Mode().IsRegular() {
			return false
		}
	}
	h, err := head.Read(fsys, name)
	v := h.Value()
	if err != nil || !strings.Contains(string(h.Data), d.Text) || len(d.Has) > 0 && !v.HasAll(d.Has...) {
		return false
	}
	for member, want := range d.Is {
		if v.String(member) != want {
			return false
		}
	}
	return true
}

// first reports whether any file below dir matches the pattern and the detection rules.
func (m *Mapping) first(fsys fs.FS, dir, pattern string) bool {
	err := glob(fsys, dir, pattern, mostOpened, func(f file) error {
		if m.has(fsys, f.name) {
			return errEnough
		}
		return nil
	})
	return errors.Is(err, errEnough)
}

// Detect implements ingest.Format. If a pattern contains folders and matches a file below dir, it
// claims the whole folder. Otherwise it claims the matching files in dir.
func (f Format) Detect(fsys fs.FS, dir string, entries []fs.DirEntry) []ingest.Item {
	item := ingest.Item{Dir: dir}
	if dir != "." {
		item.Label = path.Base(dir)
	}
	for _, pattern := range f.Source.Files {
		if strings.Contains(pattern, "/") {
			if f.first(fsys, dir, pattern) {
				return f.kinds(fsys, item)
			}
			continue
		}
		re := segment(pattern)
		for _, e := range entries {
			if e.Type().IsRegular() && re.MatchString(e.Name()) && f.has(fsys, path.Join(dir, e.Name())) {
				item.Files = append(item.Files, e.Name())
			}
		}
		if item.Shallow = len(item.Files) > 0; item.Shallow {
			for _, e := range entries {
				if slices.Contains(f.others(), e.Name()) {
					item.Files = append(item.Files, e.Name())
				}
			}
			return f.kinds(fsys, item)
		}
	}
	return nil
}

// others returns the patterns of the files that the mapping reads in addition to the files with the
// rows.
func (m *Mapping) others() []string {
	list := slices.Clone(m.Detect.Beside)
	for _, j := range m.Join {
		list = append(list, j.Files...)
	}
	if m.Tasks != nil {
		list = append(list, m.Tasks.Files...)
	}
	return list
}

// kinds returns one claim for each kind of record (runs, tasks, reported results) that the mapping
// reads from a folder.
func (m *Mapping) kinds(fsys fs.FS, item ingest.Item) []ingest.Item {
	item.Kind = ingest.KindRuns
	var list []ingest.Item
	if m.Trial.Task != nil {
		list = append(list, item)
	}
	if m.Figures != nil {
		item.Kind = ingest.KindFigures
		list = append(list, item)
	}
	if m.Tasks != nil && ingest.HasFile(must(fs.ReadDir(fsys, item.Dir)), m.Tasks.Files[0]) {
		item.Kind = ingest.KindDataset
		list = append(list, item)
	}
	return list
}

// Owns implements ingest.Owner. In a claimed folder it owns the subfolders with matching files, or
// everything if the folder is a single trial.
func (f Format) Owns(fsys fs.FS, it ingest.Item, e fs.DirEntry) bool {
	if !e.IsDir() {
		return it.Shallow || slices.Contains(f.others(), e.Name())
	}
	for _, pattern := range f.Source.Files {
		if head, rest, deep := strings.Cut(pattern, "/"); deep && segment(head).MatchString(e.Name()) &&
			f.first(fsys, path.Join(it.Dir, e.Name()), rest) {
			return true
		}
	}
	return false
}
