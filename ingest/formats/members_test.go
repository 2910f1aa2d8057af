package formats_test

import (
	"bytes"
	"io/fs"
	"path"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/go-json-experiment/json/jsontext"
)

// edit writes what stands in the place of a member, or of an element of a list. The name
// is that of the member, and empty for an element.
type edit func(enc *jsontext.Encoder, name string, value jsontext.Value) error

// editor goes through JSON values and edits those that stand at one place. A place is the
// names of the members down to it, with [] for the elements of a list.
type editor struct {
	at    string
	edit  edit
	times int // how many of the values there are still to be edited
	kinds map[string]jsontext.Kind
}

// everywhere is for an editor that edits all values at its place.
const everywhere = 1 << 30

// places tells the places of a file with the kind of the first value there that is not
// null.
func places(data []byte) map[string]jsontext.Kind {
	e := &editor{kinds: map[string]jsontext.Kind{}}
	e.rewrite(data)
	return e.kinds
}

// rewrite edits the values that a file holds one after the other. It is nil where the file
// is no JSON.
func (e *editor) rewrite(data []byte) []byte {
	dec := jsontext.NewDecoder(bytes.NewReader(data), jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true))
	var out bytes.Buffer
	for {
		v, err := dec.ReadValue()
		if err != nil {
			if len(bytes.TrimSpace(data[dec.InputOffset():])) > 0 {
				return nil
			}
			return out.Bytes()
		}
		enc := jsontext.NewEncoder(&out, jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true))
		if e.value(enc, "", v) != nil {
			return nil
		}
	}
}

func (e *editor) value(enc *jsontext.Encoder, at string, v jsontext.Value) error {
	kind := v.Kind()
	if kind != '{' && kind != '[' {
		return enc.WriteValue(v)
	}
	dec := jsontext.NewDecoder(bytes.NewReader(v), jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true))
	open, err := dec.ReadToken()
	if err != nil {
		return err
	}
	if err := enc.WriteToken(open); err != nil {
		return err
	}
	for dec.PeekKind() != '}' && dec.PeekKind() != ']' {
		name, inner := "", at+"[]"
		if kind == '{' {
			tok, err := dec.ReadToken()
			if err != nil {
				return err
			}
			name = tok.String()
			inner = strings.TrimPrefix(at+"."+name, ".")
		}
		x, err := dec.ReadValue()
		if err != nil {
			return err
		}
		if known := e.kinds[inner]; e.kinds != nil && (known == 0 || known == 'n') {
			e.kinds[inner] = x.Kind()
		}
		if e.edit != nil && inner == e.at && e.times > 0 {
			e.times--
			if err := e.edit(enc, name, x); err != nil {
				return err
			}
			continue
		}
		if kind == '{' {
			if err := enc.WriteToken(jsontext.String(name)); err != nil {
				return err
			}
		}
		if err := e.value(enc, inner, x); err != nil {
			return err
		}
	}
	end, err := dec.ReadToken()
	if err != nil {
		return err
	}
	return enc.WriteToken(end)
}

// put writes another value in the place of one.
func put(text string) edit {
	return func(enc *jsontext.Encoder, name string, _ jsontext.Value) error {
		if name != "" {
			if err := enc.WriteToken(jsontext.String(name)); err != nil {
				return err
			}
		}
		return enc.WriteValue(jsontext.Value(text))
	}
}

// drop leaves a member out.
func drop(*jsontext.Encoder, string, jsontext.Value) error { return nil }

// jsonFiles reads a tree, and names the files of it that hold JSON.
func jsonFiles(t testing.TB, fsys fs.FS) (whole fstest.MapFS, names []string) {
	t.Helper()
	whole = fstest.MapFS{}
	err := fs.WalkDir(fsys, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasPrefix(name, "fuzz/") || strings.HasPrefix(name, "golden/") {
			return err
		}
		data, err := fs.ReadFile(fsys, name)
		whole[name] = &fstest.MapFile{Data: data}
		if ext := path.Ext(name); ext == ".json" || ext == ".jsonl" || ext == ".traj" {
			names = append(names, name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(names)
	return whole, names
}

// turned writes the members of every object in the opposite order. It is nil where the
// data is no JSON.
func turned(data []byte) []byte {
	dec := jsontext.NewDecoder(bytes.NewReader(data), jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true))
	var out bytes.Buffer
	for {
		v, err := dec.ReadValue()
		if err != nil {
			if len(bytes.TrimSpace(data[dec.InputOffset():])) > 0 {
				return nil
			}
			return out.Bytes()
		}
		out.Write(turnedValue(v.Clone()))
		out.WriteByte('\n')
	}
}

func turnedValue(v jsontext.Value) []byte {
	if k := v.Kind(); k != '{' && k != '[' {
		return v
	}
	dec := jsontext.NewDecoder(bytes.NewReader(v), jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true))
	if _, err := dec.ReadToken(); err != nil {
		return v
	}
	var parts [][]byte
	for dec.PeekKind() != '}' && dec.PeekKind() != ']' {
		var part []byte
		if v.Kind() == '{' {
			name, err := dec.ReadValue()
			if err != nil {
				return v
			}
			part = append(slices.Clone([]byte(name)), ':')
		}
		x, err := dec.ReadValue()
		if err != nil {
			return v
		}
		parts = append(parts, append(part, turnedValue(x.Clone())...))
	}
	if v.Kind() == '[' {
		return slices.Concat([]byte("["), bytes.Join(parts, []byte(",")), []byte("]"))
	}
	slices.Reverse(parts)
	return slices.Concat([]byte("{"), bytes.Join(parts, []byte(",")), []byte("}"))
}
