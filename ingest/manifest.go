package ingest

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"
	"time"

	"github.com/pelletier/go-toml/v2"

	"github.com/clawatlas/clawatlas/ingest/head"
	"github.com/clawatlas/clawatlas/results"
)

// ManifestName is the name of a file next to the records that supplies information missing from
// them.
const ManifestName = "clawatlas.toml"

const largestManifest = 64 << 10

type manifests struct {
	fsys fs.FS
	red  Redact
	read map[string]*manifest
}

type manifest struct {
	Identity
	unknown []string
	err     error
}

// at returns flags with empty fields filled from the nearest manifest in dir or its parents.
func (m *manifests) at(dir string, flags Identity) (Identity, []results.Warning, error) {
	id := flags
	var warnings []results.Warning
	for {
		f, first := m.find(dir)
		if f.err != nil {
			return id, warnings, f.err
		}
		if first && len(f.unknown) > 0 {
			warnings = append(warnings, Warn(path.Join(dir, ManifestName), 0, "unknown keys, ignored: %s",
				strings.Join(f.unknown, ", ")))
		}
		id.fill(&f.Identity)
		if dir == "." {
			return id, warnings, nil
		}
		dir = path.Dir(dir)
	}
}

func (id *Identity) fill(o *Identity) {
	for _, f := range []struct{ to, from *string }{
		{&id.Benchmark, &o.Benchmark}, {&id.Model, &o.Model}, {&id.Framework, &o.Framework},
		{&id.Variant, &o.Variant}, {&id.Provider, &o.Provider}, {&id.Date, &o.Date}, {&id.Replaces, &o.Replaces},
	} {
		*f.to = cmp.Or(*f.to, *f.from)
	}
}

// find reads the manifest of a directory. first reports whether this is the first call for that
// directory.
func (m *manifests) find(dir string) (f *manifest, first bool) {
	if f, ok := m.read[dir]; ok {
		return f, false
	}
	f = &manifest{}
	f.load(m.fsys, m.red, dir)
	m.read[dir] = f
	return f, true
}

func (f *manifest) load(fsys fs.FS, red Redact, dir string) {
	if info, err := fs.Stat(fsys, dir); err == nil && !info.IsDir() {
		return // the item is a single file
	}
	name := path.Join(dir, ManifestName)
	info, err := fs.Stat(fsys, name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return
	case err != nil:
		f.err = fmt.Errorf("read %s: %w", name, err)
		return
	case !info.Mode().IsRegular() || info.Size() > largestManifest:
		f.err = fmt.Errorf("read %s: not a short text file: %w", name, results.ErrInvalid)
		return
	}
	data, err := fs.ReadFile(fsys, name)
	if err != nil {
		f.err = fmt.Errorf("read %s: %w", name, err)
		return
	}
	if red != nil {
		data = red.Bytes(data)
	}
	f.decode(name, head.WithoutMark(data))
}

// statement is the content of a manifest. A date may be a string or a TOML date.
type statement struct {
	Identity
	Date any `toml:"date"`
}

func (f *manifest) decode(name string, data []byte) {
	var s statement
	dec := toml.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	err := dec.Decode(&s)
	var odd *toml.StrictMissingError
	if errors.As(err, &odd) {
		for _, e := range odd.Errors {
			f.unknown = append(f.unknown, strings.Join(e.Key(), "."))
		}
		s = statement{}
		err = toml.Unmarshal(data, &s)
	}
	var de *toml.DecodeError
	switch {
	case errors.As(err, &de):
		line, _ := de.Position()
		f.err = fmt.Errorf("%s:%d: %w", name, line, err)
		return
	case err != nil:
		f.err = fmt.Errorf("%s: %w", name, err)
		return
	}
	f.Identity = s.Identity
	if s.Date == nil {
		return
	}
	f.Identity.Date = fmt.Sprint(s.Date)
	if _, err := time.Parse(time.DateOnly, f.Identity.Date); err != nil {
		f.err = fmt.Errorf("%s: date %v is not a valid date (YYYY-MM-DD): %w", name, s.Date, results.ErrInvalid)
	}
}
