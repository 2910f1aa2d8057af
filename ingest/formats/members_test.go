package formats_test

import (
	"bytes"
	"io/fs"
	"iter"
	"path"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawatlas/clawatlas/results/must"
)

// elements goes through the members of an object with their names as they are written, or
// through the elements of a list, which have none. What is damaged ends it.
func elements(v jsontext.Value) iter.Seq2[jsontext.Value, jsontext.Value] {
	return func(yield func(name, x jsontext.Value) bool) {
		dec := decoder(v)
		if _, err := dec.ReadToken(); err != nil {
			return
		}
		for dec.PeekKind() != '}' && dec.PeekKind() != ']' {
			var name jsontext.Value
			if v.Kind() == '{' {
				read, err := dec.ReadValue()
				if err != nil {
					return
				}
				name = read.Clone()
			}
			x, err := dec.ReadValue()
			if err != nil || !yield(name, x.Clone()) {
				return
			}
		}
	}
}

func decoder(data []byte) *jsontext.Decoder {
	return jsontext.NewDecoder(bytes.NewReader(data), jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true))
}

// element writes a member, or an element of a list, whose name is nil.
func element(name, x jsontext.Value) []byte {
	if name == nil {
		return x
	}
	return slices.Concat(name, []byte(":"), x)
}

// composed writes an object or a list of what element has written.
func composed(kind jsontext.Kind, list [][]byte) []byte {
	begin, end := "{", "}"
	if kind == '[' {
		begin, end = "[", "]"
	}
	return slices.Concat([]byte(begin), bytes.Join(list, []byte(",")), []byte(end))
}

// rewritten changes the values that a file holds one after the other. It is nil where the
// file is no JSON.
func rewritten(data []byte, change func(jsontext.Value) []byte) []byte {
	dec := decoder(data)
	var out bytes.Buffer
	for {
		v, err := dec.ReadValue()
		if err != nil {
			if len(bytes.TrimSpace(data[dec.InputOffset():])) > 0 {
				return nil
			}
			return out.Bytes()
		}
		out.Write(change(v.Clone()))
		out.WriteByte('\n')
	}
}

// editor goes through JSON values and puts another one in the place of those that stand at
// one place, or leaves them out. A place is the names of the members down to it, with []
// for the elements of a list.
type editor struct {
	at    string
	put   string // empty to leave it out
	times int    // how many of the values there are still to be edited
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

// rewrite edits a file. It is nil where the file is no JSON.
func (e *editor) rewrite(data []byte) []byte {
	return rewritten(data, func(v jsontext.Value) []byte { return e.value("", v) })
}

func (e *editor) value(at string, v jsontext.Value) []byte {
	if k := v.Kind(); k != '{' && k != '[' {
		return v
	}
	var list [][]byte
	for name, x := range elements(v) {
		inner := at + "[]"
		if name != nil {
			word, _ := jsontext.AppendUnquote(nil, name)
			inner = strings.TrimPrefix(at+"."+string(word), ".")
		}
		if known := e.kinds[inner]; e.kinds != nil && (known == 0 || known == 'n') {
			e.kinds[inner] = x.Kind()
		}
		switch {
		case inner != e.at || e.times == 0:
			list = append(list, element(name, e.value(inner, x)))
		case e.put == "":
			e.times--
		default:
			e.times--
			list = append(list, element(name, jsontext.Value(e.put)))
		}
	}
	return composed(v.Kind(), list)
}

// jsonFiles reads a tree, and names the files of it that hold JSON.
func jsonFiles(t testing.TB, fsys fs.FS) (whole fstest.MapFS, names []string) {
	t.Helper()
	whole = fstest.MapFS{}
	for name, data := range must.Files(t, fsys) {
		if strings.HasPrefix(name, "fuzz/") || strings.HasPrefix(name, "golden/") {
			continue
		}
		whole[name] = &fstest.MapFile{Data: data}
		if ext := path.Ext(name); ext == ".json" || ext == ".jsonl" || ext == ".traj" {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return whole, names
}

// turned writes the members of every object in the opposite order. It is nil where the
// data is no JSON.
func turned(data []byte) []byte { return rewritten(data, turnedValue) }

func turnedValue(v jsontext.Value) []byte {
	if k := v.Kind(); k != '{' && k != '[' {
		return v
	}
	var list [][]byte
	for name, x := range elements(v) {
		list = append(list, element(name, turnedValue(x)))
	}
	if v.Kind() == '{' {
		slices.Reverse(list)
	}
	return composed(v.Kind(), list)
}
