package ingest

import (
	"errors"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/clawatlas/clawatlas/results"
)

// cleanNames is a file system with secrets removed from its names, which appear in URLs, labels and
// warnings. Paths in records are redacted the same way and so still match.
type cleanNames struct {
	fs.FS
	red     Redact
	mu      sync.Mutex
	real    map[string]string // original paths by redacted path
	listed  map[string]bool
	renamed int
}

func newCleanNames(fsys fs.FS, red Redact) *cleanNames {
	return &cleanNames{FS: fsys, red: red, real: map[string]string{}, listed: map[string]bool{}}
}

// cleanName redacts one file name. The redaction rules require a slash before it to recognise the
// start of a path component.
func cleanName(red Redact, name string) string {
	ext := path.Ext(name)
	if len(ext) > maxExt {
		ext = ""
	}
	clean := red.Bytes([]byte("/" + strings.TrimSuffix(name, ext)))
	clean = red.Bytes(append(clean[:len(clean):len(clean)], ext...))
	return strings.ReplaceAll(strings.TrimPrefix(string(clean), "/"), "/", "-")
}

const maxExt = 9

type entry struct {
	fs.DirEntry
	name string
}

func (e entry) Name() string { return e.name }

func (e entry) Info() (fs.FileInfo, error) {
	info, err := e.DirEntry.Info()
	return fileInfo{info, e.name}, err
}

type fileInfo struct {
	fs.FileInfo
	name string
}

func (i fileInfo) Name() string { return i.name }

func (c *cleanNames) ReadDir(name string) ([]fs.DirEntry, error) {
	real, err := c.resolve("readdir", name)
	if err != nil {
		return nil, err
	}
	return c.list(name, real)
}

func (c *cleanNames) list(name, real string) ([]fs.DirEntry, error) {
	entries, err := fs.ReadDir(c.FS, real)
	if err != nil {
		return entries, c.hide(err)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	taken := map[string]bool{}
	for _, e := range entries {
		taken[e.Name()] = true
	}
	out, changed := entries, false
	for i, e := range entries {
		clean := cleanName(c.red, e.Name())
		if clean == e.Name() {
			continue
		}
		if !changed {
			out, changed = slices.Clone(entries), true
		}
		clean = numbered(clean, taken)
		out[i] = entry{e, clean}
		if key := path.Join(name, clean); c.real[key] == "" {
			c.real[key] = path.Join(real, e.Name())
			c.renamed++
		}
	}
	if changed {
		slices.SortFunc(out, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	}
	c.listed[name] = true
	return out, nil
}

func numbered(name string, taken map[string]bool) string {
	unique := name
	ext := path.Ext(name)
	for n := 2; taken[unique]; n++ {
		unique = strings.TrimSuffix(name, ext) + "-" + strconv.Itoa(n) + ext
	}
	taken[unique] = true
	return unique
}

func (c *cleanNames) Open(name string) (fs.File, error) {
	real, err := c.resolve("open", name)
	if err != nil {
		return nil, err
	}
	f, err := c.FS.Open(real)
	return f, c.hide(err)
}

func (c *cleanNames) Stat(name string) (fs.FileInfo, error) {
	real, err := c.resolve("stat", name)
	if err != nil {
		return nil, err
	}
	info, err := fs.Stat(c.FS, real)
	if err == nil && real != name {
		info = fileInfo{info, path.Base(name)}
	}
	return info, c.hide(err)
}

// resolve returns the original path for a redacted one.
func (c *cleanNames) resolve(op, name string) (string, error) {
	if !fs.ValidPath(name) {
		return "", &fs.PathError{Op: op, Path: name, Err: fs.ErrInvalid}
	}
	if !strings.Contains(name, "[") {
		return name, nil // every redacted name contains "["
	}
	clean, real := ".", "."
	for part := range strings.SplitSeq(name, "/") {
		if strings.Contains(part, "[") && !c.has(clean) {
			if _, err := c.list(clean, real); err != nil {
				return "", err
			}
		}
		clean, real = path.Join(clean, part), path.Join(real, part)
		c.mu.Lock()
		if known := c.real[clean]; known != "" {
			real = known
		}
		c.mu.Unlock()
	}
	return real, nil
}

func (c *cleanNames) has(dir string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.listed[dir]
}

// hide redacts file names in an error.
func (c *cleanNames) hide(err error) error {
	var pe *fs.PathError
	if !errors.As(err, &pe) {
		return err
	}
	hidden := *pe
	parts := strings.Split(pe.Path, "/")
	for i := range parts {
		parts[i] = cleanName(c.red, parts[i])
	}
	hidden.Path = strings.Join(parts, "/")
	return &hidden
}

// warning returns a warning if names were redacted. Nothing else in the report would show it.
func (c *cleanNames) warning(source string) []results.Warning {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.renamed == 0 {
		return nil
	}
	return []results.Warning{Warn(source, 0, "secrets or user names redacted in %d file and directory names",
		c.renamed)}
}

func cleanWarnings(red Redact, list []results.Warning) []results.Warning {
	for i := range list {
		list[i].File = strings.TrimPrefix(string(red.Bytes([]byte("/"+list[i].File))), "/")
		list[i].Message = string(red.Bytes([]byte(list[i].Message)))
	}
	return list
}
