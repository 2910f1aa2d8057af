package ingest

import (
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/clawatlas/clawatlas/ingest/head"
	"github.com/clawatlas/clawatlas/results"
)

// Unread is a file that no format has claimed and no claimed record refers to.
type Unread struct {
	Source string `json:"source"` // path as given by the caller, as in RunLine
	File   string `json:"file"`   // path in the source
	// Is describes the file by its extension (".md") or its beginning ("JSON object with id, model,
	// choices").
	Is    string `json:"is"`
	Lacks string `json:"lacks"` // reason why it was not read
}

// recordExts are the extensions that records may have. Files with these extensions are listed
// first.
var recordExts = []string{"", ".json", ".jsonl", ".ndjson", ".txt", ".log"}

// unread describes the loose files, except those that a warning mentions. Files that may be records
// come first.
func unread(source string, fsys fs.FS, red Redact, loose []string, warned []results.Warning) []Unread {
	told := map[string]bool{}
	for _, w := range warned {
		told[w.File] = true
	}
	var list, rest []Unread
	for _, name := range loose {
		if path.Base(name) == ManifestName || told[name] {
			continue
		}
		x := Unread{Source: source, File: name, Is: string(red.Bytes([]byte(kindOf(fsys, name)))), Lacks: lackOf(fsys, name)}
		if slices.Contains(recordExts, strings.ToLower(path.Ext(name))) {
			list = append(list, x)
		} else {
			rest = append(rest, x)
		}
	}
	return append(list, rest...)
}

func lackOf(fsys fs.FS, name string) string {
	if is := NotReadKind(fsys, name); is != "" {
		return "it is " + is + readInstead
	}
	for _, a := range almost() {
		if a.name == path.Base(name) {
			return a.lack
		}
	}
	return "no format has records of this kind"
}

// kindOf describes a file by its extension, or by its beginning if that is more specific.
func kindOf(fsys fs.FS, name string) string {
	ext := strings.ToLower(path.Ext(name))
	switch {
	case ShownMedia(name) != "":
		return "picture or sound " + ext
	case !slices.Contains(recordExts, ext) && len(ext) <= maxExt:
		return ext
	}
	h, err := head.Read(fsys, name)
	switch v := h.Value(); {
	case err != nil:
		return "file that cannot be read"
	case len(h.Data) == 0:
		return "empty file"
	case len(h.Lines()) > 1:
		return "JSON lines with " + keysOf(h.Lines()[0])
	case v != nil && v.Kind == '{' && len(v.Keys) > 0:
		return "JSON object with " + keysOf(v)
	case v != nil && v.Kind == '[' && len(v.Items) > 0:
		return "JSON list of " + kindOfItem(v.First())
	case !utf8.Valid(h.Data[:min(len(h.Data), 512)]) || slices.Contains(h.Data, 0):
		return strings.TrimSpace("binary file " + ext)
	}
	return strings.TrimSpace("text " + ext)
}

func kindOfItem(v *head.Value) string {
	if v.Kind == '{' && len(v.Keys) > 0 {
		return "objects with " + keysOf(v)
	}
	return "values"
}

// keysNamed is the maximum number of keys in a file's description; keyLength is the maximum length
// of each, in bytes.
const keysNamed, keyLength = 4, 40

func keysOf(v *head.Value) string {
	var list []string
	for _, key := range v.Keys[:min(len(v.Keys), keysNamed)] {
		if len(key) > keyLength {
			key = strings.ToValidUTF8(key[:keyLength], "") + "..."
		}
		list = append(list, key)
	}
	if len(v.Keys) > keysNamed || v.Cut {
		list = append(list, "...")
	}
	return strings.Join(list, ", ")
}

type noted struct {
	fs.FS
	loose map[string]bool // true for unclaimed files that have not been opened

	mu sync.Mutex
}

func newNoted(fsys fs.FS, loose []string) *noted {
	n := &noted{FS: fsys, loose: map[string]bool{}}
	for _, name := range loose {
		n.loose[name] = true
	}
	return n
}

func (n *noted) Open(name string) (fs.File, error) {
	f, err := n.FS.Open(name)
	if err == nil {
		n.mu.Lock()
		defer n.mu.Unlock()
		if n.loose[name] {
			n.loose[name] = false
		}
	}
	return f, err
}

func (n *noted) Stat(name string) (fs.FileInfo, error) { return fs.Stat(n.FS, name) }

func (n *noted) ReadDir(name string) ([]fs.DirEntry, error) { return fs.ReadDir(n.FS, name) }

func (n *noted) left(list []string) []string {
	return slices.DeleteFunc(slices.Clone(list), func(name string) bool { return !n.loose[name] })
}
