package source

import (
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// A compressed record is listed under its uncompressed name and can be opened by it:
// "run/output.jsonl.gz" appears as "run/output.jsonl".
var (
	packedExts = []string{".gz", ".zst", ".xz"}
	textExts   = []string{".json", ".jsonl", ".ndjson", ".traj", ".txt", ".log", ".md", ".cast", ".yaml", ".yml", ".csv", ".diff", ".patch"}
)

// plainName returns the name of a compressed text file without the compression extension. It
// returns "" for other files.
func plainName(name string) string {
	ext := path.Ext(name)
	if !slices.Contains(packedExts, strings.ToLower(ext)) {
		return ""
	}
	plain := strings.TrimSuffix(name, ext)
	if !slices.Contains(textExts, strings.ToLower(path.Ext(plain))) {
		return ""
	}
	return plain
}

// unpacked replaces the names of compressed files by their uncompressed names, unless another file
// already has that name.
func (n *nested) unpacked(dir string, list []fs.DirEntry) []fs.DirEntry {
	if !slices.ContainsFunc(list, func(e fs.DirEntry) bool { return plainName(e.Name()) != "" }) {
		return list
	}
	taken := map[string]bool{}
	for _, e := range list {
		taken[e.Name()] = true
	}
	out := slices.Clone(list)
	for i, e := range out {
		plain := plainName(e.Name())
		if plain == "" || taken[plain] || !e.Type().IsRegular() || !IsArchive(n.FS, path.Join(dir, e.Name())) {
			continue
		}
		taken[plain] = true
		out[i] = packedEntry{e, plain, n, path.Join(dir, e.Name(), plain)}
	}
	slices.SortFunc(out, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return out
}

// packedEntry is the directory entry of a compressed file that is listed under its uncompressed
// name.
type packedEntry struct {
	fs.DirEntry
	name  string
	in    *nested
	place string
}

func (e packedEntry) Name() string { return e.name }

// Info implements fs.DirEntry. It decompresses the file to determine its size.
func (e packedEntry) Info() (fs.FileInfo, error) { return fs.Stat(e.in, e.place) }

// packed returns the path of the compressed file for a name that exists only in compressed form. It
// returns any other name unchanged.
func (n *nested) packed(name string, err error) string {
	if !errors.Is(err, fs.ErrNotExist) || !slices.Contains(textExts, strings.ToLower(path.Ext(name))) {
		return name
	}
	for _, ext := range packedExts {
		if info, err := fs.Stat(n.FS, name+ext); err == nil && info.Mode().IsRegular() {
			return path.Join(name+ext, path.Base(name))
		}
	}
	return name
}

// listing wraps an open directory, so that it lists the same entries as ReadDir of n.
func (n *nested) listing(name string, f fs.File) fs.File {
	if _, ok := f.(fs.ReadDirFile); !ok {
		return f
	}
	if info, err := f.Stat(); err != nil || !info.IsDir() {
		return f
	}
	return &listed{File: f, in: n, name: name}
}

type listed struct {
	fs.File
	in   *nested
	name string
	rest []fs.DirEntry
	read bool
}

func (d *listed) ReadDir(count int) ([]fs.DirEntry, error) {
	if !d.read {
		list, err := d.in.ReadDir(d.name)
		if err != nil {
			return nil, err
		}
		d.rest, d.read = list, true
	}
	return page(&d.rest, count)
}
