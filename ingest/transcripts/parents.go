package transcripts

import (
	"bytes"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/clawatlas/clawatlas/ingest/trace"
)

// Limits on the search in parent directories for ATIF documents that refer to sub-agent files:
// number of levels, and maximum number of entries in a directory.
const (
	parentLevels = 4
	parentFiles  = 200
)

// namedAbove returns the files in the item's directory that ATIF documents in parent directories
// refer to. They are read with those documents.
func (r *reader) namedAbove() map[string]bool {
	named := map[string]bool{}
	dir := r.in.Item.Dir
	atif := slices.ContainsFunc(r.files, func(f *file) bool { return f.dialect == trace.DialectATIF })
	up := dir
	for level := 0; atif && level < parentLevels && up != "."; level++ {
		up = path.Dir(up)
		entries, err := fs.ReadDir(r.in.FS, up)
		if err != nil || len(entries) > parentFiles {
			continue
		}
		rel := strings.TrimPrefix(strings.TrimPrefix(dir, up), "/")
		for _, e := range entries {
			if e.Type().IsRegular() {
				r.namesIn(path.Join(up, e.Name()), rel, named)
			}
		}
	}
	return named
}

// namesIn adds the files that a document refers to, if it mentions the directory at all.
func (r *reader) namesIn(doc, rel string, named map[string]bool) {
	if sniff(r.in.FS, doc) != trace.DialectATIF {
		return
	}
	rec, err := r.plain.Record(doc)
	if err != nil || !bytes.Contains(rec.Data, []byte(rel+"/")) {
		return
	}
	sink := trace.Sink{File: func(name string) ([]byte, error) {
		full := path.Join(path.Dir(doc), strings.TrimPrefix(name, agentMount))
		named[full] = true
		return nil, nil
	}}
	_, _ = trace.ATIF(rec.Data, sink) // errors are reported when the document itself is read
}
